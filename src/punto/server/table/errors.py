"""The errors of a table: a code for programs and a sentence for people."""

from punto.rules.errors import PuntoError

SENTENCES = {
    "not-your-seat": "this seat is somebody else's",
    "not-the-host": "only the host of this table can do that",
    "not-waiting": "the match has already begun",
    "not-playing": "no match is being played at this table",
    "not-over": "the match is not over yet",
    "no-such-seat": "this table has no such seat",
    "seat-taken": "this seat is taken",
    "seats-open": "some seats are still open",
    "not-a-spectator": "the host does not allow spectators at this match",
    "too-late": "the match has moved on in the meantime: look again",
    "from-the-future": "this refers to an event that has not happened yet",
    "undo-online": "cards can be taken back only if everybody plays on one device",
    "undo-daily": "no card can be taken back in the deal of the day: there is one try",
    "hint-daily": "there are no hints in the deal of the day: it is the same for everybody",
    "match-of-people": "there is no help during a match between people: ask again when it is over",
    "no-card-to-place": "at that moment nobody has a card to place",
    "nothing-to-undo": "there is no card to take back",
    "already-offered": "you have already offered that, and the others know",
    "nothing-offered": "nobody has offered to end the match",
    "paused": "the match is paused: somebody must continue it first",
    "not-paused": "the match is not paused",
    "not-gone": "this person is here, or has not been away for long enough",
    "no-such-handover": "this link has already been used, or it has expired",
    "nothing-to-hand-over": "this device has no seat here",
    "same-device": "the seat is already on this device",
    "rematched": "the next match has begun at another table",
    "in-a-room": "the next match is agreed on in the room",
    "in-a-tournament": "the tournament decides who meets whom next",
    "too-often": "you have reached the limit for this: play on first",
    "log-full": "this table has reached its limit of events: open another one",
}


class TableError(PuntoError):
    """The table refused a command, which changed nothing."""


def refusal(code: str, **values: object) -> TableError:
    """Make the error with this code."""
    return TableError(code, SENTENCES[code], **values)
