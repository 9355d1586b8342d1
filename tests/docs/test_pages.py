"""What the pages show is what the program does."""

import doctest
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

import punto
from docs.blocks import BLOCKS
from docs.samples import lay_out
from punto.cli.main import main

ROOT = Path(__file__).parents[2]


SESSIONS = sorted({block.page for block in BLOCKS if block.is_session})


@pytest.mark.parametrize("page", SESSIONS)
def test_examples_on_the_page_are_true(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay_out(tmp_path)
    monkeypatch.chdir(tmp_path)
    text = (ROOT / page).read_text(encoding="utf-8").replace("```", "\n")
    examples = doctest.DocTestParser().get_doctest(text, {}, page, page, 0)
    report: list[str] = []
    results = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(examples, out=report.append)
    assert results.attempted > 3
    assert results.failed == 0, "".join(report)


def test_many_pages_have_examples() -> None:
    assert len(SESSIONS) >= 8


def test_example_of_the_package_is_true() -> None:
    results = doctest.testmod(punto)
    assert results.attempted == 3
    assert results.failed == 0


def test_picture_on_the_front_page_is_what_show_draws(tmp_path: Path) -> None:
    drawn = tmp_path / "table.svg"
    vector = ROOT / "tests" / "vectors" / "4p-english-2018-1.punto"
    assert main(["show", str(vector), "--round", "1", "--svg", str(drawn)]) == 0
    assert drawn.read_text("utf-8") == (ROOT / "docs" / "table.svg").read_text("utf-8")


def test_heat_map_on_the_page_is_of_the_moment_that_it_names(tmp_path: Path) -> None:
    drawn, evening = tmp_path / "heat.svg", str(ROOT / "docs" / "evening.punto")
    moment = ["--round", "2", "--ply", "14", "--simulations", "50"]
    assert main(["analyse", evening, *moment, "--svg", str(drawn)]) == 0
    now, then = (heat(path) for path in (drawn, ROOT / "docs" / "heat.svg"))
    assert len(now) > 10
    assert now == then


def heat(path: Path) -> set[str | None]:
    """Where the tinted cells are; how strongly is for each search to say."""
    marks = ET.fromstring(path.read_text("utf-8")).iter()
    return {mark.get("transform") for mark in marks if mark.get("data-mark") == "heat"}


def test_curve_on_the_page_is_of_the_match(tmp_path: Path) -> None:
    text = (ROOT / "docs" / "curve.svg").read_text("utf-8")
    record = punto.read_record((ROOT / "docs" / "evening.punto").read_bytes())
    rounds = [f"Round {number}" for number in range(1, record.match.round_number + 1)]
    assert all(f">{word}</text>" in text for word in (*record.names, *rounds))


def test_the_cookbook_has_twelve_tasks_each_in_both_libraries() -> None:
    _, *tasks = (ROOT / "docs" / "cookbook.md").read_text("utf-8").split("\n## ")
    assert [task.partition(".")[0] for task in tasks] == [str(n) for n in range(1, 13)]
    for task in tasks:
        ours, theirs = task.split("In python-chess:\n")
        assert "```python\n>>> " in ours
        assert "```python\n" in theirs
