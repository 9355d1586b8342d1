"""Matches to test with: played by chance, or laid again card by card."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from punto import Match, Record

NAMES_OF_SEATS = ("Ada", "Ben", "Cleo", "Dag")
DATE = "2026-11-15"


def begun(
    mode: str,
    chance: Random,
    *,
    edition: str = "english-2018",
    rounds_to_win: int = 2,
    open_cards: bool = False,
) -> Match:
    return Match(
        mode,
        edition=edition,
        rounds_to_win=rounds_to_win,
        open_cards=open_cards,
        seed=chance.randbytes(32),
    )


def play(match: Match, chance: Random, placements: int = 100_000) -> Match:
    for _ in range(placements):
        if match.over:
            break
        match.place(chance.choice(match.legal_cells))
    return match


def played(mode: str, seed: int, edition: str = "english-2018", rounds_to_win: int = 1) -> Match:
    chance = Random(seed)
    return play(begun(mode, chance, edition=edition, rounds_to_win=rounds_to_win), chance)


def recorded(match: Match, *, deals: bool | None = None) -> Record:
    return Record(match, NAMES_OF_SEATS[: len(match.mode.seats)], DATE, deals=deals)


def moments(match: Match, *, open_cards: bool = False) -> Iterator[Match]:
    """Lay all cards of a match again, from its deals, and stop before each and at the end."""
    again = Match(
        match.mode,
        edition=match.edition,
        rounds_to_win=match.rounds_to_win,
        start=match.start,
        options=replace(match.options, open_cards=open_cards),
        deals=[round_.decks for round_ in match.rounds],
    )
    yield again
    for round_ in match.rounds:
        for placement in round_.placements:
            again.place(placement.cell)
            yield again


def moments_of_unknown_decks(match: Match) -> Iterator[Match]:
    """Lay all cards again as somebody who is told each only when it is laid."""
    again = Match(
        match.mode,
        edition=match.edition,
        rounds_to_win=match.rounds_to_win,
        start=match.start,
        options=match.options,
        deals=[],
    )
    for round_ in match.rounds:
        again.deal(None)
        yield again
        for placement in round_.placements:
            again.turn_up(placement.card)
            yield again
            again.place(placement.cell)
            yield again
        if round_.end is not None and not again.round.over:
            again.stall()
            yield again
