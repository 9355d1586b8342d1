"""Records of matches whose deals follow from a seed, which anyone can check."""

from itertools import count, product
from random import Random

import pytest

from punto import EDITIONS, MODES, Match, Record, read_record

from .playing import DATE, NAMES_OF_SEATS, begun, play, played, recorded
from .samples import (
    SMALL,
    assert_true_and_kept,
    check_refused,
    edited,
    line_of,
    refusal,
    vector,
    with_tags,
    without_deals,
)

ALL_MODES = list(MODES)
KINDS = list(product(MODES, EDITIONS))


def played_with_cards_left(mode: str) -> Match:
    """Play matches until seat 1 has two different cards at the end of its first deck left."""
    for match in (played(mode, seed) for seed in count()):
        left = match.rounds[0].cards_left(1)
        if len(left) > 2 and left[-2] != left[-1]:
            return match
    raise AssertionError


def seed_tag(match: Match) -> str:
    assert match.seed is not None
    return f'[Seed "{match.seed.hex()}"]'


@pytest.mark.parametrize(("mode", "edition"), KINDS)
def test_finished_match_shows_seed_and_deals_and_reads_back_equal(mode: str, edition: str) -> None:
    match = played(mode, seed=len(mode) * len(edition), edition=edition, rounds_to_win=2)
    record = recorded(match)
    text = str(record)
    assert seed_tag(match) in text.split("\n")
    assert text.count("\ndeal ") == match.round_number * len(match.mode.seats)
    assert read_record(text) == record
    assert read_record(text).match == match
    assert read_record(text).match.seed == match.seed
    assert_true_and_kept(text)


@pytest.mark.parametrize(("mode", "edition"), KINDS)
def test_match_in_play_shows_neither_seed_nor_deals(mode: str, edition: str) -> None:
    chance = Random(f"{mode} {edition}")
    match = begun(mode, chance, edition=edition)
    assert match.seed is not None
    while not match.over:
        text = str(recorded(match))
        assert "Seed" not in text
        assert match.seed.hex() not in text
        assert "\ndeal" not in text
        assert '[Result "*"]' in text
        assert_true_and_kept(text)
        play(match, chance, placements=41)


@pytest.mark.parametrize("mode", ALL_MODES)
def test_record_in_play_shows_deals_only_when_told_so(mode: str) -> None:
    chance = Random(mode)
    match = play(begun(mode, chance), chance, placements=20)
    text = str(recorded(match, deals=True))
    assert seed_tag(match) in text
    assert text.count("\ndeal ") == len(match.mode.seats)
    assert_true_and_kept(text)
    match = played(mode, seed=8)
    text = str(recorded(match, deals=False))
    assert "Seed" not in text
    assert "\ndeal" not in text
    assert_true_and_kept(text)


@pytest.mark.parametrize("mode", ALL_MODES)
def test_cards_that_are_never_played_change_places(mode: str) -> None:
    match = played_with_cards_left(mode)
    text = str(recorded(match))
    line = line_of(text, "deal 1 ")
    deal = text.split("\n")[line - 1]
    *deck, next_to_last, last = deal.split()
    false = edited(text, deal, " ".join([*deck, last, next_to_last]))
    check_refused(false, line, "unreadable-deal", "the deck that follows from the seed", deck[2])
    without_seed = edited(false, f"{seed_tag(match)}\n", "")
    assert_true_and_kept(without_seed)


@pytest.mark.parametrize("mode", ALL_MODES)
def test_another_seed(mode: str) -> None:
    match = played(mode, seed=4)
    text = str(recorded(match))
    seed = seed_tag(match)[7:-2]
    for place in (0, 31, 63):
        digit = "0" if seed[place] != "0" else "1"
        false = edited(text, seed, seed[:place] + digit + seed[place + 1 :])
        line = line_of(text, "deal 1 ")
        check_refused(false, line, "unreadable-deal", "the deck that follows from the seed")
    assert_true_and_kept(edited(text, seed, seed.upper()))


def test_decks_that_do_not_follow_from_any_rule_are_refused_with_a_seed_too() -> None:
    text = with_tags(vector(SMALL), f'[Seed "{"00" * 32}"]')
    check_refused(text, 13, "unreadable-deal", "the deck that follows from the seed", "R2 G6 R3")


@pytest.mark.parametrize("mode", ALL_MODES)
def test_seed_without_deals_gives_the_decks(mode: str) -> None:
    match = played(mode, seed=5, rounds_to_win=2)
    text = without_deals(str(recorded(match)))
    record = read_record(text)
    assert not record.deals
    assert record.match == match
    assert [round_.decks for round_ in record.match.rounds] == [r.decks for r in match.rounds]
    assert_true_and_kept(text)


@pytest.mark.parametrize("mode", ALL_MODES)
def test_seed_without_deals_tells_which_card_is_on_top(mode: str) -> None:
    match = played(mode, seed=6)
    text = without_deals(str(recorded(match)))
    first = match.rounds[0].placements[0]
    other = "R1" if str(first.card) != "R1" else "R2"
    false = edited(text, f"\n1. {first}", f"\n1. {other}@f6")
    expected = f"{first.card}, the top card of seat {match.start}"
    check_refused(false, line_of(text, "1. "), "unreadable-card", expected, f"'{other}'")
    false = edited(text, seed_tag(match), f'[Seed "{"00" * 32}"]')
    assert refusal(false).code in ("unreadable-card", "unreadable-starter")


def test_further_tags_stand_instead_of_seed_and_option() -> None:
    match = played("2p", seed=7)
    names = NAMES_OF_SEATS[:2]
    record = Record(match, names, DATE, deals=True, tags=[("Event", "Tuesday")])
    assert "Seed" not in str(record)
    assert '[Event "Tuesday"]' in str(record)
    assert_true_and_kept(str(record))
