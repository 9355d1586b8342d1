"""Codes of tables: too many to guess, and hard to mishear or misread."""

import math

import pytest

from punto.rules.errors import PuntoError
from punto.server.table.codes import BITS, LETTERS, new_code, new_key, read_code

SOUND_ALIKE = ["bcdegptvz", "ajk", "fsx", "mn", "iy", "qu"]
"""Letters that rhyme, or nearly so, when they are read aloud."""

LOOK_ALIKE = ["il1", "o0", "s5", "b8", "z2", "uv"]
"""Signs that are taken for each other in writing."""


def test_a_code_has_more_than_forty_bits() -> None:
    codes = {new_code() for _ in range(5000)}
    assert len(codes) == 5000
    letters = [code.replace("-", "") for code in codes]
    assert {len(code) for code in letters} == {12}
    assert set("".join(letters)) == set(LETTERS)
    assert math.log2(len(LETTERS)) * 12 == pytest.approx(BITS)
    assert BITS > 40


def test_no_two_letters_look_or_sound_alike() -> None:
    for group in LOOK_ALIKE + SOUND_ALIKE:
        assert len(set(group) & set(LETTERS)) <= 1, group


def test_a_code_is_read_however_it_is_typed() -> None:
    code = new_code()
    for typed in (code, code.upper(), code.replace("-", ""), code.replace("-", " "), f" {code}. "):
        assert read_code(typed) == code


@pytest.mark.parametrize("text", ["", "dhkl", "dhkl-moqr-wxya", "d" * 13, "d" * 12 + "-" * 40])
def test_text_that_cannot_be_a_code_is_refused(text: str) -> None:
    with pytest.raises(PuntoError) as caught:
        read_code(text)
    assert caught.value.code == "no-such-table"


def test_keys_are_different_and_long() -> None:
    keys = {new_key() for _ in range(1000)}
    assert len(keys) == 1000
    assert min(map(len, keys)) >= 32
