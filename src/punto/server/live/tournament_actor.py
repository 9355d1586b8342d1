"""The actor of a tournament in use: commands, rounds that begin, and matches that end."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from functools import partial
from typing import Any

from punto.rules.errors import PuntoError
from punto.server.live.actor import Actor
from punto.server.live.client import Client
from punto.server.live.services import Services
from punto.server.live.table_actor import AbsenceRule, TableActor
from punto.server.live.table_log import TableLog
from punto.server.live.tournament_log import TournamentLog, due_of
from punto.server.room.room_view import done_message
from punto.server.store.deleting import TOUCH_MS
from punto.server.store.errors import ConflictError, StoreError
from punto.server.store.model import EventRow
from punto.server.table.client_view import ClientText
from punto.server.table.draft import SERVER
from punto.server.tournament.change import TournamentChange
from punto.server.tournament.dispatch import decide
from punto.server.tournament.draw import draw_round
from punto.server.tournament.entry import is_new_player
from punto.server.tournament.errors import refusal
from punto.server.tournament.rounds import (
    call_round,
    end_pairing,
    must_open,
    open_pairing,
    record_round,
)
from punto.server.tournament.tournament import Pairing, Tournament
from punto.server.tournament.tournament_view import (
    tournament_message,
    tournament_presence_message,
    tournament_you_message,
)
from punto.server.wire.tournaments import JoinTournament, NextRound, TournamentCommand

LOOK_MS = 10_000
"""How often a tournament looks which matches are over, in case the news of that was lost."""

Visit = Callable[[str], AbstractContextManager[TableActor]]


class TournamentActor(Actor[Tournament, TournamentChange]):
    """Changes a tournament: commands, rounds that begin, and matches that end."""

    def __init__(self, code: str, services: Services, visit: Visit, known_since_ms: int) -> None:
        self.log = TournamentLog(code, services)
        super().__init__(code, services, self.log)
        self._visit = visit
        self._known_since_ms = known_since_ms
        """Since when this node knows who is connected."""
        self._looked_at_ms = 0

    # Changing the tournament

    def _draft(self, state: Tournament, device: str, command_id: str = "") -> TournamentChange:
        return TournamentChange(state, device, self.services.now(), command_id)

    async def _commit(self, change: TournamentChange, received: float | None = None) -> None:
        """Store a change, publish it, and begin the next round if it was asked for."""
        if not change.events:
            return
        try:
            rows = await self.log.append(change)
        except BaseException:
            self._is_append_in_doubt = True  # it may be stored, or another node's event
            raise
        tournament = change.tournament
        for event, row in zip(change.events, rows, strict=True):
            tournament.remember_command(event, row.number)
        self._publish(tournament, rows, received)
        with suppress(StoreError):  # what is due stays due, and is tried again
            if {"player_left", "player_removed"} & {event.kind for event in change.events}:
                await self._go_on_without_absent(tournament)
            await self._go_on(tournament)

    async def _go_on(self, tournament: Tournament) -> None:
        """Draw the round that was asked for, or open the tables of one that was drawn.

        Each step is stored before the next one: if the server stops in between, it goes on there.
        """
        change = self._draft(tournament, SERVER)
        if tournament.is_round_called:
            draw, schedule = await asyncio.to_thread(draw_round, tournament)
            record_round(change, draw, schedule)
        elif pairings := must_open(tournament):
            await asyncio.gather(*(self._open_table(tournament, one) for one in pairings))
            change.apply_and_record("tables_opened")
        await self._commit(change)

    async def _open_table(self, tournament: Tournament, pairing: Pairing) -> None:
        """Store the table of a match, unless it is there already."""
        opening = open_pairing(tournament, pairing, self.services.now())
        with suppress(ConflictError):
            await TableLog(pairing.code, self.services).append(opening)
            self.services.metrics.opened.inc()

    async def settle(self) -> None:
        """Enter the results of all matches that are over."""
        async with self.lock:
            await self._settle(await self._newest())

    async def _settle(self, tournament: Tournament) -> None:
        self._looked_at_ms = self.services.now()
        current = tournament.current
        playing = [] if current is None else [one for one in current.pairings if one.is_playing]
        change = self._draft(tournament, SERVER)
        for pairing in playing:
            row = await self.services.store.table(pairing.code)
            if row is not None and row.phase == "over":
                table, _ = await TableLog(pairing.code, self.services).load()
                end_pairing(change, len(tournament.rounds), pairing.number, table)
        await self._commit(change)

    # Commands of clients

    async def execute_for(
        self, client: Client, command: TournamentCommand, received: float
    ) -> None:
        """Carry out a command of a client, or recognise that it was carried out before."""
        is_charged = False

        def decide_and_charge(change: TournamentChange) -> None:
            nonlocal is_charged
            if not is_charged:  # a command that is decided again is not charged again
                self._charge(change, client, command)
                is_charged = True
            decide(change, command)

        done = await self.execute(
            client.device,
            decide_and_charge,
            command_id=command.id,
            last_event=0,
            received=received,
        )
        client.send(done_message(command.id, self.last_event if done is None else done))

    def _charge(self, change: TournamentChange, client: Client, command: TournamentCommand) -> None:
        """Take the price of a command from the rate limits of the client."""
        limits = self.services.limits
        if isinstance(command, JoinTournament) and is_new_player(change):
            limits.join_room(self.code, client.address)
        elif isinstance(command, NextRound) and change.device_number == change.tournament.host:
            limits.open_table(client.device, client.address)

    # Clients

    async def _let_in(self, client: Client, last_event: int | None) -> None:  # noqa: ARG002
        tournament = await self._newest()
        await self._check_entrance(tournament, client.device)
        with suppress(StoreError):  # whatever cannot be stored now, people may see it
            await self._settle(tournament)
        tournament = await self._loaded()
        self.presence.add(client)
        self._announce()
        client.send(tournament_you_message(tournament, client.device))
        client.send(tournament_message(tournament))
        self._send_presence(tournament)
        await self._keep(tournament, client.device)

    async def _check_entrance(self, tournament: Tournament, device: str) -> None:
        """Refuse a client that was removed, or that is new while it is locked or full."""
        if not tournament.may_see(device):
            raise exclusion(tournament, device)
        if tournament.device_number(device) in {*tournament.people, tournament.host}:
            return
        await self.peers.wait_for_answers()
        limit = self.services.config.spectators_per_table
        if self.presence.spectators(tournament) >= limit:
            sentence = "as many people as this tournament allows are watching already"
            raise PuntoError("too-many-watchers", sentence, limit=limit)

    async def _keep(self, tournament: Tournament, device: str) -> None:
        """Keep a tournament from being deleted as old: somebody who belongs to it has come."""
        now = self.services.now()
        is_old = now - self.log.kept_at_ms > TOUCH_MS
        known = {*tournament.people, tournament.host}
        if is_old and tournament.device_number(device) in known:
            with suppress(StoreError):
                await self.services.store.touch([self.code], now)
                self.log.kept_at_ms = now

    # Publishing

    def _publish(
        self,
        state: Tournament,
        rows: Sequence[EventRow],  # noqa: ARG002
        received: float | None = None,  # noqa: ARG002
    ) -> None:
        """Make stored events the state of the tournament, and send it to its clients."""
        self.state = state
        self._send_strangers_away(state, partial(exclusion, state))
        self._broadcast(tournament_message(state))
        for client in self.presence.clients:
            client.send(tournament_you_message(state, client.device))
        self._send_presence(state)

    def _presence_text(self, state: Tournament) -> ClientText:
        connected, spectators = self.presence.connected(state), self.presence.spectators(state)
        return tournament_presence_message(state, connected, spectators)

    def _receive_reaction(self, message: Mapping[str, Any]) -> None:
        """Nobody can react in a tournament; they can at its tables."""

    # What the server does by itself

    async def do_what_is_due(self, *, is_claimed: bool) -> None:
        """Begin rounds, open tables, enter results, and go on without people who are away."""
        async with self.lock:
            await self._go_on(await self._newest())
            await self._settle(await self._loaded())
            await self._begin_by_itself(await self._loaded())
            tournament = await self._loaded()
            if is_claimed and not await self.log.store_due(
                tournament, due_of(tournament, self.services.now())
            ):
                self._is_append_in_doubt = True
            await self._go_on_without_absent(tournament)

    async def _begin_by_itself(self, tournament: Tournament) -> None:
        """Begin the next round if the pause after the last one is over."""
        if tournament.next_at is not None and tournament.next_at <= self.services.now():
            change = self._draft(tournament, SERVER)
            call_round(change)
            await self._commit(change)

    async def _go_on_without_absent(self, tournament: Tournament) -> None:
        """Let bots stand in for those who are away from their match, or let them lose it."""
        current, plan = tournament.current, tournament.plan
        left = [one.device for one in tournament.players.values() if one.has_left and one.device]
        rule = AbsenceRule(
            plan.bot if plan.absence == "stand_in" else None,
            1000 * plan.absence_seconds,
            self._known_since_ms,
            frozenset(tournament.devices[number - 1] for number in left),
        )
        for pairing in () if current is None else current.pairings:
            if pairing.is_playing:
                with self._visit(pairing.code) as actor:
                    await actor.go_on_without_absent(rule)

    def check_overdue(self, late_ms: int) -> bool:
        """Whether a round should have begun, or a match may be over."""
        tournament = self.state
        if tournament is None or not self.presence.clients or tournament.is_over:
            return False
        if tournament.next_at is not None and tournament.next_at < late_ms:
            return True
        if self._looked_at_ms + LOOK_MS >= self.services.now():
            return False
        current = tournament.current
        is_playing = current is not None and any(one.is_playing for one in current.pairings)
        return tournament.is_round_called or bool(must_open(tournament)) or is_playing


def exclusion(tournament: Tournament, device: str) -> PuntoError:
    """Say why a device may not come in."""
    is_removed = tournament.device_number(device) in tournament.removed
    return refusal("tournament-removed" if is_removed else "tournament-locked")
