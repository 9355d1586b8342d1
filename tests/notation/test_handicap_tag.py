"""The tag `Handicap`: read and written as the rules say it, and refused where it is not that."""

import pytest

from punto import Match, Options, Record, RecordError, UnreadableError, read_record

from .samples import vector

TWO = vector("options/2p-handicap-1")
TAG = next(line for line in TWO.splitlines() if line.startswith("[Handicap"))
LINE = TWO.splitlines().index(TAG) + 1


@pytest.mark.parametrize(
    "value",
    ["", "2", "2 0 0", "2  0", " 2 0", "2 0 ", "2,0", "2:0", "7 0", "-1 0", "02 0", "\uff12 0"],
)
def test_a_wrong_value_is_refused_with_its_line(value: str) -> None:
    with pytest.raises(RecordError) as caught:
        read_record(TWO.replace(TAG, f'[Handicap "{value}"]'))
    assert (caught.value.code, caught.value.line) == ("unreadable-handicap", LINE)
    assert "expected 2 numbers from 0 to 6 as in 1 0" in caught.value.sentence


def test_a_second_handicap_is_refused() -> None:
    with pytest.raises(RecordError, match=f"line {LINE + 1}: tag: expected one handicap"):
        read_record(TWO.replace(TAG, f"{TAG}\n{TAG}"))


def test_decks_must_follow_from_the_handicap() -> None:
    with pytest.raises(RecordError, match="36 cards for seat 1"):
        read_record(TWO.replace(f"{TAG}\n", ""))
    with pytest.raises(RecordError, match="cards for seat 1"):
        read_record(TWO.replace(TAG, '[Handicap "6 6"]'))


def test_numbers_that_are_all_0_are_read_and_kept_but_not_written_anew() -> None:
    plain = vector("2p-english-2018-1")
    zeros = plain.replace("\n\nround 1", '\n[Handicap "0 0"]\n\nround 1', 1)
    record = read_record(zeros)
    assert record.match.options == Options()
    assert str(record) == zeros
    assert str(Record(record.match, record.names, record.date, deals=True)) == plain


def test_tags_that_contradict_the_match_are_refused() -> None:
    match = Match("2p", start=1, seed=bytes(32), options=Options(handicap=(2, 0)))
    with pytest.raises(UnreadableError, match=r'\[Handicap "2 0"\] as in the match'):
        Record(match, ["Ada", "Ben"], "2026-11-18", tags=[("Handicap", "0 2")])
