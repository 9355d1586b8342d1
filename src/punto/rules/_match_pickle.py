"""Pickles of matches: what was agreed on, the seed or the decks, and a byte for each placement."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from punto.rules.cell import ALL_CELLS, Cell
from punto.rules.options import Options
from punto.rules.packing import unpack_some
from punto.rules.position import Position
from punto.rules.round import STALLED

if TYPE_CHECKING:
    from punto.rules.match import Match

STALLED_BYTE = len(ALL_CELLS)
"""Stands for `STALLED` among packed cells."""


def pack_cells(cells: Iterable[str]) -> bytes:
    """Write a byte for each cell that `Round.cells` lists."""
    return bytes([STALLED_BYTE if cell == STALLED else Cell(cell) for cell in cells])


def restored_match(
    mode: str,
    edition: str,
    rounds_to_win: int,
    options: Options,
    start: int,
    seed: bytes | None,
    deals: list[tuple[bytes, ...]] | None,
    packed: bytes,
    origin: Position | None,
) -> "Match":
    """Rebuild a match that was pickled, by playing it again."""
    from punto.rules.match import Match  # noqa: PLC0415 - it imports this module

    known = None if deals is None else [tuple(map(unpack_some, decks)) for decks in deals]
    cells = [STALLED if cell == STALLED_BYTE else ALL_CELLS[cell] for cell in packed]
    if origin is not None:
        return Match.from_position(origin, deals=known, seed=seed, cells=cells)
    return Match(
        mode,
        edition=edition,
        rounds_to_win=rounds_to_win,
        start=start,
        seed=seed,
        options=options,
        deals=known,
        cells=cells,
    )
