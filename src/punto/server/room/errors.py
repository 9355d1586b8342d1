"""The errors of a room: a code for programs and a sentence for people."""

from punto.rules.errors import PuntoError

SENTENCES = {
    "no-such-room": "there is no open room with this code",
    "room-locked": "the host has locked this room: nobody new can come in",
    "removed": "the host has removed you from this room",
    "not-a-member": "say who you are first: join the room under a name",
    "no-such-member": "nobody in this room has this number",
    "host-stays": "the host cannot be removed: make somebody else the host first",
    "room-full": "this room has reached its limit of people, matches or changes: open another one",
    "listing-off": "this server lists no rooms on its first page",
    "match-running": "the match is still being played",
    "no-match": "no match is being played in this room",
    "nobody-plays": "at least one person must play",
    "nobody-waits": "everybody plays already",
    "program-not-host": "a program cannot be the host of a room",
    "room-host-only": "only the host of this room can do that",
    "seat-not-open": "this seat is taken",
    "no-such-place": "the next match has no such seat",
    "places-open": "some seats of the next match are still open",
    "already-ready": "you have already agreed, and the others know",
}


class RoomError(PuntoError):
    """The room refused a command, which changed nothing."""


def refusal(code: str, **values: object) -> RoomError:
    """Make the error with this code."""
    return RoomError(code, SENTENCES[code], **values)
