"""The errors of a table: a code for programs and a sentence for people."""

from punto.rules.errors import PuntoError

SENTENCES = {
    "not-your-seat": "this seat is somebody else's",
    "not-the-host": "only the host of this table can do that",
    "not-waiting": "the match has begun already",
    "not-playing": "no match is being played at this table",
    "not-over": "the match is not over yet",
    "no-such-seat": "this table has no such seat",
    "seat-taken": "this seat is taken",
    "seats-open": "some seats are still open",
    "not-a-spectator": "the host lets nobody watch this match without a seat",
    "too-late": "the match has gone on since: look again",
    "from-the-future": "this answers an event that has not happened",
    "undo-online": "cards are taken back only where all people share one device",
    "nothing-to-undo": "nobody has laid a card that could be taken back",
    "already-offered": "you have said so already, and the others know it",
    "nothing-offered": "nobody offers to end the match",
    "not-gone": "this person is here, or has not been gone for long enough",
    "no-such-handover": "this link was used already, or its time is over",
    "nothing-to-hand-over": "this device has no seat here",
    "same-device": "the seat is on this device already",
    "rematched": "the next match has begun at another table",
    "too-often": "you have done that often enough here: go on with the match",
    "log-full": "more has happened at this table than it can keep: open another one",
}


class TableError(PuntoError):
    """The table refused a command, which changed nothing."""


def refusal(code: str, **values: object) -> TableError:
    """Make the error with this code."""
    return TableError(code, SENTENCES[code], **values)
