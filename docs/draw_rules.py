"""Draw the pictures of docs/rules.md: `python docs/draw_rules.py`.

Most of them are the pictures that teach the rules on the page of the game, so both show the same
tables. Every card is placed by the rules, and `punto.svg` draws the result. A test compares the
pictures with the files that are committed.
"""

import json
from pathlib import Path

from punto import Card, Cell, Round, read_move, svg
from punto.rules.facts import mode_named

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "docs" / "rules"
PICTURES = json.loads((ROOT / "web" / "src" / "rules" / "pictures.json").read_text("utf-8"))
WIDTH = 380
"""Width of a picture on the page, in pixels; every file carries it."""

CARDS = ("R3", "O5", "B7", "G9")
"""One card of each colour."""

TIE = "d6:R1,e6:R2,f6:R3,d5:B4,e5:B5,f5:B6,d4:R9,e4:R8,f4:R7,d3:B3,e3:B5,f3:B4"
"""A stalemate of four players that two editions decide differently."""


def played(name: str) -> Round:
    """Play the moves of a picture by the rules; unknown cards follow in every deck."""
    picture = PICTURES[name]
    mode, start = mode_named(picture["mode"]), picture["start"]
    moves = [read_move(text) for text in picture["moves"].split()]
    cards = [str(move.card) for move in moves] + [picture["card"]] * bool(picture["card"])
    decks: list[list[str]] = [[] for _ in mode.seats]
    for turn, card in enumerate(cards):
        decks[mode.order_from(start)[turn % len(decks)] - 1].append(card)
    more = [] if name == "stalemate" else ["?"]
    cells = [str(move.cell) for move in moves]
    return Round(mode, [[*deck, *more] for deck in decks], start=start, cells=cells)


def drawn(name: str) -> str:
    """Draw the table of a picture, with the cells that it marks and the rows that it joins."""
    round_, picture = played(name), PICTURES[name]
    lit = [Cell(cell) for cell in picture["lit"].split()]
    rows = [run.cells for side in round_.end.runs for run in side] if round_.end else [lit]
    legal = [Cell(cell) for cell in picture["legal"].split()]
    return svg.table(round_.table.stacks(), legal=legal, runs=rows, size=WIDTH)


def tie(edition: str) -> Round:
    """Let nobody have a card left on the table of `TIE`, which ends the round."""
    return Round("4p", ["", "", "", ""], edition=edition, table=TIE)


def drawn_tie() -> str:
    """Draw the table of `TIE` with all rows that count."""
    round_ = tie("english-2018")
    assert round_.end is not None
    rows = [run.cells for side in round_.end.runs for run in side]
    return svg.table(round_.table.stacks(), runs=rows, size=WIDTH)


def pictures() -> dict[Path, str]:
    """Draw every picture of the page."""
    texts = {name: drawn(name) for name in PICTURES}
    texts |= {f"card-{name}": svg.card(Card(name), size=72) for name in CARDS}
    texts["tie"] = drawn_tie()
    return {FOLDER / f"{name}.svg": text for name, text in texts.items()}


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for file, text in pictures().items():
        file.write_text(text, "utf-8")
        print(file.relative_to(ROOT))
