"""The picture of a whole table: the ground, free places, cards, marks, and names of cells."""

from collections.abc import Container, Iterable, Mapping, Sequence
from itertools import chain

from punto.rules.card import Card
from punto.rules.cell import LETTERS, Cell
from punto.rules.errors import UnreadableError
from punto.rules.table import Table
from punto.svg._heat import Heat, checked_shares, reading_order
from punto.svg._marks import arrow, last_move, legal_cover, legal_free, run_below
from punto.svg.drawing import (
    CELL,
    Attribute,
    Frame,
    Rectangle,
    caption,
    document,
    element,
    group,
    number,
    ringed,
    rounded_square,
    translate,
)
from punto.svg.face import CORNER, HALF, depth, stack
from punto.svg.palette import Palette, mix, palette

EDGE = 61
"""From the middles of the outermost cells to a settled edge."""
EDGE_CORNER = 24
EDGE_WIDTH = 3
DOTTED: dict[str, Attribute] = {"stroke_dasharray": "0 11", "stroke_opacity": 0.6}
FADE_STEPS = 12
FADE_CORNER = EDGE_CORNER + CELL
"""A fade over one cell keeps its width round such a corner."""
NAME_SIZE = 19


def table(
    stacks: Table | Mapping[Cell, Sequence[Card]],
    *,
    last: str | int | None = None,
    legal: Iterable[str | int] = (),
    runs: Iterable[Sequence[str | int]] = (),
    arrows: Iterable[tuple[str | int, str | int]] = (),
    heat: Mapping[Cell, float] | Mapping[str, float] | None = None,
    best: str | int | None = None,
    theme: str = "light",
    size: float | None = None,
    coordinates: bool = True,
    title: str | None = None,
) -> str:
    """Draw a table, or stacks by their cells, each from its bottom card to its top one.

    `last` gets a firm outline. `legal` cells get a dot, or a ring where a card lies. `runs` are
    joined in ink. `arrows` point from a cell to a cell, or circle one. `heat` rates cells from
    0 to 1: the better, the stronger the tint, with the number in per cent; `best`, one of them,
    gets a star. The picture is `size` pixels wide.
    """
    colours = palette(theme)
    if isinstance(stacks, Table):
        stacks = stacks.stacks()
    elif not isinstance(stacks, Mapping):
        raise UnreadableError("table", expected="a Table, or the stacks of one", came=stacks)
    marked = None if last is None else Cell(last)
    free, arrowed = list(map(Cell, legal)), [(Cell(start), Cell(end)) for start, end in arrows]
    joined = [list(map(Cell, run)) for run in runs if run]
    star = None if best is None else Cell(best)
    shares = checked_shares({Cell(cell): share for cell, share in (heat or {}).items()}, star)
    piles = {cell: stacks[cell] for cell in sorted(stacks, key=reading_order) if stacks[cell]}
    depths = {cell: depth(cards) for cell, cards in piles.items()}
    frame = Frame.of(
        piles,
        chain([] if marked is None else [marked], free, shares, *joined, *arrowed),
        coordinates=coordinates,
    )
    warmth = Heat(shares, star, depths, frame, colours)

    def depth_at(cell: Cell) -> float:
        return depths.get(cell, 0)

    return document(
        ground(frame, colours),
        slots(frame, piles, colours),
        warmth.below(),
        *(run_below(run, depth_at, frame, colours) for run in joined),
        *(
            group(
                caption(tooltip(cell, cards)),
                stack(cards, colours),
                transform=translate(*frame.middle(cell)),
            )
            for cell, cards in piles.items()
        ),
        "" if marked is None else last_move(marked, depth_at(marked), frame, colours),
        *((legal_cover if cell in piles else legal_free)(cell, frame, colours) for cell in free),
        *(arrow(start, end, frame, colours) for start, end in arrowed),
        warmth.above(),
        names(frame, colours) if coordinates else "",
        name=describe(stacks.values()) if title is None else title,
        width=frame.width,
        height=frame.height,
        shown_width=size,
    )


def tooltip(cell: Cell, cards: Sequence[Card]) -> str:
    """Name the card that lies on a cell, and those it covers, from the upper to the lower."""
    *covered, top = map(str, cards)
    return f"{top} on {cell}" + (f", over {', '.join(reversed(covered))}" if covered else "")


def describe(stacks: Iterable[Sequence[Card]]) -> str:
    """Say how many cards are on the table."""
    sizes = [len(cards) for cards in stacks if cards]
    total, covered = sum(sizes), sum(sizes) - len(sizes)
    cards = "no cards" if not total else "1 card" if total == 1 else f"{total} cards"
    return f"Punto table: {cards}" + (f", {covered} of them covered" if covered else "")


