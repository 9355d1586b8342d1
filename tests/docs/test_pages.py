"""What the pages show is what the program does."""

import doctest
from pathlib import Path

import pytest

import punto
from punto.cli.main import main

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("page", ["README.md", "docs/library.md", "docs/arena.md"])
def test_examples_on_the_page_are_true(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8").replace("```", "\n")
    examples = doctest.DocTestParser().get_doctest(text, {}, page, page, 0)
    report: list[str] = []
    results = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(examples, out=report.append)
    assert results.attempted > 3
    assert results.failed == 0, "".join(report)


def test_example_of_the_package_is_true() -> None:
    results = doctest.testmod(punto)
    assert results.attempted == 3
    assert results.failed == 0


def test_picture_on_the_front_page_is_what_show_draws(tmp_path: Path) -> None:
    drawn = tmp_path / "table.svg"
    vector = ROOT / "tests" / "vectors" / "4p-english-2018-1.punto"
    assert main(["show", str(vector), "--round", "1", "--svg", str(drawn)]) == 0
    assert drawn.read_text("utf-8") == (ROOT / "docs" / "table.svg").read_text("utf-8")
