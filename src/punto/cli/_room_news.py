"""What happens in a room of a server, in sentences: for the lines and for the full screen."""

from punto.cli._language import say
from punto.cli._sentences import bot_name
from punto.cli._table_news import program_label
from punto.client import (
    Connected,
    Disconnected,
    MemberReacted,
    MembersChanged,
    RemoteRoom,
    RoomUpdate,
)


def room_news_of(update: RoomUpdate, room: RemoteRoom) -> list[str]:
    """Return what an update means in sentences."""
    if isinstance(update, Disconnected):
        return [say("connection.lost")]
    if isinstance(update, Connected):
        return [say("joined.connected")]
    if isinstance(update, MemberReacted):
        words = say(f"reaction.{update.reaction}")
        return [say("tell.says", name=room.name_of(update.member), words=words)]
    if isinstance(update, MembersChanged):
        return news_of_members(update, room)
    return describe_room(room) if update.before is None else news_of_change(update.before, room)


def news_of_members(update: MembersChanged, room: RemoteRoom) -> list[str]:
    """Return who has lost the connection, and who is back."""
    gone = sorted((update.before - update.connected) & room.members.keys())
    return [say("gone", name=room.name_of(number)) for number in gone]


def news_of_change(before: RemoteRoom, room: RemoteRoom) -> list[str]:
    """Return what is different in a room."""
    lines = []
    if room.table is None and before.table is not None:
        if room.last_result == "dropped":
            lines.append(f"{say('room.dropped')}.")
        lines.append(describe_evening(room))
    if room.table is None and before.places != room.places:
        were = dict(enumerate(before.places))
        lines += [
            describe_place(room, seat)
            for seat, place in enumerate(room.places)
            if were.get(seat) != place
        ]
    if room.call is not None and room.call != before.call:
        if before.call is None:
            lines.append(say("room.called", name=room.name_of(room.call.member)))
        else:
            names = ", ".join(room.name_of(number) for number in sorted(room.call.ready))
            lines.append(f"{say('room.ready', names=names)}.")
    return lines


def describe_room(room: RemoteRoom) -> list[str]:
    """Return who plays next, who is here besides, and how the evening went."""
    lines = [describe_place(room, seat) for seat in range(len(room.places))]
    seated = {place.member for place in room.places}
    others = ", ".join(one.name for one in room.members.values() if one.number not in seated)
    if others:
        lines.append(f"{say('room.who')}: {others}.")
    if room.table is not None:
        lines.append(say("room.running"))
    if room.matches:
        lines.append(describe_evening(room))
    return lines


def describe_place(room: RemoteRoom, seat: int) -> str:
    """Return who plays at a seat in the next match; seats count from 0 here."""
    place = room.places[seat]
    if place.kind == "open":
        return say("lobby.news.open", number=seat + 1)
    who = bot_name(place.bot) if place.member is None else room.name_of(place.member)
    member = None if place.member is None else room.members.get(place.member)
    if member is not None and member.program:
        who = f"{who} ({program_label(who, member.program)})"
    return say("lobby.news.sat", who=who, number=seat + 1)


def describe_evening(room: RemoteRoom) -> str:
    """Return how many matches everybody has won."""
    members = sorted(room.members.values(), key=lambda one: -one.won)
    won = ", ".join(f"{one.name} {one.won}" for one in members)
    return f"{say('room.score')}: {won}."
