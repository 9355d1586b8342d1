"""The actor of a tournament in use: commands, rounds that begin, and matches that end."""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, suppress
from typing import Any

from punto.rules.errors import PuntoError
from punto.server.live.client import Client
from punto.server.live.group_actor import GroupActor
from punto.server.live.services import Services
from punto.server.live.table_actor import AbsenceRule, TableActor
from punto.server.live.tournament_log import TournamentLog
from punto.server.store.errors import StoreError
from punto.server.table.client_view import ClientText
from punto.server.table.draft import SERVER
from punto.server.tournament.change import TournamentChange
from punto.server.tournament.dispatch import decide
from punto.server.tournament.draw import draw_round
from punto.server.tournament.entry import is_new_player, replace_host, take_back
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

Visit = Callable[[str], AbstractContextManager[TableActor]]
"""A way to use a table by its code."""


class TournamentActor(GroupActor[Tournament, TournamentChange]):
    """Changes a tournament: commands, rounds that begin, and matches that end."""

    noun = "tournament"

    def __init__(self, code: str, services: Services, visit: Visit, known_since_ms: int) -> None:
        self.log = TournamentLog(code, services)
        super().__init__(code, services, self.log)
        self._visit = visit
        """The way to the tables at which its people play."""
        self._host_seen_at_ms = 0
        """When the host was last found at one of them."""
        self._known_since_ms = known_since_ms
        """Since when this node knows who is connected."""

    # Changing the tournament

    def _draft(self, state: Tournament, device: str, command_id: str = "") -> TournamentChange:
        return TournamentChange(state, device, self.services.now(), command_id)

    async def _follow_up(self, change: TournamentChange) -> None:
        """Go on without people who have left, and begin the next round if it was asked for."""
        with suppress(StoreError):  # what is due stays due, and is tried again
            if {"player_left", "player_removed"} & {event.kind for event in change.events}:
                await self._go_on_without_absent(change.tournament)
            await self._go_on(change.tournament)

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
            self.services.limits.charge_tables(
                self.presence.owner(tournament).address, len(pairings)
            )
            change.apply_and_record("tables_opened")
        await self._commit(change)

    async def _open_table(self, tournament: Tournament, pairing: Pairing) -> None:
        """Store the table of a match, unless it is there already."""
        await self._store_table(open_pairing(tournament, pairing, self.services.now()))

    async def _enter_results(self, state: Tournament) -> None:
        change = self._draft(state, SERVER)
        for pairing in state.pairings:
            if pairing.is_playing and (table := await self._finished_table(pairing.code)):
                end_pairing(change, len(state.rounds), pairing.number, table)
        await self._commit(change)

    # Commands of clients

    async def execute_for(
        self, client: Client, command: TournamentCommand, received: float
    ) -> None:
        """Carry out a command of a client, or recognise that it was carried out before."""
        await self._execute_and_confirm(
            client,
            command.id,
            lambda change: self._charge(change, client, command),
            lambda change: decide(change, command),
            received,
        )

    def _charge(self, change: TournamentChange, client: Client, command: TournamentCommand) -> None:
        """Take the price of a command from the rate limits of the client."""
        limits = self.services.limits
        if isinstance(command, JoinTournament) and is_new_player(change):
            limits.join_room(self.code, client.address)
        elif isinstance(command, NextRound) and change.device_number == change.tournament.host:
            limits.open_table(client.device, client.address)  # the others are charged when opened

    async def _welcome(self, state: Tournament, device: str) -> None:
        """Make a host who was replaced while away the host again."""
        number = state.device_number(device)
        if number and number == state.absent_host:
            change = self._draft(state, SERVER)
            take_back(change)
            await self._commit(change)

    # Publishing

    def _exclusion(self, state: Tournament, device: str) -> PuntoError:
        is_removed = state.device_number(device) in state.removed
        return refusal("tournament-removed" if is_removed else "tournament-locked")

    def _text(self, state: Tournament) -> ClientText:
        return tournament_message(state)

    def _you_text(self, state: Tournament, device: str) -> ClientText:
        return tournament_you_message(state, device)

    def _presence_text(self, state: Tournament) -> ClientText:
        connected, spectators = self.presence.connected(state), self.presence.spectators(state)
        return tournament_presence_message(state, connected, spectators)

    def _receive_reaction(self, message: Mapping[str, Any]) -> None:
        """Nobody can react in a tournament; they can at its tables."""

    # What the server does by itself

    async def do_what_is_due(self, *, is_claimed: bool) -> None:
        """Begin rounds, open tables, enter results, and go on without people who are away."""
        await self._look_for_host()
        async with self.lock:
            await self._go_on(await self._newest())
            await self._settle(await self._loaded())
            await self._begin_by_itself(await self._loaded())
            tournament = await self._loaded()
            if is_claimed and not await self.log.store_due(
                tournament, self.log.due_of(tournament, self.services.now())
            ):
                self._is_append_in_doubt = True
            await self._go_on_without_absent(tournament)
            await self._replace_host_if_gone()

    async def _look_for_host(self) -> None:
        """Look for an absent host at the tables, where the page does not show the tournament.

        It takes a moment to ask other nodes, so call it without the lock.
        """
        state = self.state
        if state is None or self._host_left_at_ms(state) is None:
            return
        device = state.devices[state.host - 1]
        looks = await asyncio.gather(*(self._is_at_table(device, code) for code in state.tables))
        if any(looks):
            self._host_seen_at_ms = self.services.now()

    async def _is_at_table(self, device: str, code: str) -> bool:
        with self._visit(code) as actor:
            return await actor.is_here(device)

    def _host_left_at_ms(self, state: Tournament) -> int | None:
        left_at_ms = super()._host_left_at_ms(state)
        return None if left_at_ms is None else max(left_at_ms, self._host_seen_at_ms)

    def _replace_host(self, change: TournamentChange) -> None:
        replace_host(change, self.presence.connected(change.tournament))

    async def _begin_by_itself(self, tournament: Tournament) -> None:
        """Begin the next round if the pause after the last one is over."""
        if tournament.next_at is not None and tournament.next_at <= self.services.now():
            change = self._draft(tournament, SERVER)
            call_round(change)
            await self._commit(change)

    async def _go_on_without_absent(self, tournament: Tournament) -> None:
        """Let bots stand in for those who are away from their match, or let them lose it."""
        plan = tournament.plan
        left = [one.device for one in tournament.players.values() if one.has_left and one.device]
        rule = AbsenceRule(
            plan.bot if plan.absence == "stand_in" else None,
            1000 * plan.absence_seconds,
            self._known_since_ms,
            frozenset(tournament.devices[number - 1] for number in left),
        )
        tables = [pairing.code for pairing in tournament.pairings if pairing.is_playing]
        # All at once, as each waits a moment for other nodes to say who is there.
        applying = (self._apply_absence_rule(table, rule) for table in tables)
        for error in await asyncio.gather(*applying, return_exceptions=True):
            if error is not None:
                raise error

    async def _apply_absence_rule(self, table: str, rule: AbsenceRule) -> None:
        with self._visit(table) as actor:
            await actor.go_on_without_absent(rule)

    def check_overdue(self, late_ms: int) -> bool:
        """Whether a round should have begun, a match may be over, or the host is gone."""
        tournament = self.state
        if tournament is None or not self.presence.clients or tournament.is_over:
            return False
        if tournament.next_at is not None and tournament.next_at < late_ms:
            return True
        if self._is_host_gone(tournament):
            return True
        is_playing = any(pairing.is_playing for pairing in tournament.pairings)
        is_unfinished = tournament.is_round_called or bool(must_open(tournament)) or is_playing
        return is_unfinished and self._is_unsure
