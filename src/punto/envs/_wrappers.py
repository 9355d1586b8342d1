"""PettingZoo's wrappers, with a shorter way to the state of the round.

Each of them asks the next one for every attribute, which took most of the time of a turn. These
read the attributes of the round directly, and do the same as PettingZoo's otherwise.
"""

from typing import Any

from pettingzoo.utils import wrappers


def direct(name: str) -> property:
    """Return a property that reads an attribute of the round itself."""
    return property(lambda wrapper: getattr(wrapper.round_env, name))


class Direct:
    """The attributes of a round that wrappers ask for."""

    agents = direct("agents")
    agent_selection = direct("agent_selection")
    rewards = direct("rewards")
    terminations = direct("terminations")
    truncations = direct("truncations")
    infos = direct("infos")
    _cumulative_rewards = direct("_cumulative_rewards")

    def __init__(self, env: Any, **kwargs: Any) -> None:
        self.round_env = env.unwrapped
        super().__init__(env, **kwargs)  # type: ignore[call-arg]  # that of the wrapper


class TerminateIllegal(Direct, wrappers.TerminateIllegalWrapper):
    """Ends the round after an illegal action."""


class AssertOutOfBounds(Direct, wrappers.AssertOutOfBoundsWrapper):
    """Refuses actions that are no cell of the frame."""


class OrderEnforcing(Direct, wrappers.OrderEnforcingWrapper):
    """Refuses questions before the first reset."""
