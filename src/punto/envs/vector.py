"""Thousands of rounds at once in NumPy arrays, in the shape of Gymnasium's vector environments.

>>> from punto.envs.vector import PuntoVectorEnv
>>> envs = PuntoVectorEnv(1000, mode="2p")
>>> observations, infos = envs.reset(seed=1)
>>> observations["observation"].shape, observations["action_mask"].shape
((1000, 306), (1000, 49))
>>> observations, rewards, terminated, truncated, infos = envs.step(envs.random_actions())

In every round the seats take turns, and each observation is that of the seat to move. An illegal
action ends its round, with a reward of -1 for the seat that chose it and 0 for the others.
"""

import os
from array import array
from itertools import pairwise
from random import SystemRandom
from threading import Thread
from typing import Any
from weakref import finalize

from punto.envs._extras import require

require("punto.envs.vector", "envs", "numpy", "gymnasium")

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from punto.envs._results import Results, generator_states, new_rounds
from punto.envs._spaces import action_space, observation_space
from punto.envs.observation import ACTIONS
from punto.envs.rounds import CHOOSE, NEXT_STEP, RESET, SAME_STEP, STEP, Rounds
from punto.rules.editions import DEFAULT_EDITION, Edition, edition_named
from punto.rules.errors import UnreadableError, Words
from punto.rules.facts import Mode, mode_named

Observations = dict[str, NDArray[Any]]
Step = tuple[
    Observations, NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]
]

AUTORESETS = {AutoresetMode.NEXT_STEP: NEXT_STEP, AutoresetMode.SAME_STEP: SAME_STEP}

ROUNDS_A_THREAD = 512
"""With fewer rounds, handing work to another thread costs more than it saves."""


