"""Calibrated chances: of positions in which a side has 70 %, it should win 70 %.

A network that learned from guesses about guesses is too cautious in quiet positions, and expects
too few draws. So in each mode its chances pass a curve, one for draws and one for wins, and are
then scaled so that they add up to 1 again. 0 % and 100 % stay. `bench calibration --fit` finds the
curves. Everything is whole numbers, so every machine gets the same chances. Bots choose by the
chances as they are.
"""

import json
from array import array
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from functools import cache

from punto.engine.network import FOLDER, Network, network_for
from punto.engine.vectors import CERTAIN
from punto.rules.facts import Mode

STEPS = 32
"""A curve is known at each multiple of 1/32, and straight in between."""

STRAIGHT = tuple(range(0, CERTAIN + 1, CERTAIN // STEPS))

PATH = FOLDER / "calibration.json"


@dataclass(frozen=True, slots=True)
class Curves:
    """What the chances 0, 1/32, ... 1 become; 65,536 stands for 1."""

    draw: tuple[int, ...] = STRAIGHT
    win: tuple[int, ...] = STRAIGHT

    def corrected(self, ends: Sequence[float]) -> tuple[float, ...]:
        """Correct chances, the first of which is that of a draw."""
        found = [at(self.win if end else self.draw, chance) for end, chance in enumerate(ends)]
        return tuple(each / sum(found) for each in found)


def at(curve: Sequence[int], chance: float) -> float:
    """Return what a chance becomes."""
    step = min(STEPS - 1, int(STEPS * chance))
    low, high = curve[step], curve[step + 1]
    return (low + (high - low) * (STEPS * chance - step)) / CERTAIN


@cache
def curves_by_mode() -> dict[str, Curves]:
    """Read the curves of all modes."""
    found = json.loads(PATH.read_text("utf-8")) if PATH.exists() else {}
    return {mode: Curves(*map(tuple, curves)) for mode, curves in found.items()}


def write_curves(some: dict[str, Curves]) -> None:
    """Write the curves of some modes, and keep the others."""
    every = sorted((curves_by_mode() | some).items())
    lines = [f'  "{mode}": {json.dumps([each.draw, each.win])}' for mode, each in every]
    PATH.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")
    curves_by_mode.cache_clear()
    calibrated_network_for.cache_clear()


@cache
def calibrated_network_for(mode: Mode) -> Network:
    """Return the package's network for a mode, with its curves."""
    return with_curves(network_for(mode), curves_by_mode().get(mode.name, Curves()))


def with_curves(network: Network, curves: Curves) -> Network:
    """Return a calibrated network, which shares its weights with the other one."""
    found = copy(network)
    found.curves = array("i", (*curves.draw, *curves.win))
    return found
