"""The page about learning: its program learns, and its figures are those of its plot."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import numpy as np
import pytest

from docs.blocks import ROOT, blocks_of
from punto.rules.kernel import COMPILED

PAGE = ROOT / "docs" / "learning.md"
(PROGRAM,) = [
    block.text
    for block in blocks_of(PAGE)
    if block.language == "python" and "def main" in block.text
]
ROW = re.compile(r"^\| (\d+) \| ([\d.]+) % \| ([\d.]+) % \|$", re.MULTILINE)
POINT = re.compile(r"(random|greedy), update (\d+): ([\d.]+) %")


def rows_of(text: str) -> list[tuple[int, float, float]]:
    """Read the table of shares: the update, the share against random and against greedy."""
    return [(int(row[1]), float(row[2]), float(row[3])) for row in ROW.finditer(text)]


SHOWN = rows_of(PAGE.read_text("utf-8"))
"""What the page says came out."""


def points_of(drawing: Path) -> list[tuple[int, float, float]]:
    """Read the same from the points of a plot."""
    titles = [mark.text or "" for mark in ET.parse(drawing).iter() if mark.tag.endswith("title")]
    found = {
        (point[1], int(point[2])): float(point[3])
        for title in titles
        if (point := POINT.fullmatch(title))
    }
    updates = sorted({update for _, update in found})
    return [(update, found["random", update], found["greedy", update]) for update in updates]


@pytest.mark.slow
@pytest.mark.skipif(not COMPILED, reason="thousands of rounds: interpreted, they take minutes")
def test_a_run_of_the_program_learns_and_draws_its_plot(tmp_path: Path, is_long_form: bool) -> None:
    (tmp_path / "learning.py").write_text(PROGRAM, "utf-8")
    short = {"updates": 15, "measures": 1, "batch": 64, "random-rounds": 200, "greedy-rounds": 2}
    chosen = {} if is_long_form else short
    done = subprocess.run(
        [sys.executable, "learning.py", *(f"--{name}={count}" for name, count in chosen.items())],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    found = rows_of(done.stdout)
    assert points_of(tmp_path / "learning.svg") == found
    before, *_, after = found
    assert after[1] > 65
    assert after[1] > before[1] + 15
    if is_long_form:  # sums may be rounded differently here
        for (update, *shares), (same_update, *shown) in zip(found, SHOWN, strict=True):
            assert update == same_update
            assert shares[0] == pytest.approx(shown[0], abs=8)
            assert shares[1] == pytest.approx(shown[1], abs=25)
    else:
        assert (before[0], after[0]) == (0, 15)


def test_a_few_rounds_are_enough_to_measure() -> None:
    program: dict[str, Any] = {"__name__": "learning"}
    exec(PROGRAM, program)
    weights = np.zeros(program["ROW_CODES"] + program["CELL_CODES"])
    # Of one round, there is none in which it is our turn half of the time.
    assert program["share_against_random"](weights, 1, seed=2) in (0, 0.5, 1)


def test_the_figures_on_the_page_are_those_of_its_plot() -> None:
    assert points_of(ROOT / "docs" / "learning.svg") == SHOWN
    (updates,) = re.findall(r'"--updates", type=int, default=(\d+)', PROGRAM)
    assert (SHOWN[0][0], SHOWN[-1][0]) == (0, int(updates))
    assert SHOWN[-1][1] > 90, "it must clearly beat random"
