"""Paired deals: who sits where, what counts, and that a seed decides everything."""

import shutil
from collections import Counter

import pytest
from benchmarks import _aims, strength
from benchmarks._aims import Aim, Row
from benchmarks._pairing import SEATINGS, Deal, Pairing, Table, play_deals
from benchmarks._strength_result import Result, Times

from punto import MODES
from punto.lab.play import Outcome
from punto.lab.schedule import Fixture

LINE_UPS = [(mode, line_up) for mode, line_ups in SEATINGS.items() for line_up in line_ups]


@pytest.mark.parametrize(("mode", "line_up"), LINE_UPS)
def test_each_party_gets_every_side(mode: str, line_up: str) -> None:
    pairing = Pairing("random", "greedy", mode, line_up)
    sides = list(zip(*pairing.seatings, strict=True))
    assert len(sides) == len(MODES[mode].sides)
    assert all(Counter(side) == Counter(sides[0]) for side in sides)
    assert pairing.even == sides[0].count("1") / len(sides[0])


def test_the_line_ups_of_three_mirror_one_another() -> None:
    alone, together = SEATINGS["3p"].values()
    swapped = [seating.translate(str.maketrans("12", "21")) for seating in alone]
    assert swapped == list(together)


@pytest.mark.parametrize(("mode", "line_up"), LINE_UPS)
def test_a_deal_has_the_same_cards_with_every_seating(mode: str, line_up: str) -> None:
    table = Table(Pairing("random", "random", mode, line_up))
    seeds = []
    for place, _ in enumerate(table.pairing.seatings):
        runner = table.runner(3, place)
        runner.run()
        seeds.append(runner.outcome.records[0].split('[Seed "')[1][:64])
    assert len(set(seeds)) == 1


def test_counts_wins_draws_and_undecided_matches() -> None:
    deal = Deal()
    fixture = Fixture(1, 1, ("first", "second", "second"))
    deal.add(Outcome(fixture, [1, 0, 0], [9] * 3, [0.0] * 3, rounds=1), rounds_to_win=1)
    deal.add(Outcome(fixture, [0, 0, 1], [9] * 3, [0.0] * 3, rounds=3), rounds_to_win=1)
    deal.add(Outcome(fixture, [1, 1, 0], [9] * 3, [0.0] * 3, rounds=50), rounds_to_win=2)
    assert deal.tallies == [(1.0, 1.0), (0.0, 1.0), (0.0, 0.0)]
    assert deal.draws == 2 + 48
    result = Result(Pairing("a", "b", "3p", "one against two"), [deal])
    assert result.estimate is not None
    assert result.estimate.share == 0.5
    assert result.matches == 3


def test_the_same_seed_gives_the_same_rounds_on_any_number_of_processes() -> None:
    pairing = Pairing("greedy", "random", "4p", "two against two", seed=5)
    here = [Table(pairing).play(number).tallies for number in range(3)]
    there = [deal.tallies for deal in play_deals(pairing, 3, 2)]
    assert here == there


@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
def test_plain_search_gets_as_much_time_as_the_other_party() -> None:
    table = Table(Pairing("plain-2000", "plain-equal"))
    assert table.first.moves > 10  # shown in a round of its own
    deal = table.play(0)
    assert not deal.faults
    mine, theirs = Times.of(deal.first_times), Times.of(deal.second_times)
    assert theirs.processor < 3 * mine.processor
    assert theirs.processor > mine.processor / 3


def test_a_fault_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(Pairing("random", "greedy"))
    monkeypatch.setattr(table.first, "bot", None)
    result = Result(table.pairing, [table.play(0)])
    assert "AttributeError" in result.faults[0]
    assert "FAULTS" in strength.line(result)


def test_aims_look_at_share_interval_and_time() -> None:
    deals = [Deal([(1.0, 1.0), (float(i % 2), 1.0)], 0, [(9.0, 5.0)]) for i in range(100)]
    result = Result(Pairing("a", "b"), deals)  # three of four rounds
    assert Aim(0.75).is_met(result)
    assert not Aim(0.76).is_met(result)
    assert not Aim(0.5, most=0.7).is_met(result)
    assert not Aim(0.6, low_above=0.74).is_met(result)
    assert Aim(0.6, max_ms=5.0).is_met(result)
    assert not Aim(0.6, max_ms=4.9).is_met(result)


def test_a_row_whose_bot_is_missing_does_not_fail_the_rest(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = (
        Row("future", Pairing("grandmaster", "greedy"), (Aim(0.9),)),
        Row("present", Pairing("greedy", "random"), (Aim(0.6),)),
    )
    monkeypatch.setattr(strength, "ROWS", rows)
    monkeypatch.setattr("sys.argv", ["strength", "--rounds", "8", "--jobs", "1"])
    assert strength.main() == 0
    printed = capsys.readouterr().out
    assert "future: grandmaster: not there yet" in printed
    assert "present, aim 60%: met" in printed


def test_every_aim_names_opponents_that_are_there_or_are_to_come() -> None:
    names = {name for row in _aims.ROWS for name in row.missing_bots()}
    assert names <= {_aims.MASTER}
