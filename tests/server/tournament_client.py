"""A client in a tournament: it comes back by itself, and repeats its commands until answered."""

from typing import Any

from websockets.asyncio.client import ClientConnection

from .client import Device, Message
from .contract import check_sent
from .room_client import Company, RoomClient

QUICK = {"name": "Club night", "settings": {"rounds_to_win": 1}}


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
                for pairing in self.pairings
                if self.you["player"] in [seat.get("player") for seat in pairing["seats"]]
            ),
            None,
        )

    @property
    def pairings(self) -> list[Message]:
        """The matches of the last round."""
        return (self.tournament["round"] or {"pairings": []})["pairings"]  # type: ignore[no-any-return]

    def are_tables_open(self) -> bool:
        """Whether a round has begun, and people can go to their tables."""
        return self.round > 0 and all(one["table"] or one["on_paper"] for one in self.pairings)

    def is_round_over(self) -> bool:
        """Whether all matches of the last round have a result."""
        return self.round > 0 and all("over" in one for one in self.pairings)

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


async def open_tournament(people: Company, **plan: object) -> tuple[TournamentClient, str]:
    """Open a tournament, and let its host watch it."""
    host = people.device()
    response = await host.http.post("/api/tournaments", json={"plan": {**QUICK, **plan}})
    assert response.status_code == 201, response.text
    code: str = response.json()["tournament"]
    assert response.json()["link"].endswith(f"/tournament/{code}")
    return await come(people, code, device=host), code


async def come(
    people: Company, code: str, name: str = "", device: Device | None = None
) -> TournamentClient:
    """Open a socket in a tournament, and join it if there is a name."""
    person = TournamentClient(device or people.device(), code)
    people.people.append(person)
    await person.begin()
    if name:
        await person.join(name)
    return person
