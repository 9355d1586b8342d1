"""How many steps a second the environments make.

`python3 dev.py bench envs` runs it; with `--peers` also connect_four of PettingZoo, wrapped alike,
and of Pgx. All figures come from one run; only their ratios mean something elsewhere. Actions are
chosen at random, which counts, and all observations and masks are written.

Both sides of the comparison with Pgx have the same batch, may use all cores, write masks, begin a
new round where one is over, and choose in the same way: one random number for each round picks one
of its legal actions. Pgx makes 20 steps in one call that JAX has compiled, and is not asked for
anything in between; we return to Python twice in every step. The two take turns in short slices, so
that other programs slow both alike, and the best slice of each counts.
"""

import argparse
import os
import sys
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from functools import partial
from random import Random
from typing import Any

import numpy as np
from benchmarks._measuring import aim, machine, per_second

from punto.envs import aec
from punto.envs.vector import PuntoVectorEnv
from punto.rules.facts import MODES

BATCH, LARGE_BATCH = 1024, 16_384
TURNS, STEPS = 200, 20
SLICES, SLICE_SECONDS = 400, 0.004
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
    turns = single_turns()
    vector_steps()
    met = [aim("steps a second on two cores", steps(LARGE_BATCH, "2p", CORES), MIN_STEPS)]
    if options.peers:
        met += [compare_pettingzoo(turns), compare_pgx()]
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


def vector_steps() -> None:
    """Step many rounds in every mode, on one core."""
    for mode in MODES:
        for batch in (BATCH, LARGE_BATCH):
            figure = steps(batch, mode, 1)
            print(f"{f'steps in {mode}, batch {batch:,}, one core':<40}{figure:>12,.0f} a second")


def steps(batch: int, mode: str, threads: int) -> float:
    """Count steps with observations and masks."""
    with closing(stepping(batch, mode, threads)) as rounds:
        return fastest([partial(next, rounds)])[0]


def stepping(batch: int, mode: str, threads: int) -> Generator[int, None, None]:
    """Step rounds, and tell how often; steps that only begin a new round do not count."""
    envs = PuntoVectorEnv(batch, mode=mode, copy=False, threads=threads)
    envs.reset(seed=1)
    with closing(envs):
        count = max(1, STEPS * BATCH // batch)
        while True:
            begun = 0
            for _ in range(count):
                begun += int(np.count_nonzero(envs.terminated))
                envs.step(envs.random_actions())
            yield count * batch - begun


def fastest(works: Sequence[Callable[[], int]]) -> list[float]:
    """Do several works in turn, in short slices; return the best of each by the clock."""
    best = [0.0] * len(works)
    for work in works:
        work()
    for _ in range(SLICES):
        for i, work in enumerate(works):
            done, start = 0, time.perf_counter()
            while (spent := time.perf_counter() - start) < SLICE_SECONDS:
                done += work()
            best[i] = max(best[i], done / spent)
    return best


def compare_pettingzoo(ours: float) -> bool:
    """Play PettingZoo's connect_four."""
    from pettingzoo.classic import connect_four_v3  # noqa: PLC0415 installed only for --peers

    peer = turns_a_second(connect_four_v3.env())
    print(f"{'turns of PettingZoo connect_four':<40}{peer:>12,.0f} a second")
    return aim("turns in 2p over that", ours / peer, MIN_OVER_PETTINGZOO)


def compare_pgx() -> bool:
    """Step Pgx's connect_four and our rounds at the same batch, both free to use all cores."""
    cores = os.cpu_count() or 1
    with (
        closing(stepping(BATCH, "2p", 1)) as alone,
        closing(stepping(BATCH, "2p", cores)) as shared,
    ):
        on_one, on_all, peer = fastest([partial(next, alone), partial(next, shared), pgx_steps()])
    print(f"{f'steps in 2p, batch {BATCH:,}, one core':<40}{on_one:>12,.0f} a second")
    print(f"{f'steps in 2p, batch {BATCH:,}, {cores} cores':<40}{on_all:>12,.0f} a second")
    print(f"{f'steps of Pgx connect_four, batch {BATCH:,}':<40}{peer:>12,.0f} a second")
    return aim("the better in 2p over that", max(on_one, on_all) / peer, MIN_OVER_PGX)


def pgx_steps() -> Callable[[], int]:
    """Return what makes some steps of Pgx's connect_four, all of them in one compiled call."""
    import jax  # noqa: PLC0415 installed only for --peers
    import pgx  # noqa: PLC0415 likewise

    env: Any = pgx.make("connect_four")
    begin, advance = jax.jit(jax.vmap(env.init)), jax.vmap(env.step)

    def choose(mask: Any, key: Any) -> Any:
        number = (jax.random.uniform(key, (BATCH,)) * mask.sum(axis=1)).astype(jax.numpy.int32)
        return jax.numpy.argmax(jax.numpy.cumsum(mask, axis=1) > number[:, None], axis=1)

    def random_steps(state: Any, key: Any) -> Any:
        def one(carry: tuple[Any, Any], _: None) -> tuple[tuple[Any, Any], None]:
            state, key = carry
            key, for_actions, for_deals = jax.random.split(key, 3)
            stepped = advance(state, choose(state.legal_action_mask, for_actions))
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

    return step


if __name__ == "__main__":
    sys.exit(main())
