"""The events of a match: a sequence that is made on demand and shared, whatever its length."""

import sys
from collections import Counter
from copy import deepcopy
from random import Random
from types import FrameType

import pytest

from punto import MODES, Match, RoundStarted, TurnedUp
from punto.bots import bot_named
from punto.rules.events import Events, RoundStory

from .dealing import played_match


@pytest.mark.parametrize("open_cards", [False, True])
@pytest.mark.parametrize("mode", MODES)
def test_events_are_those_that_playing_told(mode: str, open_cards: bool) -> None:
    whole = played_match(mode, "nordic-2019", 2, open_cards=open_cards)
    match = whole.at(1, 0)
    told, plies = list(match.events), 0
    for round_ in whole.rounds:
        for placement in round_.placements:
            told += match.play(placement.cell)
            plies += 1
            if plies % 9 == 0:
                assert list(match.events) == told
    assert match.events == tuple(told)


def test_they_are_a_sequence_like_any_other() -> None:
    match = played_match("4p", "english-2018", 3)
    events, plain = match.events, tuple(match.events)
    assert isinstance(events, Events)
    assert len(events) == len(plain)
    assert [events[place] for place in range(len(plain))] == list(plain)
    assert [events[place] for place in range(-len(plain), 0)] == list(plain)
    for part in (slice(None), slice(3, 9), slice(-4, None), slice(None, None, -7)):
        assert events[part] == plain[part]
    assert list(reversed(events)) == list(reversed(plain))
    assert plain[17] in events
    assert events.index(plain[17]) == plain.index(plain[17])
    assert (hash(events), repr(events)) == (hash(plain), repr(plain))
    for index in (len(plain), -len(plain) - 1):
        with pytest.raises(IndexError):
            events[index]


def test_they_stay_as_they_were_when_the_match_goes_on_or_back() -> None:
    match = played_match("2p", "english-2018", 3).at(2, 5)
    events, plain = match.events, tuple(match.copy().events)
    for _ in range(9):
        match.undo()
    match.place(match.legal_cells[0])
    assert events == plain


def long_match() -> Match:
    """Play a match of more than 1,500 cards, and its next round for 20 more."""
    match = Match("2p", start=1, seed=bytes(31) + b"\x05", rounds_to_win=9)
    chance, cards = Random(2), 0
    while cards < 1500 or match.round.ply < 20:
        assert not match.over, "the match must last 1,500 cards: choose another seed"
        match.place(chance.choice(match.legal_cells))
        cards += 1
    return match


def calls(ask: object) -> int:
    """Count the functions, of Python or C, that are called for something."""
    counts: Counter[str] = Counter()

    def profile(_frame: FrameType, event: str, _what: object) -> None:
        counts[event] += 1

    sys.setprofile(profile)
    try:
        ask()  # type: ignore[operator]
    finally:
        sys.setprofile(None)
    return counts["call"] + counts["c_call"]


@pytest.mark.parametrize("bot", [None, "random"])
def test_a_view_and_a_bots_turn_cost_the_same_late_in_a_match_as_early(bot: str | None) -> None:
    late = long_match()
    early = Match("2p", start=1, seed=bytes(32))
    while early.round.ply < 20:
        early.place(early.legal_cells[0])

    def ask(match: Match) -> object:
        view = match.view(match.seat)
        return view if bot is None else bot_named(bot).choose(view, Random(1))

    for match in (early, late):
        ask(match)
    assert calls(lambda: ask(late)) <= 1.25 * calls(lambda: ask(early))
    assert calls(lambda: late.view(1).events[-1]) <= 1.25 * calls(lambda: early.view(1).events[-1])


def test_events_are_made_once_and_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []
    tell = RoundStory.events

    def counted(self: RoundStory, ply: int = -1) -> object:
        made.append(self.number)
        return tell(self, ply)

    monkeypatch.setattr(RoundStory, "events", counted)
    whole = deepcopy(played_match("2p", "english-2018", 1))  # nobody has asked this one yet
    match = whole.at(whole.round_number - 1, 3)
    made.clear()
    views = [match.view(seat) for seat in (None, 1, 2)]
    assert made == []
    assert isinstance(views[0].events[-1], TurnedUp)
    assert made == [match.round_number]
    for view in views:
        starts = [event for event in view.events if isinstance(event, RoundStarted)]
        assert len(starts) == match.round_number
    rounds = Counter(made)
    assert {rounds[number] for number in range(1, match.round_number)} == {1}
