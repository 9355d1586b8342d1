"""Write the figures of docs/study.md: `python docs/write_study.py [FOLDER]`.

FOLDER is where `punto study` worked: its results and drawings are taken over into docs/study. Then
every table and every figure in the text is written again from docs/study/results.json. A test
compares the page with that file.
"""

import re
import shutil
import sys
from pathlib import Path
from typing import Any

from punto.cli.study import DEFAULT_DEALS
from punto.lab.study.answer import Answer
from punto.lab.study.questions import QUESTIONS
from punto.lab.study.report import RESULTS, figures_of, read_results

DOCS = Path(__file__).parent
PAGE, FOLDER = DOCS / "study.md", DOCS / "study"

TABLE = re.compile(r"<!--table (\S+)-->\n.*?<!--/table-->", re.DOTALL)
"""Where a table, its figure and its command stand: `<!--table luck-->…<!--/table-->`."""

FIGURE = re.compile(r"<!--=([^|]+)\|([^|]+)\|(.+?)-->.*?<!--/-->", re.DOTALL)
"""Where one figure stands in the text: `<!--=endings|2p,hard|line-->…<!--/-->`."""


def written(page: str, facts: dict[str, Any]) -> str:
    """Return the page with the figures of these results."""
    answers = {each["question"]: Answer.from_json(each) for each in facts["answers"]}
    page = TABLE.sub(lambda found: table(answers[found[1]], facts), page)
    return FIGURE.sub(
        lambda found: (
            f"<!--={found[1]}|{found[2]}|{found[3]}-->"
            f"{figure(answers[found[1]], found[2], found[3])}<!--/-->"
        ),
        page,
    )


def table(answer: Answer, facts: dict[str, Any]) -> str:
    """Write a table, with its drawing and the command that makes both."""
    name = answer.question
    return (
        f"<!--table {name}-->\n\n{answer.to_markdown()}\n"
        f"![{QUESTIONS[name].asks} The figures of the table as dots with intervals]"
        f"(study/{name}.svg)\n\nMade by `{command(name, facts)}`\n\n<!--/table-->"
    )


def command(name: str, facts: dict[str, Any]) -> str:
    """Return the command that answers a question with the same results."""
    deals = "" if facts["deals"] == DEFAULT_DEALS else f" --deals {facts['deals']}"
    seed = "" if facts["seed"] == 1 else f" --seed {facts['seed']}"
    return f"punto study build/study --question {name}{deals}{seed}"


def figure(answer: Answer, labels: str, measure: str) -> str:
    """Write one figure with its interval."""
    row = next(row for row in answer.rows if ",".join(row.labels) == labels)
    place = [each.name for each in answer.measures].index(measure)
    return answer.measures[place].text(row.found[place])


def main(folders: list[str]) -> None:
    """Take over new results, if a folder is given, and write everything that follows from them."""
    FOLDER.mkdir(exist_ok=True)
    for folder in folders:
        shutil.copyfile(Path(folder) / RESULTS, FOLDER / RESULTS)
    facts = read_results(FOLDER / RESULTS)
    for name, drawing in figures_of(facts).items():
        (FOLDER / name).write_text(drawing, "utf-8")
    PAGE.write_text(written(PAGE.read_text("utf-8"), facts), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
