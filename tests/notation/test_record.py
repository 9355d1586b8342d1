"""Records that a program puts together: what it may write, others can read."""

from datetime import date
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from punto import Match, Options, Record, UnreadableError, read_record

from .playing import DATE, begun, play, played, recorded
from .samples import SMALL, vector

MATCH = played("2p", seed=1)
BOTH = ("Ada", "Ben")


@pytest.mark.parametrize("names", [(), ("Ada",), ("Ada", "Ben", "Cleo")])
def test_a_name_for_each_seat(names: tuple[str, ...]) -> None:
    with pytest.raises(UnreadableError) as caught:
        Record(MATCH, names, DATE)
    assert caught.value.code == "unreadable-names"
    assert f"expected 2, got {len(names)}" in caught.value.sentence


@pytest.mark.parametrize("day", ["", "2026", "2026-13-01", "2026-02-29", "15.11.2026", "20261115"])
def test_date_that_is_none(day: str) -> None:
    with pytest.raises(UnreadableError, match="2026-11-15") as caught:
        Record(MATCH, BOTH, day)
    assert caught.value.code == "unreadable-date"


def test_date_as_a_date() -> None:
    assert Record(MATCH, BOTH, date(2026, 11, 15)) == Record(MATCH, BOTH, DATE)
    assert Record(MATCH, BOTH, date(1, 1, 1)).date == "0001-01-01"


@pytest.mark.parametrize("name", ["A\nda", "A\tda", "\x00", "\x1b[1m", "\x85", "a\u2028b", "\r"])
def test_name_that_does_not_stand_on_one_line(name: str) -> None:
    with pytest.raises(UnreadableError, match="one line of plain text") as caught:
        Record(MATCH, (name, "Ben"), DATE)
    assert caught.value.code == "unreadable-name"


@pytest.mark.parametrize("name", ["A" * 10_000, "\ud800"])
def test_name_that_no_reader_would_take(name: str) -> None:
    with pytest.raises(UnreadableError):
        Record(MATCH, (name, "Ben"), DATE)


@pytest.mark.parametrize(
    "tag",
    [
        ("Event", 'x"]\n[Result "Seat2'),
        ("Event", "a\x1bb"),
        ("Event", "a\u2028b"),
        ("", "x"),
        ("My Event", "x"),
        ("Event]", "x"),
        ("1st", "x"),
        ("Mode", "3p"),
        ("Seat3", "Cleo"),
        ("Option", "blind"),
        ("Seed", "00"),
    ],
)
def test_tag_that_no_reader_would_take(tag: tuple[str, str]) -> None:
    with pytest.raises(UnreadableError):
        Record(MATCH, BOTH, DATE, tags=[tag])


def test_tags_that_do_not_fit_the_match() -> None:
    with pytest.raises(UnreadableError) as caught:
        Record(MATCH, BOTH, DATE, tags=[("Option", "open_cards")])
    assert caught.value.code == "unreadable-option"
    opened = begun("2p", Random(2), open_cards=True)
    with pytest.raises(UnreadableError) as caught:
        Record(opened, BOTH, DATE, tags=[])
    assert caught.value.code == "unreadable-option"
    with pytest.raises(UnreadableError) as caught:
        Record(MATCH, BOTH, DATE, tags=[("Seed", "00" * 32)])
    assert caught.value.code == "unreadable-seed"
    assert "00000000" not in caught.value.sentence


@pytest.mark.slow
@given(st.text(max_size=50), st.text(max_size=50))
def test_any_name_is_refused_or_read_back(name: str, event: str) -> None:
    try:
        record = Record(MATCH, (name, "Ben"), DATE, tags=[("Event", event)])
    except UnreadableError:
        assume(False)
    again = read_record(str(record))
    assert again == record
    assert again.names == (name, "Ben")
    assert again.tags == (("Event", event),)


def test_records_are_equal_when_their_text_is() -> None:
    one, other = read_record(vector(SMALL)), read_record(vector(SMALL))
    assert one == other
    assert one != Record(one.match, ("Ada", "Ben", "Dag"), DATE, deals=True, tags=())
    assert one != Record(one.match, one.names, "2026-11-16", deals=True, tags=())
    assert one != Record(one.match, one.names, one.date, deals=False, tags=())
    assert one != Record(one.match, one.names, one.date, deals=True, tags=[("Event", "x")])
    assert one != str(one)
    with pytest.raises(TypeError, match="unhashable"):
        hash(one)


def test_a_record_pastes_back_into_python() -> None:
    names = {"Match": Match, "Options": Options, "Record": Record}
    for match in (
        Match("3p", start=2, seed=bytes(32), cells="f6 g7"),
        Match("2p", start=1, seed=bytes(32), options=Options(stalemate_removes=False)),
    ):
        record = Record(match, ["Ada", "Ben", "Cleo"][: len(match.mode.seats)], "2026-11-15")
        twin = eval(repr(record), names)
        assert (twin, twin.match) == (record, match)


def test_record_follows_its_match() -> None:
    chance = Random(9)
    match = begun("teams", chance, rounds_to_win=1)
    record = recorded(match)
    assert record.result == "*"
    play(match, chance)
    assert record.result == f"Team{match.winner}"
    assert f'[Result "Team{match.winner}"]' in str(record)
    assert "Seed" not in str(record)
    assert "\ndeal" not in str(record)
    assert read_record(str(record)) == record
