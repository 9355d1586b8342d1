"""Attacks within the default limits, each from one address: work that one person can cause.

They run in a process of their own, so that they do not slow down whoever measures. Each gets a
`Target`, goes on for `SECONDS`, and counts the answers it got.
"""

import asyncio
import json
import random
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from punto.server.table.codes import new_code

SECONDS = 1.8
CONNECTIONS = 90
ANSWER_SECONDS = 60.0

ONE_DEVICE = [{"kind": "person", "name": "Mal"}, {"kind": "person", "name": "Lory"}]


@dataclass
class Target:
    """A server, and what is known of it."""

    port: int
    address: str
    """Where the attack comes from."""
    open_tables: list[str] = field(default_factory=list)
    """Codes of long tables where a match goes on, and where nobody is."""
    finished_tables: list[str] = field(default_factory=list)
    record: bytes = b""
    cookie: str = ""
    """Of a device that was at twenty long tables."""
    full_tables: list[str] = field(default_factory=list)
    """Codes of tables whose logs are full of offers, and where a bot is to move."""
    host_cookie: str = ""
    """Of the device that opened them."""
    halls: list[str] = field(default_factory=list)
    """Codes of tournaments with as many people and rounds as possible. The device with `cookie` is
    their host."""


class Http:
    """One connection that asks one thing after the other."""

    def __init__(self, target: Target, cookie: str = "") -> None:
        self.port, self.address, self.cookie = target.port, target.address, cookie
        self.lines: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(
        self, path: str, *headers: str, body: bytes | None = None, host: str = ""
    ) -> tuple[int, bytes]:
        """Send a request; give the status and the body of the answer."""
        if self.lines is None:
            self.lines = await asyncio.open_connection(
                "127.0.0.1", self.port, local_addr=(self.address, 0), limit=2**24
            )
        reader, writer = self.lines
        lines = [f"{'GET' if body is None else 'POST'} {path} HTTP/1.1"]
        lines += [f"host: {host or f'127.0.0.1:{self.port}'}", *headers]
        lines += [f"cookie: {self.cookie}"] if self.cookie else []
        lines += [] if body is None else [f"content-length: {len(body)}"]
        writer.write("\r\n".join([*lines, "", ""]).encode() + (body or b""))
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        named = dict(line.lower().split(": ", 1) for line in head[1:] if ": " in line)
        answer = await reader.readexactly(int(named.get("content-length", "0")))
        if named.get("connection") == "close":
            self.close()
        if cookie := next((line for line in head if line.lower().startswith("set-cookie")), ""):
            self.cookie = self.cookie or cookie.partition(": ")[2].partition(";")[0]
        return int(head[0].split()[1]), answer

    async def open(self, seats: list[Any], **settings: object) -> str:
        """Open a table as this device."""
        body = json.dumps({"seats": seats, "settings": settings}).encode()
        status, answer = await self.ask("/api/tables", "content-type: application/json", body=body)
        assert status == 201, answer
        return str(json.loads(answer)["table"])

    async def sit(self, code: str, kind: str = "tables") -> ClientConnection:
        """Open a socket as this device."""
        return await connect(
            f"ws://127.0.0.1:{self.port}/api/{kind}/{code}/socket",
            additional_headers={"cookie": self.cookie} if self.cookie else {},
            local_addr=(self.address, 0),
            open_timeout=ANSWER_SECONDS,
            close_timeout=1,
            proxy=None,
        )

    def close(self) -> None:
        """Hang up."""
        if self.lines is not None:
            self.lines[1].close()
            self.lines = None


async def again_and_again(one: Callable[[int], Awaitable[object]], at_once: int) -> Counter[str]:
    """Do something in many places at once, as long as the attack lasts; count what comes of it."""
    counts, end = Counter[str](), time.monotonic() + SECONDS

    async def work(place: int) -> None:
        while time.monotonic() < end:
            try:
                counts[str(await one(place))] += 1
            except (OSError, EOFError, WebSocketException) as error:
                counts[type(error).__name__] += 1
                await asyncio.sleep(0.05)

    with suppress(TimeoutError):
        async with asyncio.timeout(SECONDS + ANSWER_SECONDS):
            await asyncio.gather(*map(work, range(at_once)))
    return counts


async def ask_for(
    target: Target, path: Callable[[int], str], *headers: str, cookie: str = "", **how: Any
) -> Counter[str]:
    """Ask over many connections at once."""
    lines = [Http(target, cookie) for _ in range(CONNECTIONS)]

    async def one(place: int) -> int:
        try:
            return (await lines[place].ask(path(place), *headers, **how))[0]
        except (OSError, EOFError):
            lines[place].close()
            raise

    counts = await again_and_again(one, CONNECTIONS)
    for line in lines:
        line.close()
    return counts


