"""What the network alone thinks of every legal cell: a look one card ahead, without a search."""

from collections.abc import Iterable
from dataclasses import dataclass

from punto.engine.calibration import calibrated_network_for
from punto.engine.evaluator import Evaluator
from punto.engine.layout import layout_of
from punto.engine.network import Network, network_for
from punto.engine.simulation import Simulation
from punto.engine.source import Source, position_in
from punto.engine.stakes import stakes_of
from punto.rules.cell import Cell
from punto.rules.position import Position

ANY_STATE = 1
"""The state of a random generator that is asked for nothing that matters."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The network's opinion of one cell for the card in hand."""

    cell: Cell
    draw: float
    """The chance that nobody wins the round."""
    chances: tuple[float, ...]
    """For each side, its chance to win the round."""


def evaluate(
    source: Source,
    *,
    network: Network | None = None,
    diagonals: bool = True,
    foresees: bool = True,
    calibrated: bool = True,
) -> tuple[Evaluation, ...]:
    """Return the network's opinion of every legal cell, in the order of `legal_cells`.

    `network` is that of the package unless another one is given. Without `diagonals`, it overlooks
    rows on diagonals; without `foresees`, that a row may be completed with the next card. Both are
    mistakes of people who are new to the game. Chances are `calibrated`, so that they come true as
    often as they say, except those of another network.
    """
    position = position_in(source)
    layout = layout_of(position, diagonals=diagonals)
    own_network = calibrated_network_for if calibrated else network_for
    evaluator = Evaluator(network or own_network(position.mode), layout, foresees)
    opinions = evaluator.chances(Simulation(layout, ANY_STATE))
    return tuple(
        Evaluation(cell, draw, tuple(chances))
        for cell, (draw, *chances) in zip(position.legal_cells, opinions, strict=True)
    )


def worths(position: Position, evaluations: Iterable[Evaluation]) -> list[float]:
    """Return what each cell is worth to the side to move: from 0 to 1, by the whole match."""
    assert position.seat is not None
    stakes = stakes_of(position)[position.mode.side_of(position.seat).number - 1]
    return [
        sum(share * stake for share, stake in zip((each.draw, *each.chances), stakes, strict=True))
        for each in evaluations
    ]
