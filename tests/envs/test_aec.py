"""The environment for PettingZoo passes PettingZoo's own tests."""

import pickle
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import numpy as np
import pettingzoo
import pytest

from punto import PuntoError
from punto.envs import aec
from punto.envs.observation import PARTS
from punto.rules.facts import MODES, mode_named

with warnings.catch_warnings():
    # Where pygame is installed, this imports connect_four, and warns of doing so.
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, render_test, seed_test

DICTIONARIES = (
    "Observation space for each agent probably should be",
    "Observation is not a NumPy array",
    "Action mask numpy array is all zeros",
)
"""PettingZoo warns of every game with a mask that is not one of its own, and of its last turns."""


@contextmanager
def masks_expected() -> Iterator[None]:
    with warnings.catch_warnings():
        for sentence in DICTIONARIES:
            warnings.filterwarnings("ignore", sentence, UserWarning)
        yield


def play(env: "pettingzoo.AECEnv[str, aec.Observation, int | None]") -> dict[str, float]:
    """Play a round at random, and return what everybody got."""
    totals = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, info = env.last()
        assert seen is not None
        totals[agent] += reward
        assert (seen["action_mask"] == info["action_mask"]).all()
        is_over = terminated or truncated
        env.step(None if is_over else int(np.flatnonzero(seen["action_mask"])[-1]))
    return totals


@pytest.mark.parametrize("mode", MODES)
def test_api(mode: str) -> None:
    with masks_expected():
        api_test(aec.env(mode=mode), num_cycles=1000)


@pytest.mark.parametrize("mode", MODES)
def test_seeds(mode: str) -> None:
    seed_test(partial(aec.env, mode=mode), num_cycles=100)


@pytest.mark.parametrize("mode", MODES)
def test_rendering(mode: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert aec.raw_env.metadata["render_modes"] == ["human", "ansi", "rgb_array"]
    render_test(partial(aec.env, mode=mode))
    assert "player_1 has" in capsys.readouterr().out


def test_pictures_show_the_cards() -> None:
    texts, pictures = aec.env(render_mode="ansi"), aec.env(render_mode="rgb_array")
    for env in (texts, pictures):
        env.reset(seed=3)
    empty = pictures.render()
    for env in (texts, pictures):
        env.step(8)
    assert isinstance(empty, np.ndarray)
    assert not np.array_equal(empty, np.asarray(pictures.render()))
    text = texts.render()
    assert isinstance(text, str)
    assert text.splitlines()[0].startswith(" 6  ")
    assert text.splitlines()[-1].startswith("player_1 has ")


@pytest.mark.parametrize("mode", MODES)
def test_the_registry_makes_every_mode(mode: str) -> None:
    if not hasattr(pettingzoo, "make"):
        pytest.skip("this PettingZoo has no registry")
    env = pettingzoo.make("aec", f"punto/{mode}_v0")
    env.reset(seed=1)
    assert env.num_agents == len(mode_named(mode).seats)
    aec.register()  # a second time changes nothing


@pytest.mark.parametrize("mode", MODES)
def test_partners_share_their_rewards(mode: str) -> None:
    env, agreed, seen = aec.env(mode=mode), mode_named(mode), set()
    for seed in range(20):
        env.reset(seed=seed)
        totals = list(play(env).values())
        for side in agreed.sides:
            assert len({totals[seat - 1] for seat in side.seats}) == 1
        assert sum(totals) == pytest.approx(0, abs=1e-6)
        seen.add(tuple(totals))
    assert len(seen) > 1


def test_what_it_says_of_itself() -> None:
    env = aec.env(mode="teams")
    assert env.metadata["is_parallelizable"] is False
    assert env.possible_agents == ["player_0", "player_1", "player_2", "player_3"]
    with pytest.raises(TypeError, match="max_cycles"):
        aec.env(max_cycles=10)


def test_an_agent_that_is_not_to_move_sees_the_same_from_its_own_seat() -> None:
    env = aec.env(mode="4p")
    env.reset(seed=2)
    env.step(8)
    start = {part.name: part.start for part in PARTS}["mover"]
    for place, agent in enumerate(("player_1", "player_0", "player_3", "player_2")):
        seen = env.observe(agent)
        assert seen is not None
        assert seen["action_mask"].any() == (place == 0)
        assert seen["observation"][start : start + 4].tolist() == [
            int(ahead == (1 - int(agent[-1])) % 4) for ahead in range(4)
        ]


def test_an_illegal_action_ends_the_round() -> None:
    env = aec.env(mode="3p")
    env.reset(seed=1)
    env.step(0)
    assert env.rewards == {"player_0": -1, "player_1": 0, "player_2": 0}
    assert all(env.terminations.values())


@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        (0, "the card in hand cannot be placed on cell 0 of the frame: see the mask"),
        (49, "action: expected 0 to 48, got 49"),
        (-1, "action: expected 0 to 48, got -1"),
        (None, "action: expected 0 to 48, got None"),
        (8.0, "action: expected 0 to 48, got 8.0"),
        ("f6", "action: expected 0 to 48, got 'f6'"),
    ],
)
def test_without_wrappers_an_illegal_action_is_refused(action: Any, sentence: str) -> None:
    env = aec.raw_env()
    env.reset(seed=1)
    with pytest.raises(PuntoError) as refused:
        env.step(action)
    assert refused.value.sentence == sentence
    env.step(8)
    assert env.agent_selection == "player_1"


def test_bad_arguments_are_refused() -> None:
    with pytest.raises(PuntoError, match="mode: expected one of 2p, 3p, 4p, teams, got '5p'"):
        aec.env(mode="5p")
    with pytest.raises(PuntoError, match="render mode: expected one of human, ansi, rgb_array"):
        aec.env(render_mode="film")
    env = aec.env()
    for seed in (-1, "1", 1.5):
        with pytest.raises(PuntoError, match="seed: expected a whole number from 0, got"):
            env.reset(seed=seed)
    env.reset(seed=np.int64(1))


def test_it_can_be_pickled() -> None:
    env = pickle.loads(pickle.dumps(aec.raw_env(mode="3p")))
    env.reset(seed=4)
    assert env.num_agents == 3
