"""How many steps a second the environments make.

`python3 dev.py bench envs` runs it; with `--peers` also connect_four of PettingZoo, wrapped alike,
and of Pgx, at the same batch. All figures come from one run; only their ratios mean something
elsewhere. Actions are chosen at random, which counts, and all observations and masks are written.
"""

import argparse
import os
import sys
import time
from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
from benchmarks._measuring import SECONDS, TRIES, aim, machine, per_second

from punto.envs import aec
from punto.envs.vector import PuntoVectorEnv
from punto.rules.facts import MODES

BATCH, LARGE_BATCH = 1024, 16_384
TURNS, STEPS = 200, 20
CORES = 2
MIN_STEPS = 10_000_000
MIN_OVER_PETTINGZOO = 2.5
MIN_OVER_PGX = 5.0


def main() -> int:
    """Measure, print a table, and tell by the exit code whether every aim was met."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--peers", action="store_true", help="measure PettingZoo and Pgx too")
    options = parser.parse_args()
    print(f"{machine()}, {os.cpu_count()} cores")
    turns, at_batch = single_turns(), vector_steps()
    met = [aim("steps a second on two cores", steps(LARGE_BATCH, "2p", CORES), MIN_STEPS)]
    if options.peers:
        met += [compare_pettingzoo(turns), compare_pgx(at_batch)]
    return 0 if all(met) else 1


def single_turns() -> float:
    """Play through PettingZoo in every mode; return the figure of `2p`."""
    figures = {mode: turns_a_second(aec.env(mode=mode)) for mode in MODES}
    for mode, figure in figures.items():
        print(f"{f'turns in {mode} by PettingZoo':<40}{figure:>12,.0f} a second")
    return figures["2p"]


def turns_a_second(env: Any) -> float:
    """Count turns of an environment of PettingZoo as its own benchmark does."""
    random = Random(1)
    env.reset(seed=1)

    def play() -> int:
        for _ in range(TURNS):
            seen, _, terminated, truncated, _ = env.last()
            legal = np.flatnonzero(seen["action_mask"]).tolist()
            env.step(None if terminated or truncated else random.choice(legal))
            if all(env.terminations.values()):
                env.reset()
        return TURNS

    return per_second(play)


def vector_steps() -> float:
    """Step many rounds in every mode; return the figure of `2p` at the smaller batch."""
    figures = {
        (mode, batch): steps(batch, mode, 1) for mode in MODES for batch in (BATCH, LARGE_BATCH)
    }
    for (mode, batch), figure in figures.items():
        print(f"{f'steps in {mode}, batch {batch:,}, one core':<40}{figure:>12,.0f} a second")
    return figures["2p", BATCH]


def steps(batch: int, mode: str, threads: int) -> float:
    """Count steps with observations and masks; those that only begin a new round do not count."""
    envs = PuntoVectorEnv(batch, mode=mode, copy=False, threads=threads)
    envs.reset(seed=1)

    def step() -> int:
        begun = 0
        for _ in range(STEPS):
            begun += int(envs.terminated.sum())
            envs.step(envs.random_actions())
        return STEPS * batch - begun

    figure = fastest(step)
    envs.close()
    return figure


def fastest(work: Callable[[], int]) -> float:
    """Do work several times; the best time by the clock on the wall counts."""
    work()
    figures = []
    for _ in range(TRIES):
        done, start = 0, time.perf_counter()
        while (spent := time.perf_counter() - start) < SECONDS:
            done += work()
        figures.append(done / spent)
    return max(figures)


def compare_pettingzoo(ours: float) -> bool:
    """Play PettingZoo's connect_four."""
    from pettingzoo.classic import connect_four_v3  # noqa: PLC0415 installed only for --peers

    peer = turns_a_second(connect_four_v3.env())
    print(f"{'turns of PettingZoo connect_four':<40}{peer:>12,.0f} a second")
    return aim("turns in 2p over that", ours / peer, MIN_OVER_PETTINGZOO)


def compare_pgx(ours: float) -> bool:
    """Step Pgx's connect_four at the same batch, compiled by JAX, with random legal actions."""
    import jax  # noqa: PLC0415 installed only for --peers
    import pgx  # noqa: PLC0415 likewise

    env: Any = pgx.make("connect_four")
    begin, advance = jax.jit(jax.vmap(env.init)), jax.vmap(env.step)

    def random_steps(state: Any, key: Any) -> Any:
        def one(carry: tuple[Any, Any], _: None) -> tuple[tuple[Any, Any], None]:
            state, key = carry
            key, for_actions, for_deals = jax.random.split(key, 3)
            weights = jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32))
            actions = jax.random.categorical(for_actions, weights, axis=1)
            stepped = advance(state, actions)
            fresh = jax.vmap(env.init)(jax.random.split(for_deals, BATCH))
            over = stepped.terminated
            state = jax.tree_util.tree_map(
                lambda new, old: jax.numpy.where(
                    over.reshape((-1,) + (1,) * (old.ndim - 1)), new, old
                ),
                fresh,
                stepped,
            )
            return (state, key), None

        return jax.lax.scan(one, (state, key), None, length=STEPS)[0]

    compiled = jax.jit(random_steps)
    held = [begin(jax.random.split(jax.random.PRNGKey(0), BATCH)), jax.random.PRNGKey(1)]

    def step() -> int:
        held[:] = compiled(*held)
        held[0].observation.block_until_ready()
        return STEPS * BATCH

    peer = fastest(step)
    print(f"{f'steps of Pgx connect_four, batch {BATCH:,}':<40}{peer:>12,.0f} a second")
    return aim("steps in 2p, one core, over that", ours / peer, MIN_OVER_PGX)


if __name__ == "__main__":
    sys.exit(main())
