"""The curve of a match: all rounds, all sides by name, the same on every run."""

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from cli.terminal import VECTORS
from punto import Match, read_record
from punto.lab.curve_layout import lay_out_rounds, point_of, spread_labels

from .samples import blunder, told

pytest.importorskip("matplotlib")  # an extra that not everybody installs

from punto.lab.curve import save

NAMES = ["Ada", "Ben", "Cleo", "Dag"]


def match_of(name: str) -> Match:
    return read_record((VECTORS / f"{name}.punto").read_bytes()).match


def words(path: Path) -> list[str]:
    found = ET.fromstring(path.read_text("utf-8")).iter("{http://www.w3.org/2000/svg}text")
    return ["".join(text.itertext()).strip() for text in found]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_rounds_sides_and_turning_points_are_named(tmp_path: Path, theme: str) -> None:
    match, out = match_of("4p-english-2018-1"), tmp_path / "curve"
    save(told(match, 0.1, 0.2, 0.3), NAMES, out, "svg", theme=theme, max_points=2)
    found = words(out)
    assert [found.count(name) for name in NAMES] == [1] * 4
    assert {"Round 1", "Round 2", "chance of winning the round", "100 %"} <= set(found)
    assert found[-2:] == ["1", "2"]


def test_the_same_review_is_the_same_file(tmp_path: Path) -> None:
    for kind in ("svg", "png"):
        drawn = [tmp_path / f"{number}.{kind}" for number in range(2)]
        for path in drawn:
            save(told(blunder(), 0.1), NAMES, path, kind)
        assert drawn[0].read_bytes() == drawn[1].read_bytes()
    assert drawn[0].read_bytes().startswith(b"\x89PNG")


def test_names_are_drawn_as_they_are_written(tmp_path: Path) -> None:
    names = ["$x$ & <y>", "Łucja", r"\alpha", "_"]
    save(told(blunder()), names, tmp_path / "curve", "svg")
    assert set(names) <= set(words(tmp_path / "curve"))


def test_a_side_has_a_line_style_of_its_own(tmp_path: Path) -> None:
    out = tmp_path / "curve.svg"
    save(told(blunder()), NAMES, out, "svg", max_points=0)
    text = out.read_text("utf-8")
    styles = {part.split(";")[0] for part in text.split("stroke-dasharray: ")[1:]}
    assert len(styles) == 3, "three of four lines are dashed, each in its way"


def test_rounds_lie_one_after_the_other_and_end_with_their_winner() -> None:
    match = match_of("4p-english-2018-1")
    found = told(match, 0.1)
    first, second = lay_out_rounds(found)
    laid = [len(round_.placements) for round_ in match.rounds]
    assert [len(first.chances), len(second.chances)] == [count + 1 for count in laid]
    assert second.left > first.right
    assert first.chances[-1] == (1.0, 0.0, 0.0, 0.0)
    assert first.of(1)[-1] == 1
    assert point_of(found.judgements[0], [first, second]) == (0, 0.9)
    assert point_of(found.judgements[-1], [first, second])[0] == second.right - 1


def test_a_round_in_play_ends_where_it_is() -> None:
    (only,) = lay_out_rounds(told(blunder()))
    assert len(only.chances) == 13


@pytest.mark.parametrize(
    ("heights", "expected"),
    [
        ([0.5], [0.5]),
        ([0.2, 0.8], [0.2, 0.8]),
        ([0.0, 0.0, 1.0], [0.1, 0.0, 1.0]),
        ([1.0, 1.0, 0.95], [1.0, 0.9, 0.8]),
    ],
)
def test_names_are_moved_apart(heights: list[float], expected: list[float]) -> None:
    assert spread_labels(heights, 0.1) == pytest.approx(expected)
