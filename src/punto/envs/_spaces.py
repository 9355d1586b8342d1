"""The spaces of observations and actions, in the words of Gymnasium."""

import numpy as np
from gymnasium import spaces

from punto.envs.observation import ACTIONS, PARTS, SIZE


def observation_space() -> spaces.Dict:
    """Return the space of an observation and its mask."""
    highest = np.zeros(SIZE, np.uint8)
    for part in PARTS:
        highest[part.start : part.start + int(np.prod(part.shape))] = part.highest
    return spaces.Dict(
        {
            "observation": spaces.Box(np.zeros(SIZE, np.uint8), highest, dtype=np.uint8),
            "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8),
        }
    )


def action_space() -> spaces.Discrete:
    """Return the space of an action: a cell of the frame."""
    return spaces.Discrete(ACTIONS)
