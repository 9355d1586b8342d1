"""Short hints in somebody's first match: when something happens for the first time, once each."""

from typing import Any

from playwright.sync_api import Locator, ViewportSize, expect

from .conftest import Visit
from .dealing import Dealer, dealer, reach
from .looking import cells_under, look, misfits, resize, still
from .playing import STILL, Player, open_table, person
from .reader import Reader
from .visitor import DESK, PHONE, SIDEWAYS, SMALL, Visitor


def note(somebody: Visitor) -> Locator:
    """Find the hint."""
    return somebody.page.locator(".note")


def hint(somebody: Visitor, key: str, **values: object) -> None:
    """Wait for a hint."""
    expect(note(somebody)).to_contain_text(somebody.words(key, **values))
    expect(note(somebody)).to_be_visible()


def spans(stacks: dict[str, str]) -> tuple[int, int]:
    """Measure how wide and how high the table is."""
    columns, rows = [ord(cell[0]) for cell in stacks], [int(cell[1:]) for cell in stacks]
    return max(columns) - min(columns) + 1, max(rows) - min(rows) + 1


def close_the_square(past: Dealer) -> None:
    """Lay cards further and further out, to the right and then up, until the square is closed."""
    while True:
        table = past.table
        stacks, cells = table["match"]["stacks"], table["match"]["turn"]["cells"].split()
        wide, high = spans(stacks) if stacks else (0, 0)
        if (wide, high) == (6, 6):
            return
        # Zigzagging, so that no row comes about on the way.
        side = len(stacks) % 2
        if wide < 6:
            past.lay(table, max(cells, key=lambda cell: (cell[0], int(cell[1:]) * (-1) ** side)))
        else:
            past.lay(
                table, max(cells, key=lambda cell: (int(cell[1:]), ord(cell[0]) * (-1) ** side))
            )


def two_at_a_device(visit: Visit, **settings: Any) -> Player:
    """Open a table for two people at one device."""
    somebody = still(visit, **settings)
    table = open_table(somebody, person("Ada"), person("Ben"), mode="2p", start=1)
    table.sit()
    return table


TALL: ViewportSize = {"width": 390, "height": 844}
SIZES = SMALL, PHONE, TALL, SIDEWAYS, DESK


def test_the_square_that_closes_is_explained_once(visit: Visit) -> None:
    """One table for all sizes: the hint stays while the screen is resized."""
    table = two_at_a_device(visit, viewport=SMALL)
    somebody = table.visitor
    expect(note(somebody)).to_have_text("")
    with dealer(table) as past:
        close_the_square(past)
    for viewport in SIZES:
        resize(somebody, viewport)
        hint(somebody, "note.square")
        assert misfits(somebody) == [], viewport
        expect(somebody.page.locator("[role=gridcell]")).to_have_count(36)
        assert cells_under(somebody, ".note") == [], viewport
    note(somebody).get_by_role("button", name=somebody.words("close")).click()
    expect(note(somebody)).to_have_text("")
    somebody.page.reload()
    expect(table.cell("f6")).to_be_visible()
    expect(somebody.page.locator(".edges .level")).to_have_count(2)
    expect(note(somebody)).to_have_text("")
    again = open_table(somebody, person("Ada"), person("Ben"), mode="2p", start=1)
    again.sit()
    with dealer(again) as past:
        close_the_square(past)
    expect(somebody.page.locator(".edges .level")).to_have_count(2)
    expect(note(somebody)).to_have_text("")


def four_in_a_row(player: Player, first: Dealer, second: Dealer) -> None:
    """Let seat 1 build a row that is one card short, while the other lays its cards apart."""
    while True:
        table = player.shape
        turn, stacks = table["match"]["turn"], table["match"]["stacks"]
        cells = turn["cells"].split()
        long = {cell: reach(stacks, turn["card"], cell) for cell in cells}
        if turn["seat"] == 2:
            calm = [cell for cell in cells if cell not in stacks] or cells
            second.lay(table, min(calm, key=lambda cell: (long[cell], cell)))
            continue
        best = max((cell for cell in cells if long[cell] < 5), key=lambda cell: (long[cell], cell))
        first.lay(table, best)
        if long[best] == 4:
            return


def test_a_row_that_is_one_short_is_explained_to_its_owner_and_to_the_other(visit: Visit) -> None:
    ada, ben = visit(likes=STILL), visit(likes=STILL)
    hers = open_table(ada, person("Ada"), {"kind": "open"}, mode="2p", start=1)
    ben.go(f"/t/{hers.code}")
    ben.page.get_by_label(ben.words("name.title")).fill("Ben")
    ben.button("lobby.sit").click()
    hers.sit()
    reader = Reader(ben)
    ben.page.reload()
    his = Player(ben, hers.code)
    expect(his.cell("f6")).to_be_visible()
    with dealer(hers) as one, dealer(his) as two:
        four_in_a_row(hers, one, two)
    hint(ada, "note.row.own", count=4)
    hint(ben, "note.row.theirs", count=4, name="Ada")
    reader.hear("Ada: 4 in a row")
    ben.page.keyboard.press("Escape")
    expect(note(ben)).not_to_contain_text("Ada: 4")  # the square may be explained now


def test_whoever_plays_on_has_read_it(visit: Visit) -> None:
    table = two_at_a_device(visit)
    with dealer(table) as past:
        close_the_square(past)
    hint(table.visitor, "note.square")
    table.cell(table.possible()[0]).click()
    expect(note(table.visitor)).to_have_text("")


def test_the_hints_read_well_in_every_language(visit: Visit) -> None:
    table = two_at_a_device(visit, viewport=SMALL)
    with dealer(table) as past:
        four_in_a_row(table, past, past)
    hint(table.visitor, "note.row.theirs", count=4, name="Ada")
    look(table.visitor, "a row one short")
