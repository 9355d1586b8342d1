"""Rounds that end at once because nobody has a card."""

from punto import Round, RoundEnd

from .pictures import table_text


def stalemate(mode: str, picture: str, edition: str = "english-2018", start: int = 1) -> RoundEnd:
    """End a round at once: nobody has a card."""
    decks = [""] * {"2p": 2, "3p": 3}.get(mode, 4)
    round_ = Round(mode, decks, start=start, edition=edition, table=table_text(picture))
    assert round_.end is not None
    assert round_.seat is None
    return round_.end


def counts(end: RoundEnd) -> list[int]:
    return list(map(len, end.runs))


def points(end: RoundEnd) -> list[list[int]]:
    return [[run.points for run in runs] for runs in end.runs]