def ground(frame: Frame, colours: Palette) -> str:
    """Paint a background, so that the picture reads on any page, and the table on it.

    The table is firm where its edge is settled, and fades out where it may still grow.
    """
    background = element("rect", width=frame.width, height=frame.height, rx=18, fill=colours.ground)
    firm = Rectangle.around(frame.occupied, frame, EDGE)
    grown = Rectangle.around(ringed(frame.occupied), frame, EDGE)
    return "".join(
        (
            background,
            table_top(frame, firm, grown, colours),
            group(
                edges(frame, firm, grown),
                fill="none",
                stroke=colours.settled,
                stroke_width=EDGE_WIDTH,
                stroke_linecap="round",
            ),
        )
    )


def table_top(frame: Frame, firm: Rectangle, grown: Rectangle, colours: Palette) -> str:
    """Paint the table in steps so fine that its open sides melt into the background."""
    if frame.is_full_width and frame.is_full_height:
        return firm.draw(EDGE_CORNER, fill=colours.table)
    settled = frame.is_full_width or frame.is_full_height
    outer_corner = EDGE_CORNER if settled else FADE_CORNER
    return "".join(
        grown.towards(firm, share).draw(
            outer_corner + (EDGE_CORNER - outer_corner) * share,
            fill=mix(colours.ground, colours.table, share),
        )
        for share in (step / FADE_STEPS for step in range(1, FADE_STEPS + 1))
    )


def edges(frame: Frame, firm: Rectangle, grown: Rectangle) -> str:
    """Draw the edges that no card can pass any more, dotted where they may yet get longer."""
    if frame.is_full_width and frame.is_full_height:
        return firm.draw(EDGE_CORNER, data_edges="left right top bottom")
    if frame.is_full_width:
        return element("path", d=uprights(firm), data_edges="left right") + element(
            "path", d=uprights(grown), **DOTTED
        )
    if frame.is_full_height:
        return element("path", d=levels(firm), data_edges="top bottom") + element(
            "path", d=levels(grown), **DOTTED
        )
    return ""


def uprights(sheet: Rectangle) -> str:
    """Trace the left and right sides of a rectangle."""
    left, right, top, bottom = map(number, (sheet.left, sheet.right, sheet.top, sheet.bottom))
    return f"M{left} {top}V{bottom}M{right} {top}V{bottom}"


def levels(sheet: Rectangle) -> str:
    """Trace the upper and lower sides of a rectangle."""
    left, right, top, bottom = map(number, (sheet.left, sheet.right, sheet.top, sheet.bottom))
    return f"M{left} {top}H{right}M{left} {bottom}H{right}"


def slots(frame: Frame, taken: Container[Cell], colours: Palette) -> str:
    """Draw the cells that can still take a card: faintly among the cards, dotted around them.

    A cell that is only dotted may be lost when the table grows to the other side.
    """
    reach = frame.occupied.reach()
    free = [cell for cell in frame.shown.cells() if cell not in taken and reach.holds(cell)]

    def draw(cell: Cell) -> str:
        return rounded_square(HALF, CORNER, transform=translate(*frame.middle(cell)))

    return group(
        *(draw(cell) for cell in free if frame.occupied.holds(cell)),
        fill=colours.ink,
        fill_opacity=0.045,
        data_slots="sure",
    ) + group(
        *(draw(cell) for cell in free if not frame.occupied.holds(cell)),
        fill="none",
        stroke=colours.ink,
        stroke_opacity=0.3,
        stroke_width=2,
        stroke_linecap="round",
        stroke_dasharray="0 7.9",
        data_slots="open",
    )


def names(frame: Frame, colours: Palette) -> str:
    """Write letters below the columns and numbers at the left of the rows."""
    beside = (frame.x(frame.shown.left) - EDGE) / 2 + 1
    below = frame.height - beside
    columns = (
        element("text", LETTERS[column], x=frame.x(column), y=below + NAME_SIZE / 3)
        for column in frame.shown.columns
    )
    rows = (
        element("text", str(row + 1), x=beside, y=frame.y(row) + NAME_SIZE / 3)
        for row in frame.shown.rows
    )
    return group(
        *columns,
        *rows,
        fill=colours.quiet_ink,
        font_family="system-ui, sans-serif",
        font_size=NAME_SIZE,
        text_anchor="middle",
    )
