"""The page about the arena: the error rates that it shows are those of the benchmark."""

import re

from benchmarks.sprt import LUCK, TESTS, row_of

from docs.blocks import ROOT

ROW = re.compile(r"^\| `((?:elo|share)=\S+)` \| (\d\.\d) \|.*\|$", re.MULTILINE)


def test_the_error_rates_are_those_of_the_benchmark() -> None:
    page = (ROOT / "docs" / "arena.md").read_text("utf-8")
    rows = {(row[1], float(row[2])): row[0] for row in ROW.finditer(page)}
    assert list(rows) == [(test, luck) for test in TESTS for luck in LUCK]
    # The rows with the fewest deals; `bench sprt` prints all of them in the same way.
    for test, luck in (("share=0.45:0.55", 0.4), ("share=0.7:0.8", 0.4)):
        assert row_of(test, luck) == rows[test, luck]
