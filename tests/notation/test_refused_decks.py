"""Decks that do not follow from the rounds before them."""

import pytest

from .samples import (
    SMALL,
    after_line,
    check_refused,
    edited,
    line_of,
    vector,
    without_deals,
    without_line,
)

REMOVED = "2p-german-2018-2"
"""Round 1 removes B8, round 2 G9."""
NEUTRAL = "3p-nordic-2019-1"
"""After round 1 seat 1 keeps G2, seat 2 none, seat 3 G2 and G8; the winner gets one G fewer."""
TEAMS = "teams-english-2018-1"
"""Round 3 removes R9; in round 4 seat 1 plays before seat 3."""


def deck(name: str, round_number: int, seat: int) -> tuple[int, list[str]]:
    text = vector(name)
    line = line_of(text, f"deal {seat} ", round_number)
    return line, text.split("\n")[line - 1].split()[2:]


def with_deck(text: str, line: int, seat: int, cards: list[str]) -> str:
    return after_line(without_line(text, line), line - 1, " ".join(["deal", str(seat), *cards]))


def swapped(cards: list[str], old: str, new: str) -> list[str]:
    last = len(cards) - 1 - cards[::-1].index(old)
    return [*cards[:last], new, *cards[last + 1 :]]


@pytest.mark.parametrize("seat", [1, 2, 3])
@pytest.mark.parametrize("change", [-1, 1])
def test_wrong_size(seat: int, change: int) -> None:
    line, cards = deck(SMALL, 1, seat)
    text = with_deck(vector(SMALL), line, seat, [*cards, cards[-1]][: len(cards) + change])
    said = (f"24 cards for seat {seat}", f"got {24 + change}")
    check_refused(text, line, "unreadable-deal", *said)


def test_card_too_often() -> None:
    line, cards = deck(SMALL, 1, 1)
    text = with_deck(vector(SMALL), line, 1, swapped(cards, "R9", "R6"))
    check_refused(text, line, "unreadable-deal", "R6", "than side 1 has it", "got 3")


def test_card_of_somebody_else() -> None:
    line, cards = deck(SMALL, 1, 1)
    text = with_deck(vector(SMALL), line, 1, swapped(cards, "R9", "B9"))
    check_refused(text, line, "unreadable-deal", "B9", "than side 1 has it", "got 1")


def test_neutral_card_too_often() -> None:
    line, cards = deck(SMALL, 1, 1)
    text = with_deck(vector(SMALL), line, 1, swapped(cards, "G7", "G8"))
    check_refused(text, 14, "unreadable-deal", "G8", "than it is to be dealt", "got 3")


def test_neutral_card_instead_of_an_own_one() -> None:
    line, cards = deck(SMALL, 1, 1)
    text = with_deck(vector(SMALL), line, 1, swapped(cards, "R9", "G7"))
    check_refused(text, line, "unreadable-deal", "6 neutral cards for seat 1", "got 7")


@pytest.mark.parametrize(("round_number", "removed"), [(2, "B8"), (3, "B8"), (3, "G9")])
def test_removed_card_is_back_again(round_number: int, removed: str) -> None:
    line, cards = deck(REMOVED, round_number, 2)
    text = with_deck(vector(REMOVED), line, 2, swapped(cards, "B7", removed))
    check_refused(text, line, "unreadable-deal", removed, "than side 2 has it", "got 2")
    text = with_deck(vector(REMOVED), line, 2, [*cards, removed])
    check_refused(text, line, "unreadable-deal", f"{37 - round_number} cards for seat 2")


def test_another_card_was_removed() -> None:
    line, cards = deck(REMOVED, 2, 2)
    assert cards.count("B8") == 1
    text = with_deck(vector(REMOVED), line, 2, swapped(cards, "B9", "B8"))
    check_refused(text, line, "unreadable-deal", "B8", "than side 2 has it", "got 2")


