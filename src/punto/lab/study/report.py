"""Runs the questions over the rounds of a folder, and writes results, tables and figures."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from punto.lab.study.answer import Answer, Question
from punto.lab.study.figure import draw
from punto.lab.study.folder import FORMAT, StudyFolder
from punto.lab.study.questions import QUESTIONS
from punto.lab.study.series import SERIES
from punto.notation.text_file import write_atomically
from punto.rules.errors import UnreadableError, Words

RESULTS = "results.json"


def answer_questions(
    folder: StudyFolder, questions: Iterable[Question], deals: int
) -> list[Answer]:
    """Answer questions from the rounds in a folder."""
    return [
        question.answer({series: folder.read(series, deals) for series in question.needs(SERIES)})
        for question in questions
    ]


def write_results(answers: Iterable[Answer], folder: Path, seed: int, deals: int) -> None:
    """Write all answers as JSON, and a figure for each of them."""
    answers = list(answers)
    facts = {
        "format": FORMAT,
        "seed": seed,
        "deals": deals,
        "answers": [answer.as_json() for answer in answers],
    }
    write_atomically(folder / RESULTS, json.dumps(facts, indent=1, ensure_ascii=False) + "\n")
    # Figures are drawn from what was stored, so that the file alone gives the same figures.
    for name, text in figures_of(facts).items():
        write_atomically(folder / name, text)


def read_results(path: Path) -> dict[str, Any]:
    """Read the results of a study."""
    try:
        facts = json.loads(path.read_text("utf-8"))
        if facts["format"] == FORMAT:
            return dict(facts)
    except (ValueError, KeyError, TypeError):
        pass
    raise UnreadableError("study", expected=f"results in {path}", came=Words("something else"))


def figures_of(facts: dict[str, Any]) -> dict[str, str]:
    """Draw the figures of stored results, by the names of their files."""
    answers = map(Answer.from_json, facts["answers"])
    return {
        f"{answer.question}.svg": draw(answer, QUESTIONS[answer.question].asks)
        for answer in answers
    }
