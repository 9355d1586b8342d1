"""Nobody learns the order of a deck, its owner included, nor the seed before the end."""

import gc
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from types import FunctionType, ModuleType

import pytest

from punto import EDITIONS, MODES, Match, Round, View
from punto.rules._dealt_rounds import Stage
from punto.rules.stock import Neutrals, Stock

from .dealing import played_match
from .hidden import another_world, seen_of, told

STEPS = (0, 1, 4, 9, 16, 25, 36)


def moments(mode: str, edition: str, *, open_cards: bool) -> Iterator[Match]:
    whole = played_match(mode, edition, 1, open_cards=open_cards)
    for number, round_ in enumerate(whole.rounds[:4], start=1):
        for ply in (step for step in STEPS if step < len(round_.placements)):
            yield whole.at(number, ply)


def views(match: Match) -> list[View]:
    return [match.view(seat) for seat in (None, *match.mode.seats)]


@pytest.mark.unmeasured
@pytest.mark.parametrize("open_cards", [False, True])
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("mode", MODES)
def test_matches_that_differ_only_in_what_nobody_saw_have_equal_views(
    mode: str, edition: str, open_cards: bool
) -> None:
    chance = Random(7)
    compared = 0
    for match in moments(mode, edition, open_cards=open_cards):
        other = another_world(match, chance)
        assert other.rounds[-1].decks != match.rounds[-1].decks
        mine, theirs = views(told(match)), views(other)
        assert mine == theirs
        assert list(map(repr, mine)) == list(map(repr, theirs))
        assert str(match) == str(other)
        for seat in match.mode.seats:
            assert match.possible_cards(seat) == other.possible_cards(seat)
        assert [replace(view, commitment=None) for view in views(match)] == theirs
        compared += 1
    assert compared >= 12


@pytest.mark.unmeasured
@pytest.mark.parametrize("open_cards", [False, True])
@pytest.mark.parametrize("mode", MODES)
def test_neither_the_seed_nor_the_order_of_a_deck_is_in_the_text_of_a_view(
    mode: str, open_cards: bool
) -> None:
    for match in moments(mode, "english-2018", open_cards=open_cards):
        assert match.seed is not None
        texts = [repr(view) + str(view) + str(view.position) for view in views(match)]
        for text in texts:
            assert match.seed.hex() not in text
            assert repr(match.seed) not in text
            for round_ in match.rounds:
                for run in hidden_runs(match, round_):
                    assert " ".join(map(str, run)) not in text
                    assert "".join(map(str, run)) not in text
                    assert ", ".join(map(repr, run)) not in text


def hidden_runs(match: Match, round_: Round) -> Iterator[tuple[object, ...]]:
    for seat in match.mode.seats:
        deck = round_.decks[seat - 1]
        hidden = deck[seen_of(match, round_, seat) :]
        for place in range(len(hidden) - 4):
            run = hidden[place : place + 5]
            if list(run) != sorted(run, key=lambda card: card or 0):
                yield run


@pytest.mark.parametrize("mode", MODES)
def test_nothing_that_knows_a_deck_can_be_reached_from_a_view(mode: str) -> None:
    match = played_match(mode, "english-2018", 1).at(2, 10)
    assert match.seed is not None
    for view in views(match):
        for thing in reachable(view):
            assert not isinstance(thing, Match | Round | Stage | Stock | Neutrals)
            assert thing != match.seed


def reachable(thing: object) -> Iterator[object]:
    found, waiting = {id(thing)}, [thing]
    while waiting:
        here = waiting.pop()
        yield here
        for there in gc.get_referents(here):
            if id(there) not in found and not isinstance(there, type | ModuleType | FunctionType):
                found.add(id(there))
                waiting.append(there)


@pytest.mark.parametrize("mode", MODES)
def test_the_seed_is_in_no_view_before_the_end(mode: str) -> None:
    whole = played_match(mode, "nordic-2019", 3)
    assert whole.seed is not None
    for number in range(1, whole.round_number + 1):
        for view in views(whole.at(number, 3)):
            assert view.seed is None
    assert {view.seed for view in views(whole)} == {whole.seed.hex()}
