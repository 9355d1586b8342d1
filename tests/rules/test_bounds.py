"""Numbers and texts outside what there is are refused, and never go on for ever."""

import pytest

from punto import Match, Round, Table, UnreadableError, perft, random_rounds


def test_counting_to_less_than_nothing() -> None:
    with pytest.raises(UnreadableError, match="depth: expected 0 or more, got -1"):
        perft(Round("2p", ["R1", "B1"]), -1)


def test_less_than_no_random_rounds() -> None:
    with pytest.raises(UnreadableError, match="rounds: expected 0 or more, got -3"):
        random_rounds("2p", -3)


@pytest.mark.parametrize("text", [",", ",f6:R1", "f6:R1,", "f6:R1,,g6:R2"])
def test_commas_with_nothing_between_them(text: str) -> None:
    with pytest.raises(UnreadableError, match="cells and cards as in f6:R3B7"):
        Table(text)


@pytest.mark.parametrize("seat", [0, -1, 3])
def test_seats_that_there_are_not(seat: int) -> None:
    match = Match("2p", seed=bytes(32))
    for ask in (match.round.cards_left, match.position().possible_cards, match.view):
        with pytest.raises(UnreadableError, match=f"seat: expected 1 to 2.*, got {seat}"):
            ask(seat)