async def shout(
    target: Target,
    code: str,
    cookie: str,
    texts: Callable[[int], list[Any]],
    sockets: int = 1,
    kind: str = "tables",
) -> Counter[str]:
    """Send messages over sockets at one table as quickly as they go, and read what comes."""
    http = Http(target, cookie)
    lines = [await http.sit(code, kind) for _ in range(sockets)]
    counts, number = Counter[str](), 0

    async def hear(line: ClientConnection) -> None:
        with suppress(WebSocketException, OSError):
            async for text in line:
                message = json.loads(text)
                counts[message.get("code") or message["type"]] += 1

    hearing = [asyncio.create_task(hear(line)) for line in lines]
    end = time.monotonic() + SECONDS
    with suppress(WebSocketException, OSError):
        while time.monotonic() < end:
            for line in lines:
                for message in texts(number):
                    number += 1
                    await line.send(json.dumps({"id": f"m{number}", **message}))
            await asyncio.sleep(0.02)
    for line in lines:
        await line.close()
    await asyncio.gather(*hearing, return_exceptions=True)
    return counts


async def commands(
    target: Target, seats: list[Any], *messages: Any, tables: int = 10, **settings: object
) -> Counter[str]:
    """Repeat commands at several tables of one device."""
    http = Http(target)
    codes = [await http.open(seats, **settings) for _ in range(tables)]
    heard = (shout(target, code, http.cookie, lambda _number: list(messages)) for code in codes)
    return sum(await asyncio.gather(*heard), Counter[str]())


async def queries(target: Target) -> Counter[str]:
    """Ask for a file with as many arguments as a head has room for."""
    return await ask_for(target, lambda _place: "/icon.svg?" + "%41=&" * 6000)


async def short_queries(target: Target) -> Counter[str]:
    """Ask for a file with as many arguments as are read."""
    return await ask_for(target, lambda _place: "/icon.svg?" + "%41=&" * 400)


async def cookies(target: Target) -> Counter[str]:
    """Send cookies of our name, as many as are read."""
    odd = "; ".join(["punto_device=a.b"] * 400)
    return await ask_for(target, lambda _place: "/icon.svg", f"cookie: {odd}")


async def files(target: Target) -> Counter[str]:
    """Ask for files without an end."""
    return await ask_for(target, lambda _place: "/icon.svg")


async def misses(target: Target) -> Counter[str]:
    """Guess codes in parallel."""
    return await ask_for(target, lambda _place: f"/api/tables/{new_code()}")


async def long_tables(target: Target) -> Counter[str]:
    """Look at many long tables at once."""
    return await ask_for(target, lambda place: f"/api/tables/{target.open_tables[place]}")


async def long_logs(target: Target) -> Counter[str]:
    """Read the events of many long tables at once."""
    return await ask_for(target, lambda place: f"/api/tables/{target.open_tables[place]}/events")


async def long_records(target: Target) -> Counter[str]:
    """Ask for records and replays of long matches, in parallel."""
    words = ("record", "replay")
    codes = target.finished_tables
    return await ask_for(
        target, lambda place: f"/api/tables/{codes[place % len(codes)]}/{words[place % 2]}"
    )


async def lists(target: Target) -> Counter[str]:
    """List one's tables, which are long."""
    return await ask_for(target, lambda _place: "/api/tables", cookie=target.cookie)


async def sockets_at_long_tables(target: Target) -> Counter[str]:
    """Open sockets at many long tables, and stay."""
    lines: list[ClientConnection] = []

    async def one(place: int) -> str:
        lines.append(await Http(target).sit(target.open_tables[place]))
        text = json.loads(await lines[-1].recv())
        await asyncio.sleep(SECONDS)
        return str(text["type"])

    counts = await again_and_again(one, CONNECTIONS)
    await asyncio.gather(*(line.close() for line in lines))
    return counts


async def records(target: Target) -> Counter[str]:
    """Send long records."""
    headers = ("content-type: text/plain",)
    return await ask_for(target, lambda _place: "/api/records", *headers, body=target.record)


async def invitations(target: Target) -> Counter[str]:
    """Ask for QR codes of invitations, each for another host."""
    code = await Http(target).open(ONE_DEVICE)
    lines = [Http(target) for _ in range(CONNECTIONS)]

    async def one(place: int) -> int:
        host = ".".join(str(random.randrange(256)) for _ in range(4))
        return (await lines[place].ask(f"/api/tables/{code}/invite.svg", host=host))[0]

    return await again_and_again(one, CONNECTIONS)


async def handovers(target: Target) -> Counter[str]:
    """Make links to hand over, at many tables."""
    http = Http(target)
    codes = [await http.open(ONE_DEVICE) for _ in range(20)]
    lines = [Http(target, http.cookie) for _ in range(CONNECTIONS)]

    async def one(place: int) -> int:
        path = f"/api/tables/{codes[place % len(codes)]}/handover"
        return (await lines[place].ask(path, body=b""))[0]

    return await again_and_again(one, CONNECTIONS)


