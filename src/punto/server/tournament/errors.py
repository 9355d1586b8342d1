"""The errors of a tournament: a code for programs and a sentence for people."""

from punto.rules.errors import PuntoError

SENTENCES = {
    "no-such-tournament": "there is no tournament with this code",
    "tournament-locked": "the host has locked this tournament: nobody new can come in",
    "tournament-removed": "the host has removed you from this tournament",
    "tournament-host-only": "only the host of this tournament can do that",
    "tournament-full": "this tournament has reached its limit of people or changes",
    "tournament-over": "this tournament is over",
    "tournament-begun": "the tournament has begun: the mode and the system cannot be changed",
    "round-robin-begun": "this round robin has begun and has no free place: nobody new can join",
    "too-few-players": "a tournament needs at least 3 people who are still in it",
    "round-running": "some matches of this round have not ended yet",
    "not-a-player": "you do not take part in this tournament",
    "no-such-player": "nobody in this tournament has this number",
    "player-taken": "somebody else has come as this person",
    "no-such-pairing": "there is no such match in this tournament",
    "not-a-result": "this cannot be the result of that match",
}


class TournamentError(PuntoError):
    """The tournament refused a command, which changed nothing."""


def refusal(code: str, **values: object) -> TournamentError:
    """Make the error with this code."""
    return TournamentError(code, SENTENCES[code], **values)
