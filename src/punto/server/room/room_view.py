"""Everything that a client can ever see of a room; `table.client_view.outgoing` encodes it."""

from punto.server.room.places import proposal
from punto.server.room.room import OPEN, Room
from punto.server.table.client_view import ClientText, PreviewTags, outgoing
from punto.server.table.preview import LinkPreview
from punto.server.wire.rooms import (
    CallShape,
    Level,
    MemberShape,
    OpenedRoom,
    OpenRoom,
    OpenRooms,
    RecentRoom,
    RoomShape,
    RoomYouMessage,
)
from punto.server.wire.words import DeviceNumber, Reaction
from punto.words import say


def room_message(room: Room, now: int) -> ClientText:
    """Make the message with the whole room."""
    return outgoing({"type": "room", "room": room_shape(room, now)})


def room_body(room: Room, now: int) -> ClientText:
    """Make the response to a request for a room."""
    return outgoing(room_shape(room, now))


def opened_room_body(room: str, link: str, short: str) -> ClientText:
    """Make the response to a request to open a room."""
    opened: OpenedRoom = {"room": room, "link": link, "short": short}
    return outgoing(opened)


def recent_rooms_body(rooms: list[RecentRoom]) -> ClientText:
    """Make the response with the recent rooms of a device."""
    return outgoing(rooms)


def open_rooms_body(rooms: list[OpenRoom], *, is_on: bool) -> ClientText:
    """Make the response with the listed rooms."""
    listed: OpenRooms = {"is_on": is_on, "rooms": rooms}
    return outgoing(listed)


def open_room_shape(room: Room, level: Level, connected: list[DeviceNumber]) -> OpenRoom:
    """Describe a listed room: nothing that its lobby does not show to whoever has the link."""
    here = {number for number in connected if number in room.members}
    return {
        "link": room.link,
        "mode": room.settings.mode,
        "level": level,
        "players": [
            room.members[place.member].name if place.kind == "member" else place.bot or None
            for place in room.seats
        ],
        "others": len(here - room.seated),
        "is_playing": room.current is not None,
    }


def room_preview_tags(room: Room, base_url: str, language: str) -> ClientText:
    """Make the tags of the preview of a room's link: who invites, and whether seats are open."""
    title = say("preview.invites", language, name=room.members[room.host].name)
    # The numbers make another address of another picture, because services cache them.
    picture = f"{base_url}/api/rooms/{room.link}/preview.png?at={room.number}"
    return outgoing(
        PreviewTags(LinkPreview(title, room_sentence(room, language)), picture, language)
    )


def room_sentence(room: Room, language: str) -> str:
    """Say whether a match is being played, or how many seats of the next one are open."""
    if room.current is not None:
        return say("preview.room.playing", language)
    if open_seats := room.seats.count(OPEN):
        return say("preview.open", language, count=open_seats)
    return say("preview.room.full", language)


def room_you_message(room: Room, device: str) -> ClientText:
    """Make the message with a client's own place in the room."""
    number = room.device_number(device)
    you: RoomYouMessage = {
        "type": "you",
        "member": number if number in room.members else None,
        "is_host": number == room.host,
        "muted": sorted(member for listener, member in room.muted if listener == number),
    }
    return outgoing(you)


def room_presence_message(room: Room, connected: list[DeviceNumber], spectators: int) -> ClientText:
    """Make the message with who is connected, and who should play next."""
    return outgoing(
        {
            "type": "presence",
            "members": [number for number in connected if number in room.members],
            "spectators": spectators,
            "proposal": [place.shape() for place in proposal(room, connected)],
        }
    )


def room_reaction_message(member: DeviceNumber, reaction: Reaction) -> ClientText:
    """Make the message with a reaction of a member."""
    return outgoing({"type": "reaction", "member": member, "reaction": reaction})


def done_message(command_id: str, number: int) -> ClientText:
    """Make the message that says that a command was carried out."""
    return outgoing({"type": "done", "id": command_id, "number": number})


def member_shape(room: Room, number: DeviceNumber) -> MemberShape:
    """Describe somebody in a room."""
    shape = room.members[number].shape()
    if program := room.program_of(number):
        shape["program"] = program
    return shape


def room_shape(room: Room, now: int) -> RoomShape:
    """Describe a room."""
    call: CallShape | None = None
    if room.call is not None:
        call = {
            "member": room.call.member,
            "ready": sorted(room.call.ready),
            "at": room.call.at,
            "until": room.call.until,
        }
    is_short_valid = not room.is_locked and now < room.short_until
    current = room.current
    return {
        "room": room.room_code,
        "number": room.number,
        "link": room.link,
        "short": room.short if is_short_valid else None,
        "is_locked": room.is_locked,
        "listed": room.listed,
        "host": room.host,
        "members": [member_shape(room, number) for number in sorted(room.members)],
        "settings": room.settings.shape(),
        "substitute": room.substitute,
        "rotates": room.rotates,
        "seats": [place.shape() for place in room.seats],
        "call": call,
        "table": None if current is None else current["table"],
        "matches": list(room.matches),
    }
