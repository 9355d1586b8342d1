"""Every figure in docs/study.md is what docs/study/results.json says."""

import re
import runpy
import shlex
from pathlib import Path

from docs.blocks import ROOT
from punto.cli.main import build_parser
from punto.lab.study.questions import QUESTIONS
from punto.lab.study.report import figures_of, read_results

WRITING = runpy.run_path(str(ROOT / "docs" / "write_study.py"))
PAGE, FOLDER = ROOT / "docs" / "study.md", ROOT / "docs" / "study"
TEXT, FACTS = PAGE.read_text("utf-8"), read_results(FOLDER / "results.json")
AGAIN = "run `python docs/write_study.py`"


def test_tables_and_figures_in_the_text_are_those_of_the_results() -> None:
    assert WRITING["written"](TEXT, FACTS) == TEXT, AGAIN
    changed = {**FACTS, "answers": [dict(answer) for answer in FACTS["answers"]]}
    for answer in changed["answers"]:
        answer["rows"] = [{**row, "found": [[0.123] * 3] * 9} for row in answer["rows"]]
        for row in answer["rows"]:
            row["found"] = row["found"][: len(answer["measures"])]
    other = WRITING["written"](TEXT, changed)
    assert not re.search(r"\d %(?! \(12\.3)", prose(other)), "a figure that no result stands for"


def prose(text: str) -> str:
    """Leave out what is no result: the confidence of all intervals, and commands."""
    return re.sub(r"`[^`]*`|95 %", "", text)


def test_every_question_has_its_table_and_its_drawing() -> None:
    assert re.findall(r"<!--table (\S+)-->", TEXT) == list(QUESTIONS)
    drawings = figures_of(FACTS)
    assert {f"{name}.svg" for name in QUESTIONS} == set(drawings)
    assert {path.name for path in FOLDER.iterdir()} == {*drawings, "results.json"}
    for name, drawing in drawings.items():
        assert (FOLDER / name).read_text("utf-8") == drawing, AGAIN


def test_every_table_names_the_command_that_makes_it() -> None:
    commands = re.findall(r"Made by `punto (study [^`]+)`", TEXT)
    asked = [build_parser().parse_args(shlex.split(command)) for command in commands]
    assert [options.question for options in asked] == [[name] for name in QUESTIONS]
    assert {(options.deals, options.seed) for options in asked} == {(FACTS["deals"], FACTS["seed"])}
    assert all(options.folder == Path("build/study") for options in asked)
