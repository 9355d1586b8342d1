"""`punto play --handicap`: who goes without which cards is said, and what is wrong is refused."""

import json
from pathlib import Path

import pytest

from cli.conftest import Here
from punto import read_record
from punto.words import LANGUAGES, say

BEGIN = ("play", "--seed", "01" * 32, "--start", "1", "--people", "1", "2")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_cards_are_named_at_the_beginning_and_in_the_record(
    tmp_path: Path, here: Here, language: str
) -> None:
    path = tmp_path / "match.punto"
    run = here(*BEGIN, "--handicap", "3,1", "--record", path, "--language", language)
    names = read_record(path.read_bytes()).names
    told = f"{say('handicap.title', language)}: {names[0]} (R9 R9 O9), {names[1]} (B9)."
    assert run.returncode == 0, run.stderr
    assert told in run.stdout
    assert '[Handicap "3 1"]\n' in path.read_text("utf-8")
    assert told in here("show", path, "--language", language).stdout
    facts = json.loads(here("show", path, "--json").stdout)
    assert facts["handicap"] == [["R9", "R9", "O9"], ["B9"]]


@pytest.mark.parametrize("came", ["7,0", "2 0", "-1,0", "2,", "two", "", "1,1,1,1,1,x"])
def test_what_is_no_handicap_is_refused_in_one_sentence(here: Here, came: str) -> None:
    run = here(*BEGIN, f"--handicap={came}")
    assert run.returncode == 2
    expected = "expected a number from 0 to 6 for each side, as in 2,0, got"
    assert run.stderr.splitlines()[0].startswith(f"punto: --handicap: {expected}")


def test_each_side_of_the_mode_needs_its_number(here: Here) -> None:
    run = here(*BEGIN, "--mode", "3p", "--handicap", "2,0")
    expected = "handicap: expected 3 numbers in 3p, one for each side, got [2, 0]"
    assert (run.returncode, run.stderr) == (2, f"punto: {expected}\n")