class PuntoVectorEnv(VectorEnv[Observations, NDArray[Any], NDArray[Any]]):
    """Rounds of one mode that are stepped together.

    A reward is that of the seat that has just moved; `infos["rewards"]` has those of all seats. A
    new round begins in the step after the last one (`NEXT_STEP`) or in the same (`SAME_STEP`).
    With `symmetries`, each turn shows its round mirrored or turned in one of eight ways. Without
    `copy`, all arrays are overwritten by the next step. By default as many `threads` work as there
    are processors, if there are rounds enough; their number does not change any result.
    """

    def __init__(
        self,
        num_envs: int = 1,
        *,
        mode: str | Mode = "2p",
        edition: str | Edition = DEFAULT_EDITION,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        symmetries: bool = False,
        copy: bool = True,
        threads: int | None = None,
    ) -> None:
        if not isinstance(num_envs, int) or num_envs < 1:
            raise UnreadableError("num_envs", expected="1 or more", came=num_envs)
        self.num_envs = num_envs
        self.mode = mode_named(mode)
        autoreset = read_autoreset(autoreset_mode)
        self.metadata = {"autoreset_mode": autoreset, "render_modes": []}
        self.single_observation_space = observation_space()
        self.single_action_space = action_space()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._results = Results(self.mode, num_envs)
        self._no_truncation = np.zeros(num_envs, np.bool_)
        self._copies = copy
        self._is_same_step = autoreset is AutoresetMode.SAME_STEP
        self._is_seeded = False
        self._parts = parts(num_envs, read_threads(threads, num_envs))
        self._states = [array("Q", bytes(16 * len(part))) for part in self._parts]
        self._rounds, *self._others = [
            new_rounds(
                self.mode,
                edition_named(edition),
                states,
                self._results.buffers(slice(part.start, part.stop)),
                autoreset=AUTORESETS[autoreset],
                symmetric=symmetries,
            )
            for part, states in zip(self._parts, self._states, strict=True)
        ]
        for rounds in self._others:
            Thread(target=rounds.serve, name="punto-envs", daemon=True).start()
        self._end_threads = finalize(self, stop_all, self._others)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """Deal every round anew; the same seed gives the same rounds on every machine."""
        super().reset(seed=seed, options=options)
        if seed is not None or not self._is_seeded:
            chosen = SystemRandom().getrandbits(64) if seed is None else seed
            for part, states in zip(self._parts, self._states, strict=True):
                states[:] = generator_states(chosen, part)
            self._is_seeded = True
        self._run(RESET)
        return self._observations(), self._infos()

    def step(self, actions: NDArray[Any]) -> Step:
        """Play an action, 0 to 48, in every round."""
        if not self._is_seeded:
            raise UnreadableError("step", expected="reset() first", came=Words("step()"))
        self._take_actions(actions)
        self._run(STEP)
        results = self._results
        return (
            self._observations(),
            self._shown(results.own_rewards),
            self._shown(results.ended),
            self._shown(self._no_truncation),
            self._infos(),
        )

    def random_actions(self) -> NDArray[np.int64]:
        """Choose a legal action at random in every round; 0 where the round is over."""
        self._run(CHOOSE)
        return self._shown(self._results.actions)

    def close_extras(self, **kwargs: Any) -> None:  # noqa: ARG002
        """End the threads."""
        self._end_threads()

    # The same by the names of Pgx

    @property
    def current_player(self) -> NDArray[np.uint8]:
        """The seat to move in every round, from 0."""
        return self._shown(self._results.movers)

    @property
    def legal_action_mask(self) -> NDArray[np.bool_]:
        """Whether each action is legal, in every round."""
        return self._shown(self._results.masks.view(np.bool_))

    @property
    def rewards(self) -> NDArray[np.float32]:
        """The rewards of all seats for the last step."""
        return self._shown(self._results.rewards)

    @property
    def terminated(self) -> NDArray[np.bool_]:
        """Whether a round ended in the last step."""
        return self._shown(self._results.ended)

    def _run(self, job: int) -> None:
        """Let every part do a job: one in this thread, the others in theirs."""
        if not self._end_threads.alive:
            raise UnreadableError("environment", expected="an open one", came=Words("a closed one"))
        self._rounds.run(job, self._others)

    def _take_actions(self, actions: NDArray[Any]) -> None:
        """Hand actions to the rounds, or refuse all of them."""
        given = np.asarray(actions)
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            came = Words(f"{given.dtype} of shape {given.shape}")
            raise UnreadableError("actions", expected=f"{self.num_envs} whole numbers", came=came)
        np.copyto(self._results.actions, given)
        # Without a sign, numbers below 0 are very high.
        if self._results.actions.view(np.uint64).max() >= ACTIONS:
            wrong = int(given.min() if given.min() < 0 else given.max())
            raise UnreadableError("action", expected=f"0 to {ACTIONS - 1}", came=wrong)

    def _shown(self, values: NDArray[Any]) -> NDArray[Any]:
        return values.copy() if self._copies else values

    def _observations(self) -> Observations:
        shown = self._shown(self._results.observations)
        return {"observation": shown, "action_mask": self._shown(self._results.masks)}

    def _infos(self) -> dict[str, Any]:
        results = self._results
        infos: dict[str, Any] = {
            "seat": self._shown(results.movers),
            "rewards": self._shown(results.rewards),
            "illegal": self._shown(results.illegal),
        }
        if self._is_same_step and results.ended.any():
            final = np.full(self.num_envs, None, object)
            for i in np.flatnonzero(results.ended).tolist():
                mask = np.zeros(ACTIONS, np.int8)
                final[i] = {"observation": results.final[i].copy(), "action_mask": mask}
            infos |= {"final_obs": final, "_final_obs": results.ended.copy()}
        return infos


def read_autoreset(given: AutoresetMode | str) -> AutoresetMode:
    """Return when a new round begins."""
    for known in AUTORESETS:
        if given in (known, known.value):
            return known
    expected = " or ".join(str(known.value) for known in AUTORESETS)
    raise UnreadableError("autoreset mode", expected=expected, came=given)


def read_threads(threads: int | None, num_envs: int) -> int:
    """Return how many threads work."""
    if threads is None:
        return max(1, min(os.cpu_count() or 1, num_envs // ROUNDS_A_THREAD))
    if not isinstance(threads, int) or threads < 1:
        raise UnreadableError("threads", expected="1 or more", came=threads)
    return min(threads, num_envs)


def stop_all(rounds: list[Rounds]) -> None:
    """End the threads that serve these rounds."""
    for each in rounds:
        each.stop()


def parts(count: int, number: int) -> list[range]:
    """Divide rounds evenly."""
    bounds = [count * i // number for i in range(number + 1)]
    return [range(first, last) for first, last in pairwise(bounds)]


if "punto/Punto-v0" not in gymnasium.registry:
    gymnasium.register("punto/Punto-v0", vector_entry_point="punto.envs.vector:PuntoVectorEnv")
