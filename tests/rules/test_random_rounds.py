"""Random rounds inside the kernel, replayed one by one with the rules themselves."""

from collections import Counter

import pytest

from punto import EDITIONS, MODES, UnreadableError, mode_named, random_rounds
from punto.rules.many_rounds import Tally

from .drawing import Generator, end_of, played_rounds

PINNED = {
    "2p": Tally(200, 12202, lines=(15, 19), stalemates=(33, 27), draws=106),
    "3p": Tally(200, 10494, lines=(39, 30, 41), stalemates=(20, 28, 31), draws=11),
    "4p": Tally(200, 10152, lines=(40, 26, 26, 30), stalemates=(22, 17, 11, 25), draws=3),
    "teams": Tally(200, 11911, lines=(18, 14), stalemates=(33, 31), draws=104),
}
"""200 rounds with seed 1 in the default edition; both kernels must give these."""


@pytest.mark.unmeasured
@pytest.mark.parametrize("seed", [1, 7, 2**63 + 12345, 2**64 - 1])
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("mode", MODES)
def test_the_kernel_plays_exactly_the_rounds_that_its_generator_draws(
    mode: str, edition: str, seed: int
) -> None:
    rounds = 25
    ends: Counter[tuple[str, int | None]] = Counter()
    placements = 0
    for round_ in played_rounds(mode_named(mode), edition, rounds, seed):
        ends[end_of(round_).kind, end_of(round_).winner] += 1
        placements += len(round_.placements)
    sides = range(1, len(mode_named(mode).sides) + 1)
    assert random_rounds(mode, rounds, seed=seed, edition=edition) == Tally(
        rounds,
        placements,
        lines=tuple(ends["line", side] for side in sides),
        stalemates=tuple(ends["stalemate", side] for side in sides),
        draws=ends["draw", None],
    )


@pytest.mark.parametrize("mode", MODES)
def test_pinned_tallies(mode: str) -> None:
    assert random_rounds(mode, 200) == PINNED[mode]


def test_all_rounds_are_tallied_and_every_kind_of_end_comes_up() -> None:
    for mode in MODES:
        tally = random_rounds(mode, 400, seed=3)
        assert tally.rounds == 400 == sum(tally.lines) + sum(tally.stalemates) + tally.draws
        assert min(*tally.lines, *tally.stalemates, tally.draws) > 0


def test_the_same_seed_gives_the_same_rounds_and_another_gives_others() -> None:
    assert random_rounds("2p", 50, seed=5) == random_rounds("2p", 50, seed=5)
    assert random_rounds("2p", 50, seed=5) != random_rounds("2p", 50, seed=6)


def test_no_rounds_no_ends() -> None:
    assert random_rounds("2p", 0) == Tally(0, 0, (0, 0), (0, 0), 0)


@pytest.mark.parametrize("seed", [0, -1, 2**64])
def test_a_seed_that_the_generator_cannot_take_is_unreadable(seed: int) -> None:
    with pytest.raises(UnreadableError) as caught:
        random_rounds("2p", 1, seed=seed)
    assert caught.value.code == "unreadable-seed"
    assert caught.value.sentence == f"seed: expected 1 to 2**64 - 1, got {seed}"


def test_the_generator_of_the_tests_draws_the_published_numbers() -> None:
    generator = Generator(1)
    words = [generator.below(2**32) for _ in range(3)]
    assert words == [
        5180492295206395165 >> 32,
        12380297144915551517 >> 32,
        13389498078930870103 >> 32,
    ]
