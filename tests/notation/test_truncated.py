"""Records that break off: refused, or a true record of a match that is not over."""

from itertools import accumulate

import pytest

from naive import check_record
from punto import RecordError, read_record

from .samples import NAMES, SMALL, in_progress, refusal, vector, without_deals

pytestmark = pytest.mark.slow

ONE_OF_EACH_MODE = [SMALL, "2p-german-2018-2", "4p-german-2018-5", "teams-nordic-2019-3"]
UNSEEN_ENDS = ("stalemate", "draw")
ENDS = ("line", *UNSEEN_ENDS)


def beginnings(text: str) -> list[str]:
    return list(accumulate(text.splitlines(keepends=True), initial=""))


def is_true(text: str) -> bool:
    try:
        read_record(text)
    except RecordError as error:
        assert 1 <= error.line <= text.count("\n") + 1  # noqa: PT017 true ones raise nothing
        return False
    return True


def may_break_off(last: str, following: str, *, deals: bool) -> bool:
    """Tell whether a record may end between two of its lines."""
    if last.startswith("round"):
        return not deals or last.startswith("round 1 ")
    if last.startswith("deal") or last[:1].isdigit():
        return not following.startswith(("deal", *ENDS))
    return last.startswith(ENDS) and following != ""


@pytest.mark.parametrize("name", ONE_OF_EACH_MODE)
def test_record_with_its_result_is_true_only_whole(name: str) -> None:
    *broken, whole = beginnings(vector(name))
    assert not any(map(is_true, broken))
    assert is_true(whole)


@pytest.mark.parametrize("name", ONE_OF_EACH_MODE)
def test_record_in_progress(name: str) -> None:
    whole = in_progress(vector(name))
    lines = [line for line in whole.split("\n") if line]
    for count, (last, following) in enumerate(zip(lines, [*lines[1:], ""], strict=True), start=1):
        beginning = "\n".join(lines[:count])
        assert is_true(beginning) == may_break_off(last, following, deals=True), last


@pytest.mark.parametrize("name", ONE_OF_EACH_MODE)
def test_record_in_progress_without_deals(name: str) -> None:
    whole = in_progress(without_deals(vector(name)))
    lines = [line for line in whole.split("\n") if line]
    for count, (last, following) in enumerate(zip(lines, [*lines[1:], ""], strict=True), start=1):
        beginning = "\n".join(lines[:count])
        if not following.startswith(UNSEEN_ENDS):
            assert is_true(beginning) == may_break_off(last, following, deals=False), last


@pytest.mark.parametrize("name", ONE_OF_EACH_MODE)
def test_what_is_true_of_a_broken_record_is_true_for_the_second_opinion(name: str) -> None:
    broken = [text for text in beginnings(in_progress(vector(name)))[::5] if "deal" in text]
    true = list(filter(is_true, broken))
    assert true
    for beginning in true:
        written = str(read_record(beginning))
        check_record(written)
        assert written.rstrip("\n") == beginning.rstrip("\n")


def test_missing_end_is_named() -> None:
    *_, without_end, _ = beginnings(in_progress(vector(SMALL)))
    assert "line 3 removes B9" in refusal(without_end).sentence
    assert refusal(without_end).line == 23


@pytest.mark.parametrize(("name", "step"), [(SMALL, 1), ("teams-nordic-2019-3", 11)])
def test_record_that_breaks_off_within_a_line(name: str, step: int) -> None:
    text = in_progress(vector(name))
    for length in range(0, len(text), step):
        if is_true(text[:length]) and "deal" in text[:length]:
            check_record(str(read_record(text[:length])))


@pytest.mark.parametrize("name", NAMES)
def test_every_vector_that_breaks_off_half_way(name: str) -> None:
    text = vector(name)
    assert not is_true(text[: len(text) // 2])
