"""Every bot, in any position: a legal cell, in time, and the same for the same seed."""

from dataclasses import replace
from itertools import pairwise
from random import Random
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.positions import puzzle
from punto import EDITIONS, MODES, Cell, Match, Position
from punto.bots import all_bots, bot_named, levels
from punto.bots.levels import LEVELS, Level
from punto.bots.registry import BUILT_IN
from punto.engine import Budget
from punto.engine.search import winning_cells
from punto.rules.kernel import COMPILED
from punto.rules.view import View

EXAMPLES = 15 if COMPILED else 4
NAMES = [bot.name for bot in BUILT_IN]
SLOW = () if COMPILED else ("expert", "master")
"""Who, unhurried, thinks too long for a test."""


def seen(position: Position) -> View:
    """What the seat to move sees of a position."""
    return View(position.seat, position, position.legal_cells, (), None, None, None, None)


@st.composite
def matches(draw: st.DrawFn) -> Match:
    """Play a match by chance for some time, perhaps over several rounds."""
    seed = draw(st.integers(0, 2**32))
    random = Random(seed)
    match = Match(
        draw(st.sampled_from(list(MODES))),
        edition=draw(st.sampled_from(list(EDITIONS))),
        open_cards=draw(st.booleans()),
        rounds_to_win=9,
        seed=random.randbytes(32),
    )
    for _ in range(draw(st.integers(0, 120))):
        match.place(random.choice(match.legal_cells))
        if match.over:
            match.undo()
            break
    return match


@pytest.mark.parametrize("name", NAMES)
def test_answers_a_legal_cell_in_time(name: str) -> None:
    @settings(max_examples=EXAMPLES)
    @given(match=matches(), seed=st.integers(0, 2**64))
    def check(match: Match, seed: int) -> None:
        assert match.seat is not None
        view = match.view(match.seat)
        start = process_time()
        assert bot_named(name).choose(view, Random(seed)) in view.legal_cells
        assert process_time() - start < 3  # of the processor, however busy the machine is

    check()


@pytest.mark.parametrize("name", [name for name in NAMES if name not in SLOW])
def test_the_seed_alone_decides_when_there_is_no_hurry(name: str) -> None:
    @settings(max_examples=EXAMPLES if name not in ("hard", "expert", "master") else EXAMPLES // 2)
    @given(match=matches(), seed=st.integers(0, 2**64))
    def check(match: Match, seed: int) -> None:
        assert match.seat is not None
        view, bot = match.view(match.seat), bot_named(name)
        cells = {bot.choose_by_seed(view, Random(seed)) for _ in range(2)}
        assert len(cells) == 1
        assert cells <= set(view.legal_cells)

    check()


def look_of(level: Level) -> tuple[int, int]:
    """How far a level looks ahead; a search looks further than anything else."""
    return level.simulations, level.cells_ahead


def test_levels_think_longer_and_overlook_less_as_they_rise() -> None:
    for weaker, stronger in pairwise(LEVELS):
        assert look_of(weaker) <= look_of(stronger)
        assert weaker.overlooked_diagonals >= stronger.overlooked_diagonals
        assert weaker.overlooked_threats >= stronger.overlooked_threats
        assert weaker.overlooked_covers >= stronger.overlooked_covers
        assert weaker.misjudgement >= stronger.misjudgement
        assert replace(weaker, name="", character="", names=()) != replace(
            stronger, name="", character="", names=()
        )


@pytest.mark.parametrize("name", ["hard", "expert", "master"])
@pytest.mark.parametrize("mode", MODES)
def test_upper_levels_never_miss_a_win_in_hand(name: str, mode: str) -> None:
    row = "f6:R1,g7:R2,h8:R3,i9:R4" if mode in ("2p", "teams") else "f6:R1,g7:R2,h8:R3"
    position = puzzle(mode, f"{row},g6:B9,h6:B9", "R7")
    won = winning_cells(position)
    level = next(level for level in LEVELS if level.name == name)
    for seed in range(20):
        assert level.bot().choose_by_seed(seen(position), Random(seed)) in won


@pytest.mark.parametrize("mode", MODES)
def test_master_searches_less_with_four_sides(mode: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int | None] = []

    def note_budget(position: Position, budget: Budget, *, seed: int) -> Cell:
        del seed
        asked.append(budget.simulations)
        return position.legal_cells[0]

    monkeypatch.setattr(levels, "choose", note_budget)
    view = Match(mode, start=1, seed="00" * 32, cells="f6").view(2)
    LEVELS[-1].choose(view, Random(1))
    LEVELS[-1].choose_unhurried(view, Random(1))
    assert asked == 2 * [200 if mode == "4p" else 20_000]


@pytest.mark.skipif(not COMPILED, reason="it takes hundreds of evaluations")
def test_a_beginner_makes_more_mistakes_in_the_first_round() -> None:
    beginner = LEVELS[0]
    assert beginner.nervousness > 0
    first = puzzle("2p", "f6:B1,g7:B2,h8:B3,i9:B4,f7:R1,g6:R2", "R9")
    later = replace(first, round_number=5)
    stops = {"f6", "g7", "h8", "i9"}

    def missed(position: Position) -> int:
        return sum(
            str(beginner.choose_at_a_glance(position, Random(seed))) not in stops
            for seed in range(400)
        )

    assert missed(first) > missed(later)


def wins_of(name: str, other: str, mode: str, rounds: int) -> float:
    """Let two bots play rounds with the seats exchanged in every other; a draw is half a win."""
    first, second = all_bots()[name], all_bots()[other]
    won = 0.0
    for number in range(rounds):
        random = Random(number)
        mine = number % 2
        match = Match(mode, seed=bytes([number // 2]) * 32, start=1, rounds_to_win=1)
        while match.round_number == 1 and not match.over:
            assert match.seat is not None
            bot = first if (match.seat - 1) % 2 == mine else second
            match.place(bot.choose_by_seed(match.view(match.seat), random))
        if match.winner is None:
            won += 0.5
        else:
            won += match.winner == mine + 1
    return won


@pytest.mark.slow
@pytest.mark.skipif(not COMPILED, reason="the bots think too long")
@pytest.mark.parametrize(
    ("name", "other"), [("greedy", "random"), ("hard", "greedy"), ("hard", "easy")]
)
def test_a_stronger_bot_wins_most_rounds(name: str, other: str) -> None:
    assert wins_of(name, other, "2p", 10) >= 7
