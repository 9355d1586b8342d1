"""Whole matches of an independent program: every one is true, and is written as it was read."""

from collections import Counter
from collections.abc import Iterator
from itertools import chain

import pytest

from naive import check_record
from punto import Card, Match, Round, perft, read_record
from punto.rules.card import cards_of

from .samples import NAMES, OPTION_NAMES, VECTORS, vector

COUNTS = [
    line
    for line in (VECTORS / "perft.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]


def test_there_are_vectors_of_every_mode_and_edition() -> None:
    modes = ("2p", "3p", "4p", "teams")
    editions = ("english-2018", "german-2018", "nordic-2019")
    kinds = {name.rpartition("-")[0] for name in NAMES}
    assert kinds == {f"{mode}-{edition}" for mode in modes for edition in editions}
    assert len(NAMES) > 50
    assert len(COUNTS) > 50


@pytest.mark.parametrize("name", [*NAMES, *OPTION_NAMES])
def test_vector_is_true_and_written_back_to_the_same_bytes(name: str) -> None:
    raw = (VECTORS / f"{name}.punto").read_bytes()
    assert str(read_record(raw)).encode() == raw


@pytest.mark.parametrize("name", NAMES)
def test_all_ways_to_give_a_record_are_the_same(name: str) -> None:
    path = VECTORS / f"{name}.punto"
    with path.open("rb") as stream:
        from_stream = read_record(stream)
    assert from_stream == read_record(path.read_bytes()) == read_record(vector(name))


@pytest.mark.parametrize("name", [*NAMES, *OPTION_NAMES])
def test_second_opinion_finds_the_vector_true(name: str) -> None:
    check_record(vector(name))  # what was read is written to the same bytes, as said above


@pytest.mark.parametrize("name", NAMES)
def test_what_the_head_says_is_in_the_record(name: str) -> None:
    record = read_record(vector(name))
    mode, edition = name.rpartition("-")[0].split("-", 1)
    assert record.match.mode.name == mode
    assert record.match.edition.name == edition
    assert record.names == ("Ada", "Ben", "Cleo", "Dag")[: len(record.match.mode.seats)]
    assert record.date == "2026-11-15"
    assert f'[Result "{record.result}"]' in vector(name)
    assert record.deals
    assert record.match.over == (record.result != "*")


@pytest.mark.parametrize("name", [name for name in OPTION_NAMES if "-handicap-" not in name])
def test_a_plain_stalemate_is_won_without_taking_a_card_out(name: str) -> None:
    match = read_record(vector(name)).match
    assert not match.options.stalemate_removes
    ends = [round_.end for round_ in match.rounds if round_.end]
    stalemates = [end for end in ends if end.kind == "stalemate"]
    assert all(end.winner and end.removed is None for end in stalemates)
    assert sum(match.score.wins) == sum(end.kind != "draw" for end in ends)
    assert sum(map(len, match.score.removed)) == sum(end.kind == "line" for end in ends)
    expected = sum(line.startswith("stalemate") for line in vector(name).splitlines())
    assert len(stalemates) == expected > 0


@pytest.mark.parametrize("name", [name for name in OPTION_NAMES if "-plain-" not in name])
def test_the_cards_of_a_handicap_are_in_no_deck(name: str) -> None:
    match = read_record(vector(name)).match
    assert f'[Handicap "{" ".join(map(str, match.options.handicap))}"]' in vector(name)
    assert tuple(map(len, match.handicap_cards)) == match.options.handicap
    for round_, removed in zip(match.rounds, removed_before_each_round(match), strict=True):
        own = Counter(card for deck in round_.decks for card in deck if card is not None)
        for side, gone in zip(match.mode.sides, match.handicap_cards, strict=True):
            every = Counter(chain(*map(cards_of, side.colours)))
            held = Counter({card: own[card] for card in every})
            assert held == every - Counter(gone) - removed[side.number]


def removed_before_each_round(match: Match) -> Iterator[dict[int, Counter[Card]]]:
    """Count for each round the cards that each side had won out of the match before it."""
    removed: dict[int, Counter[Card]] = {side.number: Counter() for side in match.mode.sides}
    for round_ in match.rounds:
        yield removed
        if round_.end and round_.end.winner and round_.end.removed:
            removed[round_.end.winner][round_.end.removed] += 1


@pytest.mark.parametrize("line", COUNTS)
def test_number_of_placements_agrees(line: str) -> None:
    name, round_number, laid, depth, count = line.split()
    whole = read_record(vector(name.removesuffix(".punto"))).match.rounds[int(round_number) - 1]
    cells = [placement.cell for placement in whole.placements[: int(laid)]]
    start, edition = whole.start, whole.edition
    round_ = Round(whole.mode, whole.decks, start=start, edition=edition, cells=cells)
    assert perft(round_, int(depth)) == int(count)
