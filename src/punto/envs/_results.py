"""Arrays that rounds write their results into, and rounds that do so."""

from array import array
from hashlib import sha256

import numpy as np
from numpy.typing import NDArray

from punto.envs.observation import ACTIONS, SIZE, colour_order, prizes
from punto.envs.rounds import Rounds
from punto.rules.editions import Edition
from punto.rules.facts import Mode
from punto.rules.many_rounds import playouts


class Results:
    """What a number of rounds play, and what they show after each step."""

    def __init__(self, mode: Mode, count: int) -> None:
        self.actions: NDArray[np.int64] = np.zeros(count, np.int64)
        """What is played in the next step."""
        self.observations: NDArray[np.uint8] = np.zeros((count, SIZE), np.uint8)
        self.final: NDArray[np.uint8] = np.zeros((count, SIZE), np.uint8)
        """The last observations of rounds that ended in this step, if new ones began in it."""
        self.masks: NDArray[np.int8] = np.zeros((count, ACTIONS), np.int8)
        self.movers: NDArray[np.uint8] = np.zeros(count, np.uint8)
        """The seats to move, from 0."""
        self.ended: NDArray[np.bool_] = np.zeros(count, np.bool_)
        self.illegal: NDArray[np.bool_] = np.zeros(count, np.bool_)
        self.rewards: NDArray[np.float32] = np.zeros((count, len(mode.seats)), np.float32)
        self.own_rewards: NDArray[np.float32] = np.zeros(count, np.float32)
        """The rewards of the seats that have just moved."""

    def buffers(self, part: slice) -> dict[str, memoryview]:
        """Return the rows of some rounds as plain memory."""
        rows = {name: values[part].reshape(-1) for name, values in vars(self).items()}
        return {
            name: memoryview(row.view(np.uint8) if row.itemsize == 1 else row)
            for name, row in rows.items()
        }


def new_rounds(
    mode: Mode,
    edition: Edition,
    states: "array[int]",
    buffers: dict[str, memoryview],
    *,
    autoreset: int,
    symmetric: bool = False,
) -> Rounds:
    """Prepare rounds of a mode; `states` are those of their generators."""
    tally = array("q", bytes(8 * 2 * (len(mode.sides) + 1)))
    colours = bytearray(colour for seat in mode.seats for colour in colour_order(mode, seat))
    deals = playouts(mode, edition, tally, 1)
    return Rounds(deals, colours, prizes(mode), states, autoreset, symmetric, buffers)


def generator_states(seed: int, rounds: range) -> "array[int]":
    """Return the states of the generators of some rounds: for deals, then for random actions."""
    words = (f"punto envs {seed} {what} {i}" for what in ("deals", "actions") for i in rounds)
    return array("Q", [int.from_bytes(sha256(word.encode()).digest()[:8]) | 1 for word in words])
