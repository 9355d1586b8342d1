"""Counts the simulations of searches, so that callers know what a move cost."""

import threading


class Effort(threading.local):
    """What was spent in this thread since it was last asked for."""

    simulations = 0


EFFORT = Effort()


def add_simulations(count: int) -> None:
    """Count simulations of a search; a bot that searches by itself may call this too."""
    EFFORT.simulations += count


def take_simulations() -> int:
    """Return how many simulations were counted since the last call in this thread."""
    count, EFFORT.simulations = EFFORT.simulations, 0
    return count
