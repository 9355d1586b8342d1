"""The picture of a whole table."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import TypeVar

from punto.svg.arrows import arrow
from punto.svg.element import caption, document, group, moved
from punto.svg.face import depth, stack
from punto.svg.frame import Frame
from punto.svg.heat import Heat, shares_of
from punto.svg.marks import coverable, free_place, last_move
from punto.svg.names import names
from punto.svg.palette import palette
from punto.svg.pieces import Card, Cell
from punto.svg.runs import run_below
from punto.svg.slots import slots
from punto.svg.surface import surface

CellKey = TypeVar("CellKey", bound=Cell)
WarmKey = TypeVar("WarmKey", bound=Cell)


def table(
    stacks: Mapping[CellKey, Sequence[Card]],
    *,
    last: Cell | None = None,
    legal: Iterable[Cell] = (),
    runs: Iterable[Sequence[Cell]] = (),
    arrows: Iterable[tuple[Cell, Cell]] = (),
    heat: Mapping[WarmKey, float] | None = None,
    best: Cell | None = None,
    theme: str = "light",
    size: float | None = None,
    coordinates: bool = True,
    title: str | None = None,
) -> str:
    """Draw a table of stacks, each from its bottom card to its top one.

    `last` gets a firm outline; `legal` cells get a dot, or a ring where a card lies; `runs`
    are chained together in ink; `arrows` point from a cell to a cell, or circle one. `heat`
    says of cells how good they are, from 0 to 1: the better, the stronger their tint, with the
    per cent on them; `best` is starred among them. The picture is `size` pixels wide.
    """
    colours = palette(theme)
    legal, runs, arrows = list(legal), [list(run) for run in runs if run], list(arrows)
    piles = {(cell.column, cell.row): (cell, cards) for cell, cards in stacks.items() if cards}
    depths = {place: depth(cards) for place, (_, cards) in piles.items()}
    frame = Frame.of(
        (cell for cell, _ in piles.values()),
        chain([last] if last is not None else [], legal, heat or (), *runs, *arrows),
        coordinates=coordinates,
    )
    best_place = None if best is None else (best.column, best.row)
    warmth = Heat(shares_of((heat or {}).items(), best), best_place, depths, frame, colours)

    def depth_at(cell: Cell) -> float:
        return depths.get((cell.column, cell.row), 0)

    def in_reading_order(place: tuple[int, int]) -> tuple[int, int]:
        column, row = place
        return -row, column

    return document(
        surface(frame, colours),
        slots(frame, piles.keys(), colours),
        warmth.below(),
        *(run_below(run, depth_at, frame, colours) for run in runs),
        *(
            group(
                caption(tooltip(*piles[place])),
                stack(piles[place][1], colours),
                transform=moved(*frame.place(piles[place][0])),
            )
            for place in sorted(piles, key=in_reading_order)
        ),
        last_move(last, depth_at(last), frame, colours) if last is not None else "",
        *(
            (coverable if (cell.column, cell.row) in piles else free_place)(cell, frame, colours)
            for cell in legal
        ),
        *(arrow(start, end, frame, colours) for start, end in arrows),
        warmth.above(),
        names(frame, colours) if coordinates else "",
        name=describe(stacks.values()) if title is None else title,
        width=frame.width,
        height=frame.height,
        shown_width=size,
    )


def tooltip(cell: Cell, cards: Sequence[Card]) -> str:
    """Say which card lies on a cell, and which ones it covers, from the upper to the lower."""
    *covered, top = map(str, cards)
    return f"{top} on {cell}" + (f", over {', '.join(reversed(covered))}" if covered else "")


def describe(stacks: Iterable[Sequence[Card]]) -> str:
    """Say how much lies on the table."""
    sizes = [len(cards) for cards in stacks if cards]
    total, covered = sum(sizes), sum(sizes) - len(sizes)
    cards = "no cards" if not total else "1 card" if total == 1 else f"{total} cards"
    return f"Punto table: {cards}" + (f", {covered} of them covered" if covered else "")
