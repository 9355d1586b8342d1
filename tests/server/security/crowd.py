"""Random players who cheat, leave and return, and the invariants that must hold."""

import asyncio
import json
from collections.abc import Coroutine
from functools import partial
from typing import Any, TypeVar

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from punto.rules.match import Match
from server.client import OPEN, Client, Device, Message, person
from server.server_process import ServerProcess

from .company import answer_to, reached, shown, stored
from .truth import match_of

Answer = TypeVar("Answer")
NOWHERE = "http://127.0.0.1:1"
GARBAGE = ["", "{", "[]", "null", '{"type": "over"}', '{"type": "place"}', "\0", '{"type": "undo"}']
WHO = st.sampled_from(range(4))
SEAT = st.integers(1, 4)
PICK = st.integers(0, 2**16)


class Crowd(RuleBasedStateMachine):
    """Ada and Ben play on their own devices; Cleo and Dag only watch, and try what they can.

    The server deals as it likes, so no rule has a precondition: the same steps must always be
    possible, and where there is nothing to do, nothing is done.
    """

    running: ServerProcess

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.clients: list[Client] = []
        self.sent: list[tuple[int, Message, int]] = []
        """Accepted commands: from whom, which one, and the event that followed."""
        self.log: list[Message] = []
        self.ids = 0

    def run(self, story: Coroutine[Any, Any, Answer]) -> Answer:
        return self.runner.run(story)

    @initialize(mode=st.sampled_from(["2p", "3p"]), rounds=st.integers(1, 2))
    def begin(self, mode: str, rounds: int) -> None:
        self.run(self._begin(mode, rounds))
        started = next(row for row in stored(self.running, self.code) if row[1] == "started")
        seed = started[2]["seed"]
        settings = self.log_now()[0]["settings"]
        self.new_match = partial(match_of, settings, seed)
        self.snapshot = self.run(shown(self.clients[0]))

    async def _begin(self, mode: str, rounds: int) -> None:
        devices = [Device(self.running.url) for _ in range(4)]
        seats = [person("Ada"), OPEN, *[person("Ada's brother")] * (mode == "3p")]
        self.code = await devices[0].open(*seats, mode=mode, rounds_to_win=rounds)
        self.clients = [await device.sit(self.code) for device in devices]
        await self.clients[1].ask("sit", seat=2, name="Ben")
        self.holders = {1: 0, 2: 1, 3: 0} if mode == "3p" else {1: 0, 2: 1}

    # What they do

    def is_here(self, who: int) -> bool:
        return self.clients[who].device.url != NOWHERE

    def attempt(self, who: int, allowed: bool, type_: str, **values: object) -> None:
        """Send a command; check that it is accepted or refused as it should be."""
        self.ids += 1
        command = {"type": type_, "id": f"c{self.ids}", **values}
        answer = self.run(self._answer(who, command))
        assert ("kind" in answer) == allowed, (who, command, answer)
        if allowed:
            self.sent.append((who, command, answer["number"]))
        else:
            self.nothing_happened()

    async def _answer(self, who: int, command: Message) -> Message:
        client = self.clients[who]
        await client.send_text(json.dumps(command))
        await client.until(lambda: client.answer(command["id"]))
        answer = client.answer(command["id"])
        assert answer is not None
        return answer

    def nothing_happened(self) -> None:
        assert self.log_now() == self.log
        assert self.run(shown(self.clients[0])) == self.snapshot

    @rule(pick=PICK)
    def lay(self, pick: int) -> None:
        if self.snapshot["phase"] != "playing":
            return
        turn = self.snapshot["match"]["turn"]
        who, cells = self.holders[turn["seat"]], turn["cells"].split()
        if self.is_here(who):
            cell = cells[pick % len(cells)]
            values = {"answers": self.snapshot["number"], "seat": turn["seat"], "cell": cell}
            self.attempt(who, True, "place", **values)

    lay_more = lay
    lay_yet_more = lay

    @rule(who=WHO, seat=SEAT, column=st.sampled_from("abcdefghijk"), row=st.integers(1, 11))
    def lay_anything(self, who: int, seat: int, column: str, row: int) -> None:
        if not self.is_here(who):
            return
        turn: Message = self.snapshot["match"]["turn"] or {}
        cell = f"{column}{row}"
        allowed = (
            self.snapshot["phase"] == "playing"
            and turn["seat"] == seat
            and self.holders.get(seat) == who
            and cell in turn["cells"].split()
        )
        self.attempt(who, allowed, "place", answers=self.snapshot["number"], seat=seat, cell=cell)

    @rule(off=st.sampled_from([-100, -7, -2, -1, 1, 2, 1000, 2**52]))
    def lay_with_a_wrong_number(self, off: int) -> None:
        if self.snapshot["phase"] != "playing":
            return
        turn, number = self.snapshot["match"]["turn"], self.snapshot["number"]
        who = self.holders[turn["seat"]]
        began = max(e["number"] for e in self.log if e["kind"] in ("started", "placed"))
        answers = max(0, number + off)
        if self.is_here(who):
            values = {"answers": answers, "seat": turn["seat"], "cell": turn["cells"].split()[0]}
            self.attempt(who, began <= answers <= number, "place", **values)

    @rule(pick=PICK, who=WHO)
    def repeat(self, pick: int, who: int) -> None:
        """Send a command again (idempotent): its author gets the same result, others a refusal."""
        if not self.sent:
            return
        author, command, number = self.sent[pick % len(self.sent)]
        for client in {author, who}:
            if self.is_here(client) and (
                client == author or self.holders.get(command["seat"]) != client
            ):
                self.run(self._repeat(client, command, number if client == author else 0))
                self.nothing_happened()

    async def _repeat(self, who: int, command: Message, number: int) -> None:
        client = self.clients[who]
        heard, refused = len(client.received), len(client.refusals)
        await client.send_text(json.dumps(command))
        if number:
            await client.until(lambda: len(client.received) > heard)
            told = [json.loads(text) for text in client.received[heard:]]
            assert not [message for message in told if message["type"] == "refused"]
        else:
            await client.until(lambda: len(client.refusals) > refused)

    @rule(who=WHO, text=st.sampled_from(GARBAGE) | st.text(max_size=20) | st.binary(max_size=9))
    def say_nonsense(self, who: int, text: str | bytes) -> None:
        if self.is_here(who):
            assert self.run(answer_to(self.clients[who], text))["code"] in (
                "unreadable",
                "not-text",
            )
            self.nothing_happened()

    @rule(who=WHO, seat=SEAT, type_=st.sampled_from(["undo", "sit", "leave", "start", "stand_in"]))
    def do_what_may_not_be_done(self, who: int, seat: int, type_: str) -> None:
        fields: dict[str, dict[str, object]] = {
            "undo": {"answers": self.snapshot["number"]},
            "sit": {"seat": seat, "name": "Dag"},
            "leave": {"seat": seat},
            "start": {"fill": "easy"},
            "stand_in": {"seat": seat, "bot": "easy"},
        }
        if self.is_here(who):
            self.attempt(who, False, type_, **fields[type_])

    @rule(who=WHO, seat=SEAT, type_=st.sampled_from(["offer_end", "decline_end"]))
    def talk_about_the_end(self, who: int, seat: int, type_: str) -> None:
        offered = self.snapshot["end_offers"]
        may = self.snapshot["phase"] == "playing" and self.holders.get(seat) == who
        if self.is_here(who) and (who > 0 or type_ == "decline_end"):
            self.attempt(who, may and bool(offered or type_ == "offer_end"), type_, seat=seat)

    @rule(who=WHO, seat=SEAT)
    def resign(self, who: int, seat: int) -> None:
        may = self.snapshot["phase"] == "playing" and self.holders.get(seat) == who
        late = len(self.log) > 20 and len(self.holders) == 2
        if self.is_here(who) and (late or not may):
            self.attempt(who, may, "resign", seat=seat)

    @rule(who=st.integers(1, 3))
    def go(self, who: int) -> None:
        async def story() -> None:
            client = self.clients[who]
            assert client.socket is not None
            client.device.url = NOWHERE
            await client.socket.close()
            while client.socket is not None:
                await asyncio.sleep(0.001)

        if self.is_here(who):
            self.run(story())

    @rule(who=st.integers(1, 3))
    def come_back(self, who: int) -> None:
        client = self.clients[who]
        client.device.url = self.running.url
        self.run(client.until(lambda: client.socket is not None))

    # What must be true

    def log_now(self) -> list[Message]:
        log: list[Message] = []
        while page := self.run(
            self.clients[0].device.get(f"/api/tables/{self.code}/events?since={len(log)}")
        )["events"]:
            log += page
        return log

    @invariant()
    def the_log_only_grows_and_has_no_gaps(self) -> None:
        if not self.clients:
            return
        log = self.log_now()
        assert [event["number"] for event in log] == list(range(1, len(log) + 1))
        assert log[: len(self.log)] == self.log
        self.log, self.snapshot = log, self.run(shown(self.clients[0]))
        assert self.snapshot["number"] == len(log)
        self.the_snapshot_is_the_sum_of_the_events()
        for who, client in enumerate(self.clients):
            if self.is_here(who):
                self.run(client.until(reached(client, len(log))))
                assert client.phase == self.snapshot["phase"]
                if client.phase == "playing":
                    assert client.turn == self.snapshot["match"]["turn"]
            for number, event in client.events.items():
                assert event == log[number - 1]
            assert client.task is not None
            assert not client.task.done()

    def the_snapshot_is_the_sum_of_the_events(self) -> None:
        match, phase = self.new_match(), "waiting"
        for event in self.log:
            if event["kind"] == "started":
                phase = "playing"
            elif event["kind"] == "placed":
                card = match.card
                match.place(event["cell"], seat=event["seat"])
                assert event["card"] == str(card)
            elif event["kind"] == "over":
                phase = "over"
        assert self.snapshot["phase"] == phase
        assert self.snapshot["match"] == {**self.snapshot["match"], **facts(match)}

    def teardown(self) -> None:
        for client in self.clients:
            self.run(client.close())
            self.run(client.device.close())
        self.runner.close()


def facts(match: Match) -> Message:
    """Return what everybody may see of a match, according to the rules."""
    turn = {
        "seat": match.seat,
        "card": str(match.card),
        "cells": " ".join(map(str, match.legal_cells)),
    }
    return {
        "round": match.round_number,
        "turn": turn if match.seat else None,
        "wins": list(match.position().score.wins),
        "stacks": {
            str(cell): " ".join(map(str, cards)) for cell, cards in match.table.stacks().items()
        },
        "commitment": match.commitment,
    }
