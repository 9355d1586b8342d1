"""Punto for PettingZoo: one round, in which agents take turns.

>>> from punto.envs import aec
>>> env = aec.env(mode="2p")
>>> env.reset(seed=1)
>>> env.agent_selection
'player_0'

`player_0` is seat 1 and starts. An illegal action ends the round, with -1 for its agent.
Modes are registered as `punto/2p_v0`, `punto/3p_v0` and so on where PettingZoo has a registry.
"""

from operator import index
from random import SystemRandom
from typing import Any, ClassVar, SupportsIndex

from punto.envs._extras import require

require("punto.envs.aec", "envs", "numpy", "gymnasium", "pettingzoo")

import gymnasium
import numpy as np
import pettingzoo
from gymnasium.utils import EzPickle
from numpy.typing import NDArray

from punto.envs._picture import picture
from punto.envs._results import Results, generator_states, new_rounds
from punto.envs._spaces import action_space, observation_space
from punto.envs._wrappers import AssertOutOfBounds, OrderEnforcing, TerminateIllegal
from punto.envs.observation import ACTIONS, SIZE, read_action
from punto.envs.rounds import DISABLED, RESET, STEP
from punto.rules.card import CARD_BY_NUMBER
from punto.rules.cell import ALL_CELLS
from punto.rules.editions import DEFAULT_EDITION, Edition, edition_named
from punto.rules.errors import IllegalPlacementError, UnreadableError
from punto.rules.facts import MODES, Mode, mode_named
from punto.rules.text_table import drawn_table

Observation = dict[str, NDArray[Any]]
RENDER_MODES = ("human", "ansi", "rgb_array")

NO_ACTION: NDArray[np.int8] = np.zeros(ACTIONS, np.int8)
NO_ACTION.flags.writeable = False


def env(**kwargs: Any) -> "pettingzoo.AECEnv[str, Observation, int | None]":
    """Return a round with the checks that PettingZoo's own environments have."""
    checked = TerminateIllegal(raw_env(**kwargs), illegal_reward=-1)
    return OrderEnforcing(AssertOutOfBounds(checked))


class PuntoEnv(pettingzoo.AECEnv[str, Observation, int | None], EzPickle):
    """A round of one mode; an illegal action is refused with an error."""

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": list(RENDER_MODES),
        "name": "punto_v0",
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        mode: str | Mode = "2p",
        edition: str | Edition = DEFAULT_EDITION,
        render_mode: str | None = None,
    ) -> None:
        EzPickle.__init__(self, mode, edition, render_mode)
        super().__init__()
        if render_mode not in (None, *RENDER_MODES):
            expected = f"one of {', '.join(RENDER_MODES)}"
            raise UnreadableError("render mode", expected=expected, came=render_mode)
        self.mode = mode_named(mode)
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat - 1}" for seat in self.mode.seats]
        self.agents: list[str] = []
        self.action_spaces = {agent: action_space() for agent in self.possible_agents}
        self.observation_spaces = {agent: observation_space() for agent in self.possible_agents}
        self._results = Results(self.mode, 1)
        self._states = generator_states(SystemRandom().getrandbits(64), range(1))
        self._rounds = new_rounds(
            self.mode,
            edition_named(edition),
            self._states,
            self._results.buffers(slice(0, 1)),
            autoreset=DISABLED,
        )

    def observation_space(self, agent: str) -> gymnasium.Space[Any]:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.Space[Any]:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Deal a round; the same seed gives the same rounds on every machine."""
        if seed is not None:
            if not isinstance(seed, SupportsIndex) or index(seed) < 0:
                raise UnreadableError("seed", expected="a whole number from 0", came=seed)
            self._states[:] = generator_states(seed, range(1))
        self._rounds.run(RESET, [])
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {"action_mask": NO_ACTION} for agent in self.agents}
        self._select()

    def step(self, action: int | None) -> None:
        """Place the card in hand; an agent whose round is over takes None."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        cell = read_action(action)
        if not self._results.masks[0, cell]:
            raise IllegalPlacementError(
                "illegal-action", "the card in hand", f"cell {cell} of the frame", "see the mask"
            )
        self._results.actions[0] = cell
        self._rounds.run(STEP, [])
        self._cumulative_rewards[agent] = 0.0
        self.infos[agent] = {"action_mask": NO_ACTION}
        if self._results.ended[0]:
            self.rewards = dict(zip(self.agents, self._results.rewards[0].tolist(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
        self._select()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Observation:
        """Return what an agent may know; its mask is empty unless it is to move."""
        if agent == self.agent_selection:
            mask = self._results.masks[0].copy()
            return {"observation": self._results.observations[0].copy(), "action_mask": mask}
        seen = np.empty(SIZE, np.uint8)
        self._rounds.observe(0, self.possible_agents.index(agent), seen.data)
        return {"observation": seen, "action_mask": NO_ACTION.copy()}

    def render(self) -> "str | NDArray[np.uint8] | None":
        """Draw the visible cards: as text, as pixels, or for people on the standard output."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() was called, but no render mode was chosen")
            return None
        visible = self._rounds.visible(0)
        if self.render_mode == "rgb_array":
            return picture(visible)
        cards = {ALL_CELLS[cell]: (CARD_BY_NUMBER[card],) for cell, card in visible}
        text = "\n".join([*drawn_table(cards), self._turn_text()])
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        """Do nothing: no window is open."""

    def _select(self) -> None:
        """Choose the agent to move, and tell it its legal actions."""
        self.agent_selection = self.possible_agents[self._results.movers[0]]
        self.infos[self.agent_selection] = {"action_mask": self._results.masks[0].copy()}

    def _turn_text(self) -> str:
        """Say who is to move with which card, or how the round ended."""
        if self._results.ended[0]:
            ended = zip(self.possible_agents, self._results.rewards[0].tolist(), strict=True)
            return "over: " + ", ".join(f"{agent} {reward:+.2g}" for agent, reward in ended)
        return f"{self.agent_selection} has {CARD_BY_NUMBER[self._rounds.card(0)]}"


raw_env = PuntoEnv


def register() -> None:
    """Enter every mode into PettingZoo's registry, which it has since 1.26."""
    if not hasattr(pettingzoo, "aec_registry"):
        return
    for name in MODES:
        if f"punto/{name}-v0" not in pettingzoo.aec_registry:
            pettingzoo.register(
                "aec", f"punto/{name}_v0", entry_point="punto.envs.aec:env", kwargs={"mode": name}
            )


register()
