"""The vector environment: both ways to begin a new round, symmetries, threads, errors."""

import gc
import os
import subprocess
import sys
from pathlib import Path
from threading import Thread
from threading import enumerate as enumerate_threads
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from punto import PuntoError
from punto.envs.observation import PARTS
from punto.envs.vector import PuntoVectorEnv
from punto.rules.facts import MODES
from punto.rules.kernel import COMPILED

from .report_steps import digest

TESTS = Path(__file__).parents[1]
VALUES = next(part.start for part in PARTS if part.name == "values")


@pytest.mark.parametrize("mode", MODES)
def test_what_is_shown_is_in_the_spaces(mode: str) -> None:
    envs = PuntoVectorEnv(20, mode=mode)
    shown, _ = envs.reset(seed=1)
    for _ in range(100):
        assert envs.observation_space.contains(shown)
        actions = envs.random_actions()
        assert envs.action_space.contains(actions)
        shown, rewards, _, truncated, infos = envs.step(actions)
        assert not truncated.any()
        assert not infos["illegal"].any()
        assert rewards.shape == (20,)
        assert infos["rewards"].shape == (20, len(MODES[mode].seats))


def test_by_default_a_new_round_begins_in_the_next_step() -> None:
    envs = PuntoVectorEnv(30)
    assert envs.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    envs.reset(seed=1)
    ended, begun = np.zeros(30, np.bool_), 0
    for _ in range(120):
        shown, rewards, now, _, infos = envs.step(envs.random_actions())
        fresh = shown["observation"][:, VALUES : VALUES + 49].sum(axis=1) == 0
        assert (fresh == ended).all()
        assert not now[ended].any()
        assert not rewards[~now].any()
        assert (shown["action_mask"].any(axis=1) == ~now).all()
        assert (infos["seat"][ended] == 0).all()
        begun += int(ended.sum())
        ended = now
    assert begun > 30


def test_or_else_in_the_same_step() -> None:
    next_step, same_step = (
        PuntoVectorEnv(30, autoreset_mode=mode)
        for mode in (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP)
    )
    assert same_step.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    next_step.reset(seed=2)
    same_step.reset(seed=2)
    over = np.zeros(30, np.bool_)
    while not over.all():
        actions = same_step.random_actions()
        theirs, their_rewards, their_end, *_ = next_step.step(np.where(over, 8, actions))
        shown, rewards, ended, _, infos = same_step.step(actions)
        first = ended & ~over
        assert (rewards[~over] == their_rewards[~over]).all()
        assert (ended[~over] == their_end[~over]).all()
        assert ("final_obs" in infos) == ended.any()
        assert shown["action_mask"].any(axis=1).all()
        for i in np.flatnonzero(first).tolist():
            final = infos["final_obs"][i]
            assert infos["_final_obs"][i]
            assert same_step.single_observation_space.contains(final)
            assert (final["observation"] == theirs["observation"][i]).all()
            assert not shown["observation"][i, VALUES : VALUES + 49].any()
        over |= ended


def turned(plane: NDArray[Any], symmetry: int, box: list[int]) -> NDArray[Any]:
    """Mirror the cells of a frame around a box of this height and width."""
    found = np.zeros_like(plane)
    for row, column in np.argwhere(plane).tolist():
        there = place_of(row, column, symmetry, box)
        found[there] = plane[row, column]
    return found


def place_of(row: int, column: int, symmetry: int, box: list[int]) -> tuple[int, int]:
    """Return where a cell is shown."""
    height, width = box
    column = width + 1 - column if symmetry & 1 else column
    row = height + 1 - row if symmetry & 2 else row
    return (column, row) if symmetry & 4 else (row, column)


def test_symmetries_show_turns_in_eight_ways() -> None:
    count = 40
    plain, mirrored = PuntoVectorEnv(count), PuntoVectorEnv(count, symmetries=True)
    shown, turned_shown = plain.reset(seed=6)[0], mirrored.reset(seed=6)[0]
    certain: set[int] = set()
    over = np.zeros(count, np.bool_)
    while not over.all():
        actions = plain.random_actions()
        their_actions = actions.copy()
        for i in np.flatnonzero(~over).tolist():
            seen, theirs = (each["observation"][i] for each in (shown, turned_shown))
            values = seen[VALUES : VALUES + 49].reshape(7, 7)
            occupied = np.argwhere(values)
            box = occupied.max(axis=0).tolist() if len(occupied) else [1, 1]
            mask = shown["action_mask"][i].reshape(7, 7)
            possible = [
                symmetry
                for symmetry in range(8)
                if (turned(mask, symmetry, box).ravel() == turned_shown["action_mask"][i]).all()
                and all(
                    (
                        turned(seen[at : at + 49].reshape(7, 7), symmetry, box).ravel()
                        == theirs[at : at + 49]
                    ).all()
                    for at in range(0, 245, 49)
                )
            ]
            assert (seen[245:] == theirs[245:]).all()
            row, column = place_of(*divmod(int(actions[i]), 7), possible[0], box)
            certain.update(possible if len(possible) == 1 else ())
            their_actions[i] = 7 * row + column
        shown, rewards, ended, *_ = plain.step(actions)
        turned_shown, their_rewards, their_end, *_ = mirrored.step(their_actions)
        assert (ended[~over] == their_end[~over]).all()
        assert (rewards[~over] == their_rewards[~over]).all()
        over |= ended
    assert certain == set(range(8))