class Pair(NamedTuple):
    """Tables where two devices play: who opened them has the first seat, a guest the second."""

    host: Http
    guest: Http
    codes: list[str]
    guests: list[ClientConnection]
    """The guest's sockets, one at every table."""

    async def close(self) -> None:
        """Let the guest go."""
        await asyncio.gather(*(line.close() for line in self.guests))


async def seated(target: Target, tables: int, *bots: Any, **settings: object) -> Pair:
    """Open so many tables for two people on devices of their own, and for bots."""
    pair = Pair(Http(target), Http(target), [], [])
    await pair.guest.ask("/api/choices")
    sit = {"id": "sit", "type": "sit", "seat": 2, "name": "Lory"}
    for _ in range(tables):
        code = await pair.host.open([ONE_DEVICE[0], {"kind": "open"}, *bots], **settings)
        line = await pair.guest.sit(code)
        await line.send(json.dumps(sit))
        await answer(line, "sit")
        pair.codes.append(code)
        pair.guests.append(line)
    return pair


async def answer(line: ClientConnection, id_: object, seat: int = 0) -> str:
    """Hear what comes of a command; meanwhile lay a card in every turn of a seat."""
    async for text in line:
        message = json.loads(text)
        if message.get("id") == id_:
            return str(message["code"])
        events = message.get("events", [])
        if events and (turn := events[-1].get("turn")) and turn["seat"] == seat:
            cell, number = turn["cells"].split()[0], events[-1]["number"]
            place = {"type": "place", "id": new_id(), "answers": number, "seat": seat, "cell": cell}
            await line.send(json.dumps(place))
        for event in events:
            if event.get("id") == id_:
                return str(event["kind"])
    return "closed"


def new_id() -> str:
    """Name a command."""
    return f"u{random.getrandbits(40)}"


OFFERS = [{"type": "offer_end", "seat": 1}, {"type": "decline_end", "seat": 1}]
"""An offer to end the match, which is taken back."""


async def offer(target: Target, pair: Pair) -> Counter[str]:
    """Offer to end the match and take it back, at many tables."""
    cookie = pair.host.cookie
    heard = (shout(target, code, cookie, lambda _number: OFFERS) for code in pair.codes)
    counts = sum(await asyncio.gather(*heard), Counter[str]())
    await pair.close()
    return counts


async def offers(target: Target) -> Counter[str]:
    """Offer to end the match and take it back, against somebody on another device."""
    return await offer(target, await seated(target, tables=8))


async def bot_turns(target: Target) -> Counter[str]:
    """Do the same while strong bots are to move, at more tables than bots can think at a time."""
    expert = {"kind": "bot", "bot": "master"}
    return await offer(target, await seated(target, 20, expert, mode="3p", start=3))


async def full_logs(target: Target) -> Counter[str]:
    """Do the same at tables where a bot is to move and the log is full of it."""
    counts = Counter[str]()

    async def one(code: str) -> None:
        try:
            counts.update(await shout(target, code, target.host_cookie, lambda _number: OFFERS))
        except (OSError, EOFError, WebSocketException) as error:
            counts[type(error).__name__] += 1

    await asyncio.gather(*map(one, target.full_tables))
    return counts


async def stand_in(target: Target) -> Counter[str]:
    """Have a bot stand in for somebody who comes back while it thinks, at several tables.

    Whoever asks for the bot lays a card at once in every own turn: a new turn brings a new
    allowance.
    """
    pair = await seated(target, 10, start=2, rounds_to_win=9)
    hosts = [await pair.host.sit(code) for code in pair.codes]
    await pair.close()

    async def one(place: int) -> str:
        ask = {"type": "stand_in", "id": new_id(), "seat": 2, "bot": "master"}
        await hosts[place].send(json.dumps(ask))
        came = await answer(hosts[place], ask["id"], seat=1)
        if came != "not-gone":
            await (await pair.guest.sit(pair.codes[place])).close()
        return came

    counts = await again_and_again(one, len(hosts))
    await asyncio.gather(*(host.close() for host in hosts))
    return counts


