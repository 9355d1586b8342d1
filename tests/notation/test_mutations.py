"""Any change of a true record is refused, or leaves a record that is true as well."""

from random import Random

import pytest

from punto.rules.kernel import COMPILED

from .mutations import (
    at_every_byte,
    has_plain_text,
    is_true,
    is_true_for_the_second_opinion,
    with_cards_moved,
    with_lines_moved,
    with_words_moved,
)
from .playing import played, recorded
from .samples import NAMES, SMALL, in_progress, vector, without_deals

pytestmark = pytest.mark.slow

STEP = 1 if COMPILED else 3
TIMES = 40
ONE_OF_EACH_KIND = [name for name in NAMES if name.endswith("-2")]


def test_every_byte_of_a_small_record() -> None:
    raw = vector(SMALL).encode()
    true = sum(map(is_true, at_every_byte(raw, Random(1), STEP)))
    assert 0 < true < len(raw)


def test_some_bytes_of_a_small_record_in_progress() -> None:
    text = in_progress(vector(SMALL))
    raw = text[: text.index("9. ")].encode()
    true = sum(map(is_true, at_every_byte(raw, Random(2), 3 * STEP)))
    assert 0 < true < 2 * len(raw)


def test_some_bytes_of_a_small_record_without_deals() -> None:
    raw = without_deals(vector(SMALL)).encode()
    true = sum(map(is_true, at_every_byte(raw, Random(3), 3 * STEP)))
    assert 0 < true < len(raw)


def test_some_bytes_of_a_record_with_a_seed() -> None:
    raw = str(recorded(played("3p", seed=27))).encode()
    assert raw.count(b"round") == 1
    true = sum(map(is_true, at_every_byte(raw, Random(4), 3 * STEP)))
    assert 0 < true < len(raw)


def test_what_the_second_opinion_finds_true_is_accepted() -> None:
    raw = vector(SMALL).encode()
    for mutated in at_every_byte(raw, Random(5), 2 * STEP):
        if has_plain_text(mutated) and is_true_for_the_second_opinion(mutated):
            assert is_true(mutated), mutated


@pytest.mark.parametrize("name", ONE_OF_EACH_KIND)
def test_some_bytes_of_a_record(name: str) -> None:
    raw = vector(name).encode()
    step = len(raw) // (TIMES // 3)
    true = sum(map(is_true, at_every_byte(raw, Random(name), step)))
    assert true < 5 * TIMES


@pytest.mark.parametrize("name", ONE_OF_EACH_KIND)
def test_lines_and_words_that_are_moved(name: str) -> None:
    raw, chance = vector(name).encode(), Random(name)
    for mutated in with_lines_moved(raw, chance, TIMES // 4):
        is_true(mutated)
    for mutated in with_words_moved(raw, chance, TIMES):
        is_true(mutated)


@pytest.mark.parametrize("name", ONE_OF_EACH_KIND)
def test_cards_that_are_moved_between_decks(name: str) -> None:
    raw = vector(name).encode()
    for mutated in with_cards_moved(raw, Random(name), TIMES // 4):
        assert is_true(mutated) == is_true_for_the_second_opinion(mutated)


@pytest.mark.parametrize("name", [SMALL, "4p-german-2018-5", "teams-nordic-2019-3"])
@pytest.mark.parametrize("deals", [True, False])
def test_lines_and_words_that_are_moved_in_small_records(name: str, deals: bool) -> None:
    text = vector(name) if deals else without_deals(vector(name))
    raw, chance = text.encode(), Random(name)
    times = TIMES if deals else TIMES // 3
    for mutated in with_lines_moved(raw, chance, times):
        is_true(mutated)
    for mutated in with_words_moved(raw, chance, 3 * times):
        is_true(mutated)
