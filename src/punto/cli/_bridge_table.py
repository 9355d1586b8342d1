"""A seat of a bridge at a table, and at the tables of its rematches."""

import asyncio
import time
from contextlib import suppress

from punto.cli._bridge import BotFault, Bridge, Pause
from punto.cli._language import error_text, say
from punto.cli._table_news import result_of
from punto.client import Connected, Disconnected, RemoteTable, TableClient, TableLink
from punto.rules.errors import PuntoError

REMATCH_SECONDS = 15 * 60
"""How long it waits for somebody to ask for a rematch."""

SETTLED = frozenset({"too-late", "already-offered", "not-playing", "not-over", "rematched"})
"""Codes of refusals that only say that things have moved on."""

NOT_SEATED = frozenset({"seat-taken", "not-waiting"})
"""Codes that mean that somebody else was faster: perhaps there is another seat."""


class BridgeTable:
    """Takes a seat, lays its cards, and agrees to what the people at the table want."""

    def __init__(self, bridge: Bridge, link: TableLink, *, is_in_room: bool = False) -> None:
        self.bridge, self.link = bridge, link
        self.is_in_room = is_in_room
        """Whether a room seats everybody, and agrees on the next match."""

    async def play(self) -> None:
        """Play the match and its rematches; a PuntoError says why it cannot."""
        next_link: TableLink | None = self.link
        while next_link is not None:
            self.link = next_link
            next_link = await self.bridge.insist(self.link, self._play_match)

    async def _play_match(self) -> TableLink | None:
        async with TableClient(self.link, self.bridge.credentials) as client:
            match = BridgeMatch(self.bridge, client, is_in_room=self.is_in_room)
            following = asyncio.create_task(match.follow())
            try:
                return await match.play()
            finally:
                following.cancel()
                with suppress(asyncio.CancelledError):
                    await following


class BridgeMatch:
    """One match. The client keeps up with the table, also while the bot thinks."""

    def __init__(self, bridge: Bridge, client: TableClient, *, is_in_room: bool) -> None:
        self.bridge, self.client, self.is_in_room = bridge, client, is_in_room
        self._changed = asyncio.Event()
        self._has_sat = False
        """Whether our seat was granted; the message that says which is ours comes after that."""
        self._had_seat = False

    async def follow(self) -> None:
        """Note every change, until cancelled or until the server ends the connection for good."""
        is_first = True
        with suppress(PuntoError):  # the client keeps it as its failure
            async for update in self.client.updates():
                if isinstance(update, Disconnected):
                    self._tell(say("connection.lost"))
                elif isinstance(update, Connected) and not is_first:
                    self._tell(say("joined.connected"))
                is_first = False
                self._changed.set()
        self._changed.set()

    async def play(self) -> TableLink | None:
        """Play until the match is over; return the link to its rematch, if there is one."""
        pause = Pause()
        while (table := self.client.table) is None or table.phase != "over":
            self._changed.clear()
            self._check()
            step = None if table is None else self._next_step(table)
            if step is None:
                await self._changed.wait()
            elif await self._try(step):
                pause = Pause()
            else:
                await pause.wait()
        self._tell(result_of(table))
        return None if self.is_in_room or self.bridge.is_once else await self._rematch()

    async def _rematch(self) -> TableLink | None:
        """Agree to a rematch, if somebody asks for one before long; return its link."""
        until, pause = time.monotonic() + REMATCH_SECONDS, Pause()
        while (wait_seconds := until - time.monotonic()) > 0:
            self._changed.clear()
            self._check()
            table, you = self.client.table, self.client.you
            assert table is not None
            if table.next_code is not None:
                return self.client.link.with_code(table.next_code)
            if you.seats and _is_asked(table.rematch_offers, you.device):
                if not await self._try("rematch"):
                    await pause.wait()
                continue
            with suppress(TimeoutError):
                async with asyncio.timeout(wait_seconds):
                    await self._changed.wait()
        return None

    def _check(self) -> None:
        """Raise why there is nothing more to do here, if there is not."""
        if self.client.failure is not None:
            raise self.client.failure
        self._had_seat = self._had_seat or bool(self.client.you.seats)
        if self._had_seat and not self.client.you.seats:
            raise PuntoError("seat-lost", "somebody else has this seat now")

    def _next_step(self, table: RemoteTable) -> str | None:
        """Find what is wanted of us before the match is over."""
        you = self.client.you
        if not you.seats:
            return None if self.is_in_room or self._has_sat else "sit"
        if table.phase == "playing" and table.seat_to_move in you.seats:
            return "place"
        return "offer_end" if _is_asked(table.end_offers, you.device) else None

    async def _try(self, step: str) -> bool:
        """Do something; return False if it should be tried again after a pause."""
        try:
            if step == "sit":
                await self._sit()
            elif step == "place":
                await self._place()
            else:
                await self.client.send(step, seat=self.client.you.seats[0])
        except BotFault as fault:
            self._tell(say("bridge.fault", name=self.bridge.bot.name, what=str(fault)))
            return False
        except PuntoError as error:
            if self.client.failure is not None or error.code not in self.bridge.passing | SETTLED:
                raise
            if error.code not in SETTLED:
                self._tell(error_text(error))
                return False
        return True

    async def _sit(self) -> None:
        """Take the first open seat."""
        table = self.client.table
        assert table is not None
        if table.phase != "waiting" or not table.open_seats:
            raise PuntoError("no-seat-left", "this table has no open seat")
        seat = table.open_seats[0]
        try:
            await self.client.send("sit", seat=seat, name=self.bridge.name)
        except PuntoError as error:
            if error.code not in NOT_SEATED:
                raise
            return
        self._has_sat = True
        self._tell(say("bridge.seated", number=seat))

    async def _place(self) -> None:
        """Let the bot choose a cell, and lay the card there."""
        table = self.client.table
        assert table is not None
        cell = await self.bridge.choose(table)
        values = {"last_event": table.number, "seat": table.seat_to_move, "cell": str(cell)}
        await self.client.send("place", **values)

    def _tell(self, sentence: str) -> None:
        self.bridge.tell(self.client.link, sentence)


def _is_asked(offers: frozenset[int], device: int | None) -> bool:
    """Whether somebody has offered something, and we have not answered."""
    return bool(offers) and device not in offers
