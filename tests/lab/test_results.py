import csv
import json
from dataclasses import replace
from pathlib import Path

import pytest

from punto.lab.folder import FinishedMatch, parse_line
from punto.lab.play import Fault
from punto.lab.report import write_report
from punto.lab.results import Results, rate_bots
from punto.lab.settings import Settings

SETTINGS = Settings(("random", "greedy"), matches=4)


def finished(number: int, sides: tuple[str, ...], winner: int | None) -> FinishedMatch:
    scores = [1 / len(sides) if winner is None else float(side == winner) for side in range(4)]
    return FinishedMatch(
        match=number,
        set=(number + 1) // 2,
        sides=sides,
        scores=tuple(scores[: len(sides)]),
        wins=(2, 0),
        rounds=2,
        faults=(),
        records=(f"{number:06}.punto",),
        moves=(10,) * len(sides),
        seconds=(0.1, 0.2, 0.3)[: len(sides)],
    )


def duel(*winners: int | None) -> list[FinishedMatch]:
    """Let random sit first in every match with an odd number, greedy in the others."""
    seats = ("random", "greedy")
    return [
        finished(number, seats if number % 2 else seats[::-1], winner)
        for number, winner in enumerate(winners, start=1)
    ]


def test_standings_and_meetings() -> None:
    results = Results(SETTINGS, reversed(duel(1, 0, 0, 1)))
    first, second = results.standings
    assert (first.bot, first.matches, first.wins, first.estimate.share) == ("random", 4, 2, 0.5)
    assert second.milliseconds == pytest.approx(15)
    results = Results(SETTINGS, duel(1, 0, None, 0))
    first, second = results.standings
    assert (first.bot, first.wins, first.estimate.share) == ("greedy", 3, 0.875)
    assert (second.wins, second.estimate.share) == (0, 0.125)
    assert first.rating[0] > 25 > second.rating[0]
    assert results.meetings[0].against == "random"
    assert results.meetings[0].estimate == first.estimate
    assert results.even == 0.5


def test_three_at_a_table() -> None:
    settings = Settings(("random", "greedy"), mode="3p")
    matches = [
        finished(1, ("random", "greedy", "random"), 1),
        finished(2, ("greedy", "random", "random"), 1),
    ]
    results = Results(settings, matches)
    assert [standing.estimate.share for standing in results.standings] == [0.5, 0.5]
    assert [standing.wins for standing in results.standings] == [1, 1]
    assert results.even == 0.5


def test_ratings_do_not_depend_on_seats() -> None:
    one = rate_bots([finished(1, ("a", "b", "c"), 0)])
    other = rate_bots([finished(1, ("c", "b", "a"), 2)])
    assert all(one[name] == pytest.approx(other[name]) for name in "abc")
    assert one["a"][0] > one["b"][0] == pytest.approx(one["c"][0])
    assert rate_bots([finished(1, ("a", "b", "a"), 0)])["b"][0] < 25
    drawn = rate_bots([finished(1, ("a", "b"), None)])
    assert drawn["a"][0] == pytest.approx(drawn["b"][0])


def test_a_line_is_read_as_it_was_written() -> None:
    fault = Fault("röd", 1, 1, 2, 3, "raised \u2028 ValueError")
    match = replace(duel(1)[0], faults=(fault,))
    assert parse_line(match.to_line().encode()) == match
    assert match.to_line().count("\n") == 1


def test_files(tmp_path: Path) -> None:
    matches = duel(1, 0, 1, 1)
    matches[2] = replace(matches[2], faults=(Fault("random", 1, 1, 2, 3, "raised it"),))
    write_report(Results(SETTINGS, matches), tmp_path)
    facts = json.loads((tmp_path / "results.json").read_text("utf-8"))
    assert facts["settings"]["bots"] == ["random", "greedy"]
    assert (facts["matches"], facts["sets"]) == (4, 2)
    assert facts["bots"][0]["bot"] == "greedy"
    timing = {"moves": 40, "simulations_a_move": 0.0, "ms_a_move": 15.0}
    assert facts["timing"]["random"] == timing
    assert facts["faults"] == [
        {"match": 3, "record": "000003.punto", "bot": "random", "seat": 1, "part": 1,
         "round_number": 2, "ply": 3, "what": "raised it"}
    ]  # fmt: skip
    with (tmp_path / "results.csv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert [row["bot"] for row in rows] == ["greedy", "random"]
    assert list(rows[0])[-3:] == ["moves", "simulations_a_move", "ms_a_move"]
    assert float(rows[0]["share"]) == facts["bots"][0]["share"]
    assert (tmp_path / "plot.png").read_bytes().startswith(b"\x89PNG")
    drawn = (tmp_path / "plot.svg").read_bytes()
    write_report(Results(SETTINGS, matches), tmp_path)
    assert (tmp_path / "plot.svg").read_bytes() == drawn
    assert len(list(tmp_path.iterdir())) == 5