async def undoing(target: Target) -> Counter[str]:
    """Lay a card and take it back, at several tables where all share a device."""
    http = Http(target)
    lines = [await http.sit(await http.open(ONE_DEVICE)) for _ in range(10)]
    states: list[dict[str, Any]] = [{} for _ in lines]

    async def one(place: int) -> str:
        state, message = states[place], json.loads(await lines[place].recv())
        if message["type"] == "snapshot":
            state.update(number=message["table"]["number"], turn=message["table"]["match"]["turn"])
        elif message["type"] == "events":
            last = message["events"][-1]
            turn = last["match"]["turn"] if last["kind"] == "undone" else last.get("turn")
            state.update(number=last["number"], turn=turn, kind=last["kind"])
        elif message["type"] != "refused":
            return str(message["type"])
        command: dict[str, Any] = {"answers": state["number"]}
        if state.get("kind") == "placed" and message["type"] == "events":
            command["type"] = "undo"
        else:
            turn = state["turn"]
            command |= {"type": "place", "seat": turn["seat"], "cell": turn["cells"].split()[0]}
        await lines[place].send(json.dumps({"id": new_id(), **command}))
        return str(message.get("code") or state.get("kind", "snapshot"))

    counts = await again_and_again(one, len(lines))
    await asyncio.gather(*(line.close() for line in lines))
    return counts


async def lobby(target: Target) -> Counter[str]:
    """Change seats, names and settings before the match."""
    seats = [ONE_DEVICE[0], {"kind": "open"}]
    sit, leave = {"type": "sit", "seat": 2, "name": "Mal"}, {"type": "leave", "seat": 2}
    bot = {"type": "set_seat", "seat": 2, "holder": {"kind": "bot", "bot": "random"}}
    return await commands(target, seats, sit, leave, bot, begins_when_full=False)


async def rematches(target: Target) -> Counter[str]:
    """Resign and ask for another match, again and again."""
    seats = [ONE_DEVICE[0], {"kind": "bot", "bot": "random"}]
    resign, again = {"type": "resign", "seat": 1}, {"type": "rematch", "seat": 1}
    return await commands(target, seats, resign, again)


async def reactions(target: Target) -> Counter[str]:
    """React over many sockets at one table."""
    http = Http(target)
    code = await http.open(ONE_DEVICE)
    react = {"type": "react", "seat": 1, "reaction": "hello"}
    return await shout(target, code, http.cookie, lambda _number: [react], sockets=40)


async def pictures(target: Target) -> Counter[str]:
    """Ask for the pictures of many tables."""
    codes = target.open_tables
    return await ask_for(target, lambda place: f"/api/tables/{codes[place]}/preview.png")


async def reviews(target: Target) -> Counter[str]:
    """Ask for reviews of a long match, and leave as soon as each begins."""
    subject = {"about": "record", "record": target.record.decode()}
    body = json.dumps({"wants": "review", "subject": subject}).encode()

    async def one(_place: int) -> int:
        line = Http(target)
        try:
            return (await line.ask("/api/analysis", "content-type: application/json", body=body))[0]
        finally:
            line.close()

    return await again_and_again(one, CONNECTIONS)


async def puzzles(target: Target) -> Counter[str]:
    """Ask for all puzzles of a kind."""
    return await ask_for(target, lambda _place: "/api/puzzles/2p/win")


async def results(target: Target) -> Counter[str]:
    """Correct a result again and again, in many large tournaments with spectators."""
    result = {"type": "set_result", "round": 1, "pairing": 1}

    def corrected(number: int) -> list[Any]:
        return [{**result, "winner": 1 + number % 2}]

    heard = (
        shout(target, code, target.cookie, corrected, sockets=2, kind="tournaments")
        for code in target.halls
    )
    return sum(await asyncio.gather(*heard), Counter[str]())


async def archives(target: Target) -> Counter[str]:
    """Ask for the records of large tournaments."""
    codes = target.halls

    def path(place: int) -> str:
        return f"/api/tournaments/{codes[place % len(codes)]}/records.zip"

    return await ask_for(target, path)


async def bots(target: Target) -> Counter[str]:
    """Have strong bots play each other at many tables, and look on."""
    http, counts = Http(target), Counter[str]()
    seats = [{"kind": "bot", "bot": "master"}] * 4
    lines = []
    for _ in range(CONNECTIONS):
        try:
            code = await http.open(seats, mode="4p", rounds_to_win=9)
            lines.append(await http.sit(code))
            counts["tables"] += 1
        except (AssertionError, WebSocketException, OSError):
            break
    await asyncio.sleep(SECONDS)
    await asyncio.gather(*(line.close() for line in lines))
    return counts


ATTACKS: dict[str, Callable[[Target], Awaitable[Counter[str]]]] = {
    attack.__name__: attack
    for attack in (
        *(queries, short_queries, cookies, files, misses),
        *(long_tables, long_logs, long_records, lists, sockets_at_long_tables),
        *(records, invitations, handovers, offers, undoing, lobby, rematches, reactions, bots),
        *(stand_in, bot_turns, full_logs, results, archives),
        *(pictures, reviews, puzzles),
    )
}


def run(name: str, target: Target) -> Counter[str]:
    """Carry out an attack."""

    async def story() -> Counter[str]:
        return await ATTACKS[name](target)

    return asyncio.run(story())
