"""A client in a tournament: it comes back by itself, and repeats its commands until answered."""

from typing import Any

from websockets.asyncio.client import ClientConnection

from .client import Message
from .contract import check_sent
from .room_client import RoomClient


class TournamentClient(RoomClient):
    """A socket in a tournament."""

    tournament: Message

    async def _connect(self, since: int | None) -> ClientConnection:
        return await self.device.connect_to(f"tournaments/{self.code}", since)

    async def _hear(self, text: str) -> None:
        self.received.append(text)
        message = check_sent(text, "TournamentServerMessage")
        async with self.changed:
            kind = message["type"]
            if kind == "you":
                self.you = message
            elif kind == "tournament":
                assert message["tournament"]["number"] >= self.number
                self.tournament = message["tournament"]
                self.number = self.tournament["number"]
            elif kind == "presence":
                self.presence = message
            elif kind == "done":
                self.done[message["id"]] = message
            elif kind == "refused":
                self.refusals.append(message)
            elif kind == "bye":
                self.byes.append(message)
            self.changed.notify_all()

    @property
    def round(self) -> int:
        """The number of the last round; 0 before the first one."""
        return (self.tournament["round"] or {"round": 0})["round"]  # type: ignore[no-any-return]

    @property
    def own_pairing(self) -> dict[str, Any] | None:
        """The match of this person in the last round."""
        return next(
            (
                pairing
                for pairing in self.tournament["round"]["pairings"]
                if self.you["player"] in [seat.get("player") for seat in pairing["seats"]]
            ),
            None,
        )

    async def play_round(self, number: int) -> None:
        """Play the match of a round, if there is one for this person."""
        await self.until(lambda: self.round >= number)
        pairing = self.own_pairing
        if pairing is None or "over" in pairing:
            return
        await self.until(lambda: self.own_pairing is None or self.own_pairing["table"])
        if self.round == number and pairing is not None and self.own_pairing is not None:
            table = await self.device.sit(self.own_pairing["table"])
            await table.play()
            await table.close()
