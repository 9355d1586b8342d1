"""A room of a server as a client knows it. The server sends the whole room after every change."""

from dataclasses import dataclass

from punto.client.messages import Message, read_text


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody in the room, and how the evening went for them."""

    number: int
    name: str
    watches: bool
    """Whether the member sits out by choice."""
    won: int
    """Matches won."""
    program: str = ""
    """The program that is here with a token; empty for a person."""


@dataclass(frozen=True, slots=True)
class Place:
    """Who has a seat in the next match."""

    kind: str
    """`open`, `member` or `bot`."""
    member: int | None = None
    bot: str = ""


@dataclass(frozen=True, slots=True)
class Call:
    """Somebody asked for the next match."""

    member: int
    ready: frozenset[int]
    """Who has agreed, the first included."""


@dataclass(frozen=True, slots=True)
class RemoteRoom:
    """The public state of a room."""

    code: str
    """The code by which members find the room, whatever its link is now."""
    number: int
    """The number of the last event that it includes."""
    host: int
    members: dict[int, Member]
    places: tuple[Place, ...]
    """Who plays the next match."""
    call: Call | None
    table: str | None
    """The code of the table where a match is being played."""
    players: frozenset[int]
    """The members who play the current match; nobody between matches."""
    matches: int
    """How many matches have begun."""
    last_result: str
    """Why the last match is over; empty if none is."""

    def name_of(self, number: int) -> str:
        """Return the name of a member; empty for somebody who was removed."""
        member = self.members.get(number)
        return "" if member is None else member.name


def read_room(shape: Message) -> RemoteRoom:
    """Read a room."""
    members = [
        Member(
            one["member"],
            read_text(one["name"]),
            bool(one["watches"]),
            int(one["won"]),
            read_text(one.get("program", "")),
        )
        for one in shape["members"]
    ]
    places = [
        Place(one["kind"], one.get("member"), read_text(one.get("bot", "")))
        for one in shape["seats"]
    ]
    call, matches = shape["call"], shape["matches"]
    return RemoteRoom(
        code=shape["room"],
        number=int(shape["number"]),
        host=shape["host"],
        members={member.number: member for member in members},
        places=tuple(places),
        call=None if call is None else Call(call["member"], frozenset(call["ready"])),
        table=shape["table"],
        players=frozenset(seat["member"] for seat in matches[-1]["seats"] if "member" in seat)
        if shape["table"] is not None
        else frozenset(),
        matches=len(matches),
        last_result=matches[-1].get("over", {}).get("how", "") if matches else "",
    )
