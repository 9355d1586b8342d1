"""A wrong cell says why in words, however it was asked for."""

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

import pytest
from playwright.sync_api import ViewportSize, expect

from .conftest import Visit
from .dealing import Dealer, dealer, reach
from .keys import Keys
from .noting import Notes
from .playing import STILL, Player, open_table, person
from .visitor import DESK, PHONE

SPAN = 6
TALL: ViewportSize = {"width": 360, "height": 800}
FRAMES = """async () => {
  for (let frame = 0; frame < 5; frame++) await new Promise(requestAnimationFrame);
}"""
STATUS = ".board [role=status]"
LAST = re.compile(r"\blast\b")
"""The class of the cell where the last card lies."""


class Place(NamedTuple):
    """A cell, also one that is not on the screen."""

    column: int
    row: int

    def __str__(self) -> str:
        return f"{chr(ord('a') + self.column)}{self.row + 1}"


def place(cell: str) -> Place:
    """Read the name of a cell."""
    return Place(ord(cell[0]) - ord("a"), int(cell[1:]) - 1)


def nearest(player: Player, cell: Place) -> Place:
    """Find the cell that is drawn nearest to one."""
    shown = [place(name) for name in player.stands().tops]
    return min(shown, key=lambda one: abs(one.column - cell.column) + abs(one.row - cell.row))


def point(player: Player, cell: Place) -> tuple[float, float]:
    """Find a cell on the screen; one beyond the edge by the nearest that is drawn."""
    near = nearest(player, cell)
    box = player.cell(str(near)).bounding_box()
    room = player.page.locator(".board").last.bounding_box()
    assert box
    assert room
    x, y, side = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, box["width"]
    x += side * (cell.column - near.column)
    y -= side * (cell.row - near.row)
    # Where the table touches the rim of its room, a few pixels beyond the edge are all there is.
    x = min(max(x, room["x"] + 1), room["x"] + room["width"] - 1)
    return x, min(max(y, room["y"] + 1), room["y"] + room["height"] - 1)


def by_mouse(player: Player, cell: Place) -> None:
    player.page.mouse.click(*point(player, cell))


def by_touch(player: Player, cell: Place) -> None:
    # A finger is too broad for a rim: whoever taps beyond the edge has room there.
    near = nearest(player, cell)
    if near != cell:
        player.page.set_viewport_size(TALL if near.column == cell.column else DESK)
        player.page.evaluate(FRAMES)
    player.page.touchscreen.tap(*point(player, cell))


def by_drag(player: Player, cell: Place) -> None:
    box = player.page.locator("[data-anchor=hand]").bounding_box()
    assert box
    x, y = point(player, cell)
    player.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    player.page.mouse.down()
    player.page.mouse.move(x, y, steps=4)
    player.page.mouse.up()


def by_keys(player: Player, cell: Place) -> None:
    keys = Keys(player.visitor)
    player.page.locator("[role=gridcell][tabindex='0']").focus()
    near = nearest(player, cell)
    keys.walk(player, str(near))
    if near == cell:
        keys.press("Enter")
    elif near.column == cell.column:
        keys.press("ArrowUp" if cell.row > near.row else "ArrowDown")
    else:
        keys.press("ArrowRight" if cell.column > near.column else "ArrowLeft")


WAYS = {"mouse": by_mouse, "touch": by_touch, "drag": by_drag, "keys": by_keys}


def settle(past: Dealer) -> None:
    """Lay cards outwards, without a row, until the square is settled and a cell too high."""
    while True:
        table = past.table
        turn, stacks = table["match"]["turn"], table["match"]["stacks"]
        if width(stacks) == height(stacks) == SPAN and too_high(stacks, turn["card"]):
            return
        past.lay(table, min(turn["cells"].split(), key=partial(worth, stacks, turn["card"])))


def worth(stacks: dict[str, str], card: str, cell: str) -> tuple[bool, int, str]:
    """Rate a cell for making a large table without a row; lower is better."""
    after = {**stacks, cell: card}
    return reach(stacks, card, cell) > 3, -width(after) - height(after), cell