@pytest.mark.parametrize(("seat", "kept"), [(1, "G2"), (3, "G2"), (3, "G8")])
def test_neutral_card_that_was_kept_is_missing(seat: int, kept: str) -> None:
    line, cards = deck(NEUTRAL, 2, seat)
    assert kept in cards
    text = with_deck(vector(NEUTRAL), line, seat, swapped(cards, kept, "G9"))
    check_refused(text, line, "unreadable-deal", f"{kept} for seat {seat}, which kept it")


def test_neutral_card_that_another_seat_kept() -> None:
    line, cards = deck(NEUTRAL, 2, 2)
    text = with_deck(vector(NEUTRAL), line, 2, swapped(cards, "G9", "G2"))
    check_refused(text, line, "unreadable-deal", "G2", "than it is to be dealt", "got 1")


def test_neutral_cards_dealt_from_another_seat() -> None:
    line_1, cards_1 = deck(NEUTRAL, 2, 1)
    line_3, cards_3 = deck(NEUTRAL, 2, 3)
    text = with_deck(vector(NEUTRAL), line_1, 1, [*cards_1, "G9"])
    text = with_deck(text, line_3, 3, [card for card in cards_3 if card != "G9"])
    check_refused(text, line_1, "unreadable-deal", f"{len(cards_1)} cards for seat 1")


def test_odd_card_goes_to_the_wrong_member() -> None:
    line_1, cards_1 = deck(TEAMS, 4, 1)
    line_3, cards_3 = deck(TEAMS, 4, 3)
    assert (len(cards_1), len(cards_3)) == (18, 17)
    text = with_deck(vector(TEAMS), line_1, 1, cards_1[:-1])
    text = with_deck(text, line_3, 3, [*cards_3, cards_1[-1]])
    check_refused(text, line_1, "unreadable-deal", "18 cards for seat 1", "got 17")


def test_removed_card_of_a_team_is_back_again() -> None:
    line, cards = deck(TEAMS, 4, 3)
    text = with_deck(vector(TEAMS), line, 3, swapped(cards, "R5", "R9"))
    check_refused(text, line, "unreadable-deal", "R9", "than side 1 has it", "got 2")


@pytest.mark.parametrize("card", ["?", "R0", "r5", "R", "R55", "R5,", "X5"])
def test_card_that_there_is_not(card: str) -> None:
    line, cards = deck(SMALL, 1, 2)
    text = with_deck(vector(SMALL), line, 2, [*cards[:-1], card])
    check_refused(text, line, "unreadable-card", "a colour R O B G", f"'{card}'")


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_missing_deck(seat: int) -> None:
    line, _ = deck(SMALL, 1, seat)
    text = without_line(vector(SMALL), line)
    came = text.split("\n")[line - 1][:40]
    check_refused(text, line, "unreadable-deal", f"deal {seat} ", f"'{came}")


def test_deck_of_a_seat_that_there_is_not() -> None:
    text = after_line(vector(SMALL), 14, "deal 4 R1 R2")
    check_refused(text, 15, "unreadable-deal", "'deal 4 R1 R2'")


def test_decks_in_the_first_round_only() -> None:
    text = vector(REMOVED)
    line, _ = deck(REMOVED, 2, 1)
    halves = text[: text.index("round 2")], text[text.index("round 2") :]
    bare = halves[0] + without_deals(halves[1])
    check_refused(bare, line, "unreadable-deal", "deal 1 ", "'1. G9@f6")


def test_decks_in_the_second_round_only() -> None:
    text = vector(REMOVED)
    halves = text[: text.index("round 2")], text[text.index("round 2") :]
    late = without_deals(halves[0]) + halves[1]
    line = line_of(late, "deal 1 ")
    check_refused(late, line, "unreadable-deal", "in every round or in none", "'deal 1 ")


def test_decks_between_the_moves() -> None:
    text = edited(vector(SMALL), "\n2. O8", "\ndeal 1 R1\n2. O8")
    check_refused(text, 16, "unreadable-end", "a move of seat 2", "'deal 1 R1'")
