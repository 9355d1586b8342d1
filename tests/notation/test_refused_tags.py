"""The head of a record: tags in their order, each with a value that there is."""

import pytest

from .samples import (
    SMALL,
    after_line,
    check_refused,
    edited,
    vector,
    with_tags,
    without_line,
)

SEED = "c0ffee" + "00" * 29
TAGS = ["Format", "Mode", "Edition", "RoundsToWin", "Seat1", "Seat2", "Seat3", "Date", "Result"]


@pytest.mark.parametrize(
    ("old", "new", "line", "code", "expected"),
    [
        ("punto 1", "punto 2", 1, "unreadable-format", "punto 1"),
        ("punto 1", "Punto 1", 1, "unreadable-format", "punto 1"),
        ("3p", "5p", 2, "unreadable-mode", "2p, 3p, 4p, teams"),
        ("3p", "", 2, "unreadable-mode", "2p, 3p, 4p, teams"),
        ("english-2018", "french-2018", 3, "unreadable-edition", "english-2018, german-2018"),
        ('Win "1"', 'Win "0"', 4, "unreadable-rounds-to-win", "1 to 9"),
        ('Win "1"', 'Win "10"', 4, "unreadable-rounds-to-win", "1 to 9"),
        ('Win "1"', 'Win "01"', 4, "unreadable-rounds-to-win", "1 to 9"),
        ('Win "1"', 'Win "²"', 4, "unreadable-rounds-to-win", "1 to 9"),
        ("2026-11-15", "2026-11-31", 8, "unreadable-date", "year-month-day"),
        ("2026-11-15", "2026-11-5", 8, "unreadable-date", "year-month-day"),
        ("2026-11-15", "15.11.2026", 8, "unreadable-date", "year-month-day"),
        ("2026-11-15", "20261115", 8, "unreadable-date", "year-month-day"),
        ("2026-11-15", "2026-W46-7", 8, "unreadable-date", "year-month-day"),
        (
            "2026-11-15",
            "\u0662\u0660\u0662\u0666-\u0661\u0661-\u0661\u0665",
            8,
            "unreadable-date",
            "year-month-day",
        ),
    ],
)
def test_value_that_there_is_not(old: str, new: str, line: int, code: str, expected: str) -> None:
    came = new.removeprefix("Win ").strip('"')
    check_refused(edited(vector(SMALL), old, new), line, code, expected, f"'{came}'")


@pytest.mark.parametrize("result", ["Seat1", "Seat4", "Team3", "seat3", "3", "*", ""])
def test_result_that_is_not_so(result: str) -> None:
    text = edited(vector(SMALL), 'Result "Seat3"', f'Result "{result}"')
    check_refused(text, 9, "unreadable-result", "Seat3", f"'{result}'")


def test_result_of_a_match_that_is_not_over() -> None:
    text = edited(vector(SMALL), 'Win "1"', 'Win "2"')
    check_refused(text, 9, "unreadable-result", "expected *", "'Seat3'")


@pytest.mark.parametrize("result", ["Seat1", "Team2", "*"])
def test_result_of_teams_that_is_not_so(result: str) -> None:
    text = edited(vector("teams-nordic-2019-3"), '"Team1"', f'"{result}"')
    check_refused(text, 10, "unreadable-result", "Team1", result)


@pytest.mark.parametrize("number", range(1, 10))
def test_missing_tag(number: int) -> None:
    text = without_line(vector(SMALL), number)
    came = "round 1" if number == 9 else TAGS[number]
    line = 10 if number == 9 else number
    check_refused(text, line, "unreadable-tag", f"[{TAGS[number - 1]} ", came)


@pytest.mark.parametrize("number", range(1, 9))
def test_tag_that_stands_twice(number: int) -> None:
    line = vector(SMALL).split("\n")[number - 1]
    text = after_line(vector(SMALL), number, line)
    check_refused(text, number + 1, "unreadable-tag", f"[{TAGS[number]} ", TAGS[number - 1])


@pytest.mark.parametrize("number", range(1, 10))
def test_tag_that_stands_again_after_the_result(number: int) -> None:
    line = vector(SMALL).split("\n")[number - 1]
    text = with_tags(vector(SMALL), line)
    check_refused(text, 10, "unreadable-tag", TAGS[number - 1], "after the result")


@pytest.mark.parametrize("number", range(1, 9))
def test_tags_that_stand_in_another_order(number: int) -> None:
    line = vector(SMALL).split("\n")[number - 1]
    text = after_line(without_line(vector(SMALL), number), number, line)
    check_refused(text, number, "unreadable-tag", f"[{TAGS[number - 1]} ", TAGS[number])


def test_more_seats_than_the_mode_has() -> None:
    text = after_line(vector(SMALL), 7, '[Seat4 "Dag"]')
    check_refused(text, 8, "unreadable-tag", "[Date ", "Seat4")
    text = with_tags(vector(SMALL), '[Seat4 "Dag"]')
    check_refused(text, 10, "unreadable-tag", "Seat4")


def test_tag_before_the_result_that_is_not_known() -> None:
    text = after_line(vector(SMALL), 8, '[Event "Tuesday"]')
    check_refused(text, 9, "unreadable-tag", "[Result ", "[Event ")


@pytest.mark.parametrize(
    "line",
    ["[Mode 3p]", '[Mode "3p"', 'Mode "3p"', '[Mode "3p]', "[]", '["3p"]', '[Mode "3p"] x', "["],
)
def test_line_that_is_no_tag(line: str) -> None:
    check_refused(edited(vector(SMALL), '[Mode "3p"]', line), 2, "unreadable-tag", line)


@pytest.mark.parametrize("escape", [r"\n", r"\u0041", r"\'"])
def test_escape_that_there_is_not(escape: str) -> None:
    text = edited(vector(SMALL), '"Ada"', f'"A{escape}da"')
    check_refused(text, 5, "unreadable-tag", "[Name ", "[Seat1 ")


def test_tab_in_a_name() -> None:
    text = edited(vector(SMALL), '"Ada"', '"A\tda"')
    check_refused(text, 5, "unreadable-name", "plain text", r"A\tda")


@pytest.mark.parametrize("seed", ["", "00", "00" * 31 + "0", "00" * 33, "zz" * 32, " " * 64])
def test_seed_that_is_none_is_refused_and_not_said(seed: str) -> None:
    text = with_tags(vector(SMALL), f'[Seed "{seed}"]')
    check_refused(text, 10, "unreadable-seed", "64 hexadecimal digits", f"{len(seed)} long")


def test_second_seed() -> None:
    text = with_tags(vector(SMALL), f'[Seed "{SEED}"]', f'[Seed "{SEED}"]')
    check_refused(text, 11, "unreadable-tag", "one seed")


def test_option_that_is_not_known_or_stands_twice() -> None:
    text = with_tags(vector(SMALL), '[Option "blind"]')
    check_refused(text, 10, "unreadable-option", "open_cards", "'blind'")
    text = with_tags(vector(SMALL), '[Option "open_cards"]', '[Option "open_cards"]')
    check_refused(text, 11, "unreadable-option", "once")