def width(stacks: dict[str, str]) -> int:
    columns = [place(cell).column for cell in stacks]
    return max(columns, default=0) - min(columns, default=0) + 1


def height(stacks: dict[str, str]) -> int:
    rows = [place(cell).row for cell in stacks]
    return max(rows, default=0) - min(rows, default=0) + 1


def too_high(stacks: dict[str, str], card: str) -> list[str]:
    """List the cells whose cards are not lower than one."""
    return [cell for cell in stacks if stacks[cell][-1] >= card[1]]


def wrong(player: Player) -> Iterator[tuple[Place, str]]:
    """Find a cell for every reason there is on the table as it stands."""
    match = player.shape["match"]
    stacks, possible = match["stacks"], match["turn"]["cells"].split()
    seen = [place(cell) for cell in player.stands().tops]
    yield place(too_high(stacks, match["turn"]["card"])[0]), "not-lower"
    lonely = [cell for cell in seen if str(cell) not in stacks and str(cell) not in possible]
    if lonely:
        yield lonely[0], "touches-nothing"
    middle = place("f6")
    yield Place(max(cell.column for cell in seen) + 1, middle.row), "too-wide"
    yield Place(min(cell.column for cell in seen) - 1, middle.row), "too-wide"
    yield Place(middle.column, max(cell.row for cell in seen) + 1), "too-high"
    yield Place(middle.column, min(cell.row for cell in seen) - 1), "too-high"


def says(player: Player, ask: Callable[[Player, Place], None], cell: Place, code: str) -> None:
    """Try a cell, hear why not, and see that nothing was laid."""
    shape = player.shape
    said = Notes(player.visitor, STATUS)
    ask(player, cell)
    stack = shape["match"]["stacks"].get(str(cell), "").split()
    words = player.visitor.words
    below = words(f"card.{stack[-1][0]}", value=stack[-1][1]) if stack else ""
    said.expect(words(f"error.{code}", below=below))
    assert player.shape["number"] == shape["number"]


@pytest.mark.parametrize("way", WAYS)
def test_a_wrong_cell_says_why(visit: Visit, way: str) -> None:
    touch = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
    somebody = visit(likes=STILL, **(touch if way == "touch" else {"viewport": DESK}))
    player = open_table(somebody, person("Ada"), person("Ben"), mode="2p", start=1)
    player.sit()
    player.stands()
    says(player, WAYS[way], place("e5"), "not-origin")
    told = {"not-origin"}
    with dealer(player) as past:
        # One card in a corner of what is seen leaves cells that touch nothing.
        past.lay(past.table, "f6")
        past.lay(past.table, "g7")
        expect(player.cell("g7")).to_have_class(LAST)
        says(player, WAYS[way], place("e8"), "touches-nothing")
        settle(past)
        expect(player.cell(player.shape["match"]["last"])).to_have_class(LAST)
    for cell, code in list(wrong(player)):
        says(player, WAYS[way], cell, code)
        told.add(code)
    assert told >= {"not-origin", "not-lower", "too-wide", "too-high"}


def test_who_has_to_wait_and_who_looks_on_hear_so(visit: Visit) -> None:
    ada, ben, cleo = visit(likes=STILL), visit(likes=STILL), visit(likes=STILL)
    table = open_table(ada, person("Ada"), {"kind": "open"}, mode="2p", start=1)
    ben.go(f"/t/{table.code}")
    ben.page.get_by_label(ben.words("name.title")).fill("Ben")
    ben.button("lobby.sit").click()
    for visitor, words in (
        (ben, ben.words("why.turn", name="Ada")),
        (cleo, cleo.words("why.looking")),
    ):
        player = Player(visitor, table.code)
        player.sit()
        said = Notes(visitor, STATUS)
        player.cell("f6").click()
        said.expect(words)
        player.cell("f6").press("Escape")
        expect(visitor.page.locator(STATUS)).to_have_text("")
        said = Notes(visitor, STATUS)
        player.cell("f6").press("Enter")
        said.expect(words)
    assert table.shape["match"]["stacks"] == {}
