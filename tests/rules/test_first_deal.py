"""The first deal: who holds what at first, shuffled, and by chance."""

from collections import Counter

import pytest

from punto import MODES, Card, Colour, Match, mode_named
from punto.rules.card import cards_of

SEEDS = [bytes([number]) * 32 for number in range(30)]
FIRST_DECKS = {"2p": [36, 36], "3p": [24, 24, 24], "4p": [18] * 4, "teams": [18] * 4}


def decks(mode: str, seed: bytes, start: int = 1) -> list[Counter[Card | None]]:
    return [Counter(deck) for deck in Match(mode, start=start, seed=seed).round.decks]


def all_of(letters: str) -> Counter[Card | None]:
    return Counter(
        card for colour in Colour if colour.letter in letters for card in cards_of(colour)
    )


@pytest.mark.parametrize("mode", MODES)
def test_every_seat_holds_as_many_cards_at_first_as_the_table_of_modes_says(mode: str) -> None:
    for start in mode_named(mode).seats:
        match = Match(mode, start=start, seed=SEEDS[start])
        assert list(match.position().decks) == FIRST_DECKS[mode]
        assert list(map(len, match.round.decks)) == FIRST_DECKS[mode]


@pytest.mark.parametrize("mode", MODES)
def test_all_72_cards_are_dealt_to_the_sides_that_own_them(mode: str) -> None:
    for seed in SEEDS[:5]:
        assert sum(decks(mode, seed), Counter()) == all_of("ROBG")


def test_in_2p_and_4p_a_seat_holds_all_cards_of_its_colours() -> None:
    for seed in SEEDS[:5]:
        assert decks("2p", seed) == [all_of("RO"), all_of("BG")]
        assert decks("4p", seed) == [all_of("R"), all_of("O"), all_of("B"), all_of("G")]


def test_in_3p_a_seat_holds_its_own_18_and_6_neutral_cards_dealt_at_random() -> None:
    neutral_hands = set()
    for seed in SEEDS:
        for deck, own in zip(decks("3p", seed), "ROB", strict=True):
            assert deck & all_of("ROB") == all_of(own)
            assert (deck & all_of("G")).total() == 6
            neutral_hands.add(frozenset((deck & all_of("G")).items()))
    assert len(neutral_hands) > 80


def test_in_teams_the_36_cards_of_a_team_are_shuffled_together_and_then_halved() -> None:
    reds_of_seat_1 = set()
    for seed in SEEDS:
        one, two, three, four = decks("teams", seed)
        assert one + three == all_of("RO")
        assert two + four == all_of("BG")
        assert {deck.total() for deck in (one, two, three, four)} == {18}
        reds_of_seat_1.add((one & all_of("R")).total())
    assert len(reds_of_seat_1) > 3


@pytest.mark.parametrize("mode", MODES)
def test_the_order_of_a_deck_is_shuffled_and_differs_from_seed_to_seed(mode: str) -> None:
    first = {Match(mode, start=1, seed=seed).round.decks[0] for seed in SEEDS}
    assert len(first) == len(SEEDS)
    assert len({deck[0] for deck in first}) > 5


@pytest.mark.parametrize("mode", MODES)
def test_the_same_seed_deals_the_same_decks_as_bytes_and_as_text(mode: str) -> None:
    for seed in SEEDS[:3]:
        decks = Match(mode, start=1, seed=seed).round.decks
        assert Match(mode, start=1, seed=seed.hex()).round.decks == decks
        assert Match(mode, start=1, seed=seed.hex().upper()).round.decks == decks


def test_without_a_seed_the_operating_system_gives_a_new_one() -> None:
    one, other = Match("2p", start=1), Match("2p", start=1)
    assert one.seed != other.seed
    assert one.round.decks != other.round.decks
