"""The shuffle: fair, determined by the seed, and each label by itself."""

import hashlib
from collections import Counter
from itertools import islice, permutations

import pytest

from punto import Match, UnreadableError, commitment
from punto.rules.shuffle import below, new_seed, read_seed, shuffled, words

from .dealing import play_match

SEED = bytes(range(32))


def seed(number: int) -> bytes:
    return hashlib.sha256(number.to_bytes(4, "big")).digest()


def test_the_same_seed_and_label_shuffle_the_same_on_every_machine() -> None:
    assert shuffled(range(52), SEED, "a") == shuffled(list(range(52)), SEED, "a")
    assert list(islice(words(SEED, "a"), 40)) == list(islice(words(SEED, "a"), 40))


def test_another_seed_or_label_shuffles_differently() -> None:
    orders = {
        tuple(shuffled(range(20), seed(number), label))
        for number in range(10)
        for label in ("round 1 side 1", "round 1 side 2", "round 2 side 1", "round 1 neutral")
    }
    assert len(orders) == 40


def test_labels_are_independent_of_each_other() -> None:
    agreeing = sum(
        one == other
        for number in range(200)
        for one, other in zip(
            shuffled(range(8), seed(number), "round 1 side 1"),
            shuffled(range(8), seed(number), "round 1 side 2"),
            strict=True,
        )
    )
    assert 130 < agreeing < 270, "1600 places, of which one in eight agrees by chance"


def test_a_shuffle_keeps_every_thing_once_and_leaves_the_list_alone() -> None:
    things = list("abcdefgh")
    assert sorted(shuffled(things, SEED, "a")) == things
    assert things == list("abcdefgh")
    assert shuffled([], SEED, "a") == []
    assert shuffled(["x"], SEED, "a") == ["x"]


def test_all_orders_of_a_small_list_are_equally_likely() -> None:
    rounds = 12_000
    seen = Counter(tuple(shuffled("abcd", seed(number), "x")) for number in range(rounds))
    expected = rounds / 24
    chi_square = sum((seen[order] - expected) ** 2 / expected for order in permutations("abcd"))
    assert 7.5 < chi_square < 49.7, "23 degrees of freedom, one in a thousand either way"


def test_every_card_comes_to_every_place_equally_often() -> None:
    rounds = 3_000
    things = list(range(18))
    seen = Counter(
        (place, thing)
        for number in range(rounds)
        for place, thing in enumerate(shuffled(things, seed(number), "y"))
    )
    expected = rounds / 18
    chi_square = sum(
        (seen[place, thing] - expected) ** 2 / expected for place in things for thing in things
    )
    assert 217 < chi_square < 372, "289 degrees of freedom, one in a thousand either way"


def test_words_are_32_bits_wide_and_use_all_of_them() -> None:
    drawn = list(islice(words(SEED, "z"), 4_000))
    assert all(0 <= word < 2**32 for word in drawn)
    for bit in range(32):
        assert 1_850 < sum(word >> bit & 1 for word in drawn) < 2_150
    assert len(set(drawn)) == len(drawn)


@pytest.mark.parametrize("limit", [3, 5, 6, 7, 36, 2**31 + 1, 2**32 - 1])
def test_below_passes_over_the_words_that_would_favour_some_numbers(limit: int) -> None:
    fair = 2**32 - 2**32 % limit
    assert below(limit, iter([fair - 1])) == limit - 1
    assert below(limit, iter([fair, 2**32 - 1, 1])) == 1
    assert below(limit, iter([0])) == 0


@pytest.mark.parametrize("limit", [1, 2, 4, 2**31])
def test_below_a_power_of_two_takes_every_word(limit: int) -> None:
    assert below(limit, iter([2**32 - 1])) == limit - 1
    assert below(limit, iter([2**32 - limit])) == 0


def test_below_draws_on_from_where_it_stopped() -> None:
    source = iter([2**32 - 1, 4, 5])
    assert [below(3, source), below(3, source)] == [1, 2]


def test_the_commitment_is_the_sha_256_of_the_seeds_bytes() -> None:
    assert commitment(SEED) == hashlib.sha256(SEED).hexdigest()
    assert Match("2p", seed=SEED).commitment == commitment(SEED)
    assert Match("2p", seed=SEED.hex()).commitment == commitment(SEED)


def test_a_new_seed_has_32_bytes_and_is_new() -> None:
    drawn = {new_seed() for _ in range(20)}
    assert len(drawn) == 20
    assert {len(each) for each in drawn} == {32}


@pytest.mark.parametrize(
    "came",
    ["", "00" * 31, "00" * 33, "0" * 63, "g" * 64, "00 " * 31 + "0", bytes(31), bytes(33), b""],
)
def test_a_seed_that_is_not_32_bytes_is_unreadable_and_is_not_repeated(came: str | bytes) -> None:
    with pytest.raises(UnreadableError) as caught:
        read_seed(came)
    assert caught.value.code == "unreadable-seed"
    assert caught.value.sentence == (
        f"seed: expected 64 hexadecimal digits, got something else, {len(came)} long"
    )


def test_a_seed_one_digit_short_of_a_secret_stays_out_of_the_error() -> None:
    secret = SEED.hex()[:-1]
    with pytest.raises(UnreadableError) as caught:
        Match("2p", seed=secret)
    assert secret not in repr(caught.value) + str(caught.value.values)


def test_rounds_of_a_match_are_dealt_from_labels_of_their_own() -> None:
    match = Match("4p", start=1, seed=SEED, rounds_to_win=3)
    play_match(match)
    orders = [round_.decks[0][:12] for round_ in match.rounds]
    assert len(set(orders)) == len(orders) > 2
