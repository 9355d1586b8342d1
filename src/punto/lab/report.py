"""The results as files."""

import csv
import io
import json
from pathlib import Path

from punto.lab.plot import draw
from punto.lab.results import Results
from punto.notation.text_file import write_atomically

JSON, CSV, PLOTS = "results.json", "results.csv", ("plot.svg", "plot.png")


def write_report(results: Results, folder: Path) -> None:
    """Write the results beside the matches they come from."""
    write_atomically(folder / JSON, as_text(results))
    write_atomically(folder / CSV, as_csv(results))
    for name in PLOTS:
        draw(results, folder / name)


def as_text(results: Results) -> str:
    """Write everything as JSON."""
    return json.dumps(results.as_json(), indent=2, ensure_ascii=False) + "\n"


def as_csv(results: Results) -> str:
    """Write a line for each bot; the time of a move comes last."""
    facts = results.as_json()
    rows = [{**bot, **facts["timing"][bot["bot"]]} for bot in facts["bots"]]
    text = io.StringIO()
    writer = csv.DictWriter(text, rows[0], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()
