"""Deals checked against a second telling of the shuffle, and pinned numbers."""

import hashlib
from itertools import islice, pairwise

import pytest

from punto import EDITIONS, MODES, Colour, Match, Round, mode_named
from punto.rules.shuffle import below, shuffled, words

from .dealing import played_match
from .describing import described_decks, stream

SEED = bytes(range(32))


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("mode", MODES)
def test_every_deal_follows_from_the_seed_as_the_description_has_it(
    mode: str, edition: str
) -> None:
    for number in range(3):
        match = played_match(mode, edition, number)
        for place, round_ in enumerate(match.rounds, start=1):
            assert list(map(list, round_.decks)) == described_decks(match, place)


@pytest.mark.parametrize("mode", MODES)
def test_the_drawn_start_follows_from_the_seed_too(mode: str) -> None:
    seats = len(mode_named(mode).seats)
    for number in range(20):
        seed = bytes([number]) * 32
        word = stream(seed, "start", 0)
        assert word < 2**32 - 2**32 % seats
        assert Match(mode, seed=seed).start == 1 + word % seats


def test_pinned_words_of_a_label() -> None:
    drawn = list(islice(words(SEED, "round 1 side 1"), 89))
    assert " ".join(f"{word:08x}" for word in drawn[:9]) == (
        "254a8b2f c7990b4b ef30aeb3 b8d534a7 1f6f6028 01ce6d10 a23c6b73 9cfe13cd 97d6f87f"
    )
    assert f"{drawn[88]:08x}" == "9b532752"
    assert drawn == [stream(SEED, "round 1 side 1", place) for place in range(89)]


def test_pinned_draws_and_a_pinned_order() -> None:
    source = words(SEED, "round 1 side 1")
    draws = [below(2**31 + 1, source) for _ in range(5)]
    assert draws == [625642287, 527392808, 30305552, 301290628, 94671548]
    assert shuffled(range(1, 11), SEED, "round 1 side 1") == [1, 5, 2, 10, 7, 3, 6, 9, 4, 8]


def test_pinned_first_cards_of_every_mode() -> None:
    firsts = {
        mode: [" ".join(map(str, deck[:6])) for deck in Match(mode, start=2, seed=SEED).round.decks]
        for mode in MODES
    }
    assert firsts == {
        "2p": ["R4 O1 R9 O8 R1 O2", "B7 G9 G2 G6 B3 B6"],
        "3p": ["R9 R6 R2 G6 G7 G2", "O3 O8 O5 O2 O1 O2", "B5 B2 B8 G3 B4 B7"],
        "4p": ["R6 R8 R4 R1 R5 R6", "O3 O8 O8 O9 O6 O1", "B9 B5 B6 B1 B9 B1", "G3 G8 G6 G1 G4 G3"],
        "teams": [
            "R1 R3 O1 R7 O5 O9",
            "B7 G9 G2 G6 B3 B6",
            "R4 O1 R9 O8 R1 O2",
            "G4 G1 B5 B2 B1 B4",
        ],
    }


def test_pinned_starts_and_a_pinned_commitment() -> None:
    assert {mode: Match(mode, seed=SEED).start for mode in MODES} == {
        "2p": 1,
        "3p": 2,
        "4p": 3,
        "teams": 3,
    }
    assert Match("2p", seed=SEED).commitment == hashlib.sha256(SEED).hexdigest()
    assert Match("2p", seed=SEED).commitment == (
        "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    )


def test_neutral_cards_that_leave_are_the_last_of_the_shuffled_pool() -> None:
    found = 0
    for number in range(6):
        match = played_match("3p", "english-2018", number)
        for before, after in pairwise(match.rounds):
            found += count_neutral(before) > count_neutral(after)
    assert found > 2


def count_neutral(round_: Round) -> int:
    return sum(
        card is not None and card.colour is Colour.GREEN for deck in round_.decks for card in deck
    )
