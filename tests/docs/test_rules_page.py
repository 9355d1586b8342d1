"""The page of the rules: its pictures and tables are what the rules do."""

import re
import runpy
from dataclasses import fields
from pathlib import Path

import pytest

from punto.rules.editions import EDITIONS, Edition
from punto.rules.facts import MODES, VALUES
from punto.rules.options import Options

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "rules.md").read_text("utf-8")
DRAWING = runpy.run_path(str(ROOT / "docs" / "draw_rules.py"))
STARTER = {"winner": "left of the winner", "ender": "left of whoever could not play"}
TIE = {"total": "all rows together", "lowest": "only those of the lowest row"}
REDEAL = {"even": "the same number each", "from-winner": "beginning with the winner"}


def rows(heading: str) -> list[list[str]]:
    """Read the first table after a heading, without its head."""
    section = PAGE.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def test_pictures_are_up_to_date() -> None:
    for file, text in DRAWING["pictures"]().items():
        assert file.read_text("utf-8") == text, f"{file.name}: run `python docs/draw_rules.py`"


def test_every_picture_is_on_the_page_and_has_words_for_those_who_cannot_see_it() -> None:
    shown = re.findall(r'<img\s+src="(rules/[^"]+)"\s+width="\d+"\s+alt="([^"]{8,})"', PAGE)
    drawn = {f"rules/{file.name}" for file in DRAWING["pictures"]()}
    assert sorted(name for name, _ in shown) == sorted(drawn)
    assert {f"rules/{file.name}" for file in (ROOT / "docs" / "rules").iterdir()} == drawn


@pytest.mark.parametrize("name", MODES)
def test_the_table_of_modes_is_true(name: str) -> None:
    mode = MODES[name]
    (row,) = [row for row in rows("Cards") if row[0] == f"`{name}`"]
    own = 2 * len(VALUES) * len(mode.sides[0].colours) // len(mode.sides[0].seats)
    assert row[3].startswith(str(own))
    assert int(row[4]) == mode.line
    for side in mode.sides:
        assert " and ".join(colour.name.lower() for colour in side.colours) in row[2]
    assert ("green is neutral" in row[2]) == (mode.neutral is not None)


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=str)
def test_the_table_of_editions_is_true(edition: Edition) -> None:
    place = list(EDITIONS).index(edition.name) + 1
    _, starter, tie, redeal = (row[place] for row in rows("Editions"))
    assert STARTER[edition.starter] in starter
    assert TIE[edition.tie] in tie
    assert REDEAL[edition.redeal] in redeal


def test_the_two_ways_to_count_decide_the_tie_as_the_page_says() -> None:
    tie = DRAWING["tie"]("english-2018")
    assert [[run.points for run in runs] for runs in tie.end.runs] == [[6, 24], [], [12, 15], []]
    assert [DRAWING["tie"](name).end.winner for name in EDITIONS] == [3, 1, 1]
    assert DRAWING["TIE"] in PAGE


def test_every_option_is_on_the_page() -> None:
    missing = [field.name for field in fields(Options) if f"(`{field.name}`)" not in PAGE]
    assert missing == []


def test_the_points_under_the_picture_of_a_stalemate_are_those_in_it() -> None:
    end = DRAWING["played"]("stalemate").end
    sums = [run for runs in end.runs for run in runs]
    for run in sums:
        values = " + ".join(str(value) for value in sorted(card.value for card in run.cards))
        assert re.search(rf"{re.escape(values)}\s+is {run.points}\b", PAGE.replace("\n", " "))