def test_threads_do_not_change_anything() -> None:
    assert digest(threads=1) == digest(threads=3)


def report(module: str, **environment: str) -> str:
    """Run a module of this folder on its own, and return what it prints."""
    done = subprocess.run(
        [sys.executable, "-m", f"envs.{module}"],
        cwd=TESTS,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def test_both_kernels_show_the_same() -> None:
    assert report("report_steps", PUNTO_KERNEL="interpreted") == f"interpreted {digest()}\n"


def test_the_gil_is_released_while_stepping() -> None:
    if not COMPILED:
        pytest.skip("Python holds the GIL while it interprets")
    assert report("report_progress") == "compiled True False\n"


def test_the_interpreted_kernel_never_releases_the_gil() -> None:
    """Shows that the test above would notice a call that does not."""
    assert report("report_progress", PUNTO_KERNEL="interpreted") == "interpreted False False\n"


def serving() -> list[Thread]:
    return [thread for thread in enumerate_threads() if thread.name == "punto-envs"]


def test_threads_end_when_it_is_closed() -> None:
    before = serving()
    envs = PuntoVectorEnv(6, threads=3)
    threads = [thread for thread in serving() if thread not in before]
    assert len(threads) == 2
    envs.reset(seed=1)
    envs.close()
    envs.close()  # a second time changes nothing
    for thread in threads:
        thread.join(60)
        assert not thread.is_alive()
    with pytest.raises(PuntoError, match="environment: expected an open one, got a closed one"):
        envs.reset()


def test_threads_end_with_an_environment_that_nobody_closed() -> None:
    before = serving()
    envs = PuntoVectorEnv(6, threads=2)
    envs.reset(seed=1)
    (thread,) = (thread for thread in serving() if thread not in before)
    del envs
    gc.collect()
    thread.join(60)
    assert not thread.is_alive()


def test_an_illegal_action_ends_its_round_alone() -> None:
    envs = PuntoVectorEnv(3, mode="3p")
    envs.reset(seed=1)
    _, rewards, ended, _, infos = envs.step(np.array([8, 0, 8]))
    assert rewards.tolist() == [0, -1, 0]
    assert ended.tolist() == infos["illegal"].tolist() == [False, True, False]
    assert infos["rewards"].tolist() == [[0, 0, 0], [-1, 0, 0], [0, 0, 0]]
    shown, _, ended, _, infos = envs.step(envs.random_actions())
    assert not ended.any()
    assert not infos["illegal"].any()
    assert not shown["observation"][1, VALUES : VALUES + 49].any()


@pytest.mark.parametrize(
    ("actions", "sentence"),
    [
        ([8, 8, 8], "actions: expected 2 whole numbers, got int64 of shape (3,)"),
        ([8.0, 8.0], "actions: expected 2 whole numbers, got float64 of shape (2,)"),
        ([8, 49], "action: expected 0 to 48, got 49"),
        ([-1, 8], "action: expected 0 to 48, got -1"),
    ],
)
def test_actions_that_do_not_fit_are_refused(actions: list[float], sentence: str) -> None:
    envs = PuntoVectorEnv(2)
    before, _ = envs.reset(seed=1)
    with pytest.raises(PuntoError) as refused:
        envs.step(np.array(actions))
    assert str(refused.value) == sentence
    after, *_ = envs.step(np.array([8, 8]))
    assert (after["observation"] != before["observation"]).any()


def test_bad_arguments_are_refused() -> None:
    for arguments in ({"num_envs": 0}, {"threads": 0}, {"autoreset_mode": "Disabled"}):
        with pytest.raises(PuntoError):
            PuntoVectorEnv(**{"num_envs": 2, **arguments})  # type: ignore[arg-type]
    with pytest.raises(PuntoError, match="step: expected reset"):
        PuntoVectorEnv(1).step(np.array([8]))


def test_without_copies_arrays_are_overwritten() -> None:
    for copy in (True, False):
        envs = PuntoVectorEnv(2, copy=copy)
        first, _ = envs.reset(seed=1)
        kept = first["observation"].copy()
        envs.step(envs.random_actions())
        assert (first["observation"] == kept).all() == copy


def test_it_has_the_names_of_pgx() -> None:
    envs = PuntoVectorEnv(4, mode="teams")
    shown, infos = envs.reset(seed=1)
    assert (envs.current_player == infos["seat"]).all()
    assert (envs.legal_action_mask == (shown["action_mask"] == 1)).all()
    assert envs.rewards.shape == (4, 4)
    assert envs.terminated.tolist() == [False] * 4


def test_gymnasium_makes_it() -> None:
    envs = gymnasium.make_vec(
        "punto/Punto-v0", 6, vectorization_mode="vector_entry_point", mode="3p", threads=2
    )
    shown, infos = envs.reset(seed=1)
    assert shown["observation"].shape == (6, 306)
    assert infos["rewards"].shape == (6, 3)
    envs.close()


def test_seeds() -> None:
    first, second, other = (PuntoVectorEnv(50) for _ in range(3))
    seen = [envs.reset(seed=seed)[0] for envs, seed in ((first, 1), (second, 1), (other, 2))]
    assert (seen[0]["observation"] == seen[1]["observation"]).all()
    assert (seen[0]["observation"] != seen[2]["observation"]).any()
    assert (first.reset()[0]["observation"] == second.reset()[0]["observation"]).all()
