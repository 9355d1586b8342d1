"""The simulator for strategies of one's own."""

from random import Random

import pytest

import punto
from punto import IllegalPlacementError, Options, Turn, UnreadableError, simulate
from punto.bots import bot_named
from punto.rules.kernel import COMPILED


def first(turn: Turn, _random: Random) -> punto.Cell:
    return turn.legal_cells[0]


def anywhere(turn: Turn, random: Random) -> punto.Cell:
    return random.choice(turn.legal_cells)


@pytest.mark.parametrize(("count", "mode"), [(2, None), (3, None), (4, None), (4, "teams")])
def test_all_rounds_end_and_are_counted(count: int, mode: str | None) -> None:
    tally = simulate([anywhere] * count, 60, 5, mode=mode)
    assert tally.rounds == 60 == sum(tally.wins) + tally.draws
    assert len(tally.wins) == (2 if mode == "teams" else count)
    assert tally.wins == tuple(map(sum, zip(tally.lines, tally.stalemates, strict=True)))
    assert 60 * 10 < tally.placements < 60 * 72


@pytest.mark.slow
def test_random_strategies_end_rounds_as_often_as_the_kernel_does() -> None:
    count = 20_000 if COMPILED else 2_000
    mine, kernel = simulate([anywhere] * 4, 1500, 2), punto.random_rounds("4p", count, seed=2)
    assert sum(mine.lines) / 1500 == pytest.approx(sum(kernel.lines) / count, abs=0.04)
    assert mine.placements / 1500 == pytest.approx(kernel.placements / count, rel=0.03)
    assert max(mine.wins) < 1.4 * min(mine.wins)  # the seats take turns to start


def test_the_same_seed_gives_the_same_rounds_and_another_one_others() -> None:
    assert simulate([first, anywhere], 30, 7) == simulate([first, anywhere], 30, 7)
    assert simulate([first, anywhere], 30, 7) != simulate([first, anywhere], 30, 8)


def test_what_one_strategy_draws_changes_nothing_for_the_others() -> None:
    cards: list[list[punto.Card]] = []

    def seen(wasteful: bool) -> list[punto.Card]:
        found: list[punto.Card] = []

        def watching(turn: Turn, random: Random) -> punto.Cell:
            if wasteful:
                random.random()
            if len(turn.table) < 2:
                found.append(turn.card)
            return turn.legal_cells[0]

        simulate([watching, first], 12, 3)
        return found

    cards += [seen(False), seen(True)]
    assert cards[0] == cards[1]
    assert len(cards[0]) == 12


def test_a_turn_shows_what_a_seat_may_know() -> None:
    turns: list[int] = []

    def asking(turn: Turn, _random: Random) -> str:
        position = turn.position
        turns.append(turn.seat)
        assert (position.seat, position.card) == (turn.seat, turn.card)
        assert position.legal_cells == turn.legal_cells
        assert position.table == turn.table
        assert turn.mode.name == "3p"
        return str(turn.legal_cells[-1])

    simulate([asking] * 3, 2, mode="3p", edition="nordic-2019", options=Options(open_cards=True))
    assert set(turns) == {1, 2, 3}


@pytest.mark.unmeasured
def test_a_bot_is_a_strategy_too() -> None:
    tally = simulate([bot_named("greedy").choose, anywhere], 6)  # type: ignore[list-item]
    assert tally.wins[0] > tally.wins[1]


def test_an_illegal_cell_is_refused_as_everywhere() -> None:
    with pytest.raises(IllegalPlacementError):
        simulate([lambda _turn, _random: "a1", first], 1)


@pytest.mark.parametrize(
    ("strategies", "rounds", "mode"),
    [([first], 1, None), ([first] * 2, 1, "3p"), ([first, 5], 1, None), ([first] * 2, -1, None)],
)
def test_what_cannot_be_simulated_is_refused(
    strategies: list[punto.Strategy], rounds: int, mode: str | None
) -> None:
    with pytest.raises(UnreadableError):
        simulate(strategies, rounds, mode=mode)
