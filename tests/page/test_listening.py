"""A whole match by screen reader alone."""

import re

from .conftest import Visit
from .dealing import reach
from .playing import STILL
from .reader import Node, Reader

CARD = r"(red|orange|blue|green) (\d)"
MOVE = re.compile(rf"(\w+) puts? the {CARD} on ([a-k]\d+)(?:, over the {CARD})?\.")
TURN = rf"Your turn, with the {CARD}\."
BEGINS = re.compile(r"Round \d begins\.")
OVER = r"You (win|lose) the match"
ENDED = r"the round with \d in a row|the rows are counted"
WHY = {
    "not-lower": r"is not lower: a card can only cover a lower one",
    "touches-nothing": r"A card must touch another card",
    "not-origin": r"The first card of a round goes on f6",
}


CHOSEN = {"settings": {"rounds_to_win": 1, "start": 1}, "starter": "chosen"}
LIKES = STILL | {"setups": {"computer": CHOSEN | {"seats": [{}, {"bot": "random"}]}}}
"""Somebody who starts, and whose matches are short."""


def code(colour: str, value: str) -> str:
    """Write a card that was told in words."""
    return colour[0].upper() + value


class Listener:
    """Somebody who plays by ear: what lies on the table is known from what was said of it."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.stacks: dict[str, str] = {}
        self.announced = 0
        self.moves: list[tuple[str, str]] = []
        self.reasons: set[str] = set()

    def remember(self) -> None:
        """Lay in mind what was told to be laid."""
        for line in self.reader.all[self.announced :]:
            for name, colour, value, cell, *below in MOVE.findall(line):
                if any(below):
                    assert self.stacks[cell].endswith(code(*below)), line
                else:
                    assert cell not in self.stacks, line
                card = code(colour, value)
                self.stacks[cell] = f"{self.stacks.get(cell, '')} {card}".strip()
                self.moves.append((name, card))
            if BEGINS.search(line):
                self.stacks.clear()
        self.announced = len(self.reader.all)

    def cells(self) -> dict[str, Node]:
        """Read the table as it is, cell by cell, and find there what was told."""
        cells = {node.name.split(",")[0]: node for node in self.reader.nodes("gridcell")}
        for cell, stack in self.stacks.items():
            top = stack.split()[-1]
            found = re.match(rf"{cell}, {CARD}", cells[cell].name)
            assert found, (cells[cell].name, stack)
            assert code(found[1], found[2]) == top
        free = [node.name for cell, node in cells.items() if cell not in self.stacks]
        assert all(", free" in name for name in free), free
        return cells

    def play(self, card: str) -> None:
        """Hear why a wrong cell is wrong, then lay the card where it makes the longest row."""
        self.remember()
        self.reader.find("gridcell", ", possible$")
        cells = self.cells()
        possible = [cell for cell, node in cells.items() if node.name.endswith(", possible")]
        wrong = [cell for cell in cells if cell not in possible]
        for cell in wrong:
            kind = "not-lower" if cell in self.stacks else "touches-nothing"
            kind = kind if self.stacks else "not-origin"
            if kind not in self.reasons:
                self.reader.activate(cells[cell])
                self.reader.hear(WHY[kind])
                self.reasons.add(kind)
        best = max(possible, key=lambda cell: reach(self.stacks, card, cell))
        self.reader.activate(cells[best])
        self.reader.hear(rf"You put the {CARD} on {best}\b")


def test_a_match_by_screen_reader_alone(visit: Visit) -> None:
    somebody = visit(likes=LIKES)
    reader = Reader(somebody)
    somebody.go()
    reader.activate(reader.find("link", somebody.words("way.computer")))
    reader.activate(reader.find("button", f"^{somebody.words('way.computer.go')}$"))
    assert reader.find("grid", somebody.words("table.board"))
    ear = Listener(reader)
    while (found := reader.hear(TURN, ENDED, OVER)).re.pattern != OVER:
        if found.re.pattern == ENDED:
            reader.activate(reader.find("button", f"^{somebody.words('end.go_on')}$"))
        else:
            ear.play(code(found[1], found[2]))
    ear.remember()
    ends = " ".join(reader.all)
    assert re.search(r"wins? the round( with \d in a row|: \d)|the rows are counted", ends)
    over = somebody.ask(f"tables/{somebody.page.url.rpartition('/')[2]}")["over"]
    assert found[1] == ("win" if over["winner"] == 1 else "lose")
    assert ear.reasons == set(WHY)
    # Nothing was laid without a word.
    code_of_table = somebody.page.url.rpartition("/")[2]
    events = somebody.ask(f"tables/{code_of_table}/events?since=0")["events"]
    laid = [event["card"] for event in events if event["kind"] == "placed"]
    assert [card for _, card in ear.moves] == laid
    assert reader.find("heading", OVER)
    assert reader.find("button", somebody.words("over.rematch"))
