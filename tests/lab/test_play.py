from random import Random
from typing import Any

import pytest

from lab.bots import failing, give_up, play, without_costs
from punto import PuntoError, View, read_record
from punto.bots import Bot, bot_named
from punto.engine import Budget, choose
from punto.lab import play as playing
from punto.lab.folder import FinishedMatch
from punto.lab.move_cost import read_costs
from punto.lab.play import KnownFault

RANDOM = bot_named("random")


class Unprintable(Exception):  # noqa: N818
    def __str__(self) -> str:
        raise ValueError("no words")


def mumble(_view: View, _random: Random) -> Any:
    raise Unprintable


def complain(_view: View, _random: Random) -> Any:
    raise ValueError("two\nlines\x1b[31m" + "!" * 999)


@pytest.mark.parametrize(
    ("mode", "seats"), [("2p", "rf"), ("3p", "rfr"), ("4p", "rfrf"), ("teams", "rf")]
)
def test_a_match_between_bots_that_behave(mode: str, seats: str) -> None:
    outcome = play(RANDOM, mode=mode, seats=seats)
    assert outcome.faults == []
    (text,) = outcome.records
    record = read_record(text)
    assert record.match.over
    assert list(record.match.score.wins) == outcome.wins
    assert record.match.round_number == outcome.rounds
    assert sum(outcome.moves) == sum(len(round_.placements) for round_ in record.match.rounds)
    expected = {"r": "random", "f": "failing"}
    assert record.names == tuple(expected[seat] for seat in (seats * 2)[: len(record.names)])


def test_the_same_match_twice_is_the_same_to_the_last_byte() -> None:
    one, other = play(RANDOM), play(RANDOM)
    assert list(map(without_costs, one.records)) == list(map(without_costs, other.records))


@pytest.mark.parametrize(
    ("choose", "what"),
    [
        (complain, "raised ValueError: two lines [31m!!!"),
        (give_up, "raised SystemExit"),
        (mumble, "raised Unprintable"),
        (lambda _view, _random: "z9", "answered 'z9', which is not a legal cell"),
        (lambda _view, _random: "a1", "answered 'a1', which is not a legal cell"),
        (lambda _view, _random: None, "answered None, which is not a legal cell"),
        (lambda _view, _random: [], "answered [], which is not a legal cell"),
        (lambda _view, _random: 60.0, "answered 60.0, which is not a legal cell"),
        (lambda _view, _random: 10**400, "answered 1000"),
    ],
)
def test_a_fault_is_told_in_one_line_and_loses_the_round(choose: Any, what: str) -> None:
    outcome = play(failing(choose))
    assert outcome.wins == [2, 0]
    assert [fault.bot for fault in outcome.faults] == ["failing"] * 2
    for fault in outcome.faults:
        assert fault.what.startswith(what)
        assert len(fault.what) <= 200
        assert fault.what.isprintable()
        assert (fault.seat, fault.round_number) == (2, 1)
    assert len(outcome.records) == 2
    for text in outcome.records:
        record = read_record(text)
        assert record.result == "*"
        assert ("Forfeit", "Seat2") in record.tags


def test_the_name_of_a_cell_will_do_for_a_cell() -> None:
    named = failing(lambda view, _random: str(view.legal_cells[0]))  # type: ignore[arg-type,return-value]
    assert play(named).faults == []


def test_only_the_round_is_lost_and_the_match_goes_on() -> None:
    played = (
        play(failing(give_up, 0.03), rounds_to_win=3, mode="3p", seats="rfr", seed=seed)
        for seed in range(100)
    )
    outcome = next(it for it in played if it.faults and it.wins[1])
    ends = [end for text in outcome.records for end in read_record(text).match.rounds if end.end]
    won = [
        sum(end.end is not None and end.end.winner == side for end in ends) for side in (1, 2, 3)
    ]
    forfeited = len(outcome.faults)
    assert outcome.wins == [won[0] + forfeited, won[1], won[2] + forfeited]
    for part, text in enumerate(outcome.records[:-1], start=1):
        match = read_record(text).match
        fault = next(fault for fault in outcome.faults if fault.part == part)
        assert (match.round_number, match.seat) == (fault.round_number, fault.seat)
        assert len(match.round.placements) == fault.ply


def test_partners_lose_together_and_the_others_share() -> None:
    outcome = play(failing(give_up), mode="teams")
    assert outcome.wins == [2, 0]
    assert all('[Forfeit "Team2"]' in text for text in outcome.records)
    outcome = play(failing(give_up), mode="3p", seats="rfr")
    assert outcome.wins == [2, 0, 2]
    assert FinishedMatch.of(outcome, 2, []).scores == (0.5, 0.0, 0.5)


def test_a_known_fault_is_charged_without_asking() -> None:
    usual = play(RANDOM)
    outcome = play(RANDOM, KnownFault(9, 2, "gave no answer"))
    (fault,) = outcome.faults
    assert (fault.bot, fault.seat, fault.part, fault.what) == ("failing", 2, 1, "gave no answer")
    assert 8 <= fault.ply <= 9
    assert len(outcome.records) == 2
    told = without_costs(outcome.records[0]).splitlines()
    moves = [line for line in told if line.startswith(("1.", "4."))]
    assert len(moves) == 2
    assert set(moves) <= set(without_costs(usual.records[0]).splitlines())


def test_a_match_that_nobody_wins_is_everybodys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "MAX_ROUNDS", 2)
    outcome = play(RANDOM, rounds_to_win=9)
    assert outcome.rounds == 2
    record = read_record(outcome.records[0])
    assert record.result == "*"
    assert "round 3" not in outcome.records[0]
    assert FinishedMatch.of(outcome, 9, []).scores == (0.5, 0.5)


def test_a_bot_sees_no_more_than_its_seat_may() -> None:
    seen: list[View] = []

    def look(view: View, random: Random) -> Any:
        seen.append(view)
        return random.choice(view.legal_cells)

    play(failing(look))
    assert {view.seat for view in seen} == {2}
    assert {view.seed for view in seen} == {None}


def test_nothing_a_bot_does_to_its_view_changes_the_match() -> None:
    def scribble(view: View, random: Random) -> Any:
        cell = random.choice(view.legal_cells)
        assert view.position.card is not None
        with pytest.raises(PuntoError, match="copy"):
            view.position.table.place(view.position.card, cell)
        view.position.table.cards.clear()
        return cell

    assert play(failing(scribble)).faults == []


def test_the_record_says_what_every_move_cost() -> None:
    def search(view: View, random: Random) -> Any:
        return choose(view, Budget(simulations=30), seed=random.getrandbits(32))

    outcome = play(Bot("failing", "Searches.", search), rounds_to_win=1)
    costs = [cost for round_ in read_costs(outcome.records[0]) for cost in round_]
    rounds = read_record(outcome.records[0]).match.rounds
    seats = [placement.seat for round_ in rounds for placement in round_.placements]
    assert len(costs) == len(seats)
    assert all(cost is not None and cost.milliseconds >= 0 for cost in costs)
    searched = [
        cost.simulations for cost, seat in zip(costs, seats, strict=True) if cost and seat == 2
    ]
    assert sum(searched) == outcome.simulations[1] > 30
    assert max(searched) == 30  # an obvious cell is chosen without a search
    assert outcome.simulations[0] == 0
    assert "; 0." in outcome.records[0]
