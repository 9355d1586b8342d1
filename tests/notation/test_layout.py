"""What means nothing in a record, and what cannot be in one."""

import pytest

from punto import read_record

from .samples import NAMES, SMALL, after_line, check_refused, edited, vector

BOM = "\ufeff"


def assert_means_the_same(text: str | bytes, name: str = SMALL) -> None:
    assert str(read_record(text)) == vector(name)


@pytest.mark.parametrize("name", NAMES[::7])
def test_line_ends_of_other_systems(name: str) -> None:
    assert_means_the_same(vector(name).replace("\n", "\r\n"), name)


@pytest.mark.parametrize("name", NAMES[::7])
def test_comments_and_blank_lines_everywhere(name: str) -> None:
    lines = vector(name).split("\n")[:-1]
    text = "".join(f'\n  ; before\n{line} ; after ; "more" [x]\n\n;\n\t\n' for line in lines)
    assert_means_the_same(text, name)


@pytest.mark.parametrize("name", NAMES[::7])
def test_no_blank_line_at_all(name: str) -> None:
    assert_means_the_same("".join(line for line in lines_of(name) if line != "\n"), name)


def lines_of(name: str) -> list[str]:
    return vector(name).splitlines(keepends=True)


def test_byte_order_mark_at_the_beginning() -> None:
    assert_means_the_same(BOM + vector(SMALL))
    assert_means_the_same(b"\xef\xbb\xbf" + vector(SMALL).encode())


@pytest.mark.parametrize("text", [BOM + BOM + vector(SMALL), f"\n{BOM}{vector(SMALL)}"])
def test_byte_order_mark_elsewhere(text: str) -> None:
    line = 2 if text.startswith("\n") else 1
    check_refused(text, line, "unreadable-tag", "[Format ", r"\ufeff[Format")


def test_space_around_lines_and_between_words() -> None:
    lines = (f"\t  {line} \t\r\n" for line in vector(SMALL).split("\n"))
    assert_means_the_same("".join(lines))
    text = vector(SMALL).replace("1. O4@f6 G4@e7", "1.\tO4@f6 \t  G4@e7")
    assert_means_the_same(text.replace("line 3 removes", "line \t3  removes"))
    assert_means_the_same(text.replace("deal 1 R2 G6", "deal 1 \tR2   G6"))


def test_file_that_does_not_end_its_last_line() -> None:
    assert_means_the_same(vector(SMALL).removesuffix("\n"))


@pytest.mark.parametrize("nothing", ["", "\n", "\n\n\n", "; nobody played\n", "   \t", BOM])
def test_file_that_says_nothing(nothing: str) -> None:
    line = max(1, nothing.count("\n"))
    check_refused(nothing, line, "unreadable-tag", "[Format ", "the end of the file")


def test_text_before_the_first_tag() -> None:
    check_refused(f"Hello!\n{vector(SMALL)}", 1, "unreadable-tag", "[Format ", "'Hello!'")


def test_semicolon_in_a_tag_is_no_comment_and_elsewhere_it_is() -> None:
    text = edited(vector(SMALL), '"Ada"]', '"Ada; \\"x\\"; y"] ; comment "z"]')
    assert read_record(text).names[0] == 'Ada; "x"; y'
    text = edited(vector(SMALL), "R2@g6\n2.", "R2@g6;2. O1@a1\n2.")
    assert_means_the_same(text)
    text = edited(vector(SMALL), "R2@g6\n", ";R2@g6\n")
    check_refused(text, 16, "unreadable-turn", "turn 1 to be complete")


CONTROL = [*map(chr, range(9)), "\x0b", "\x0c", *map(chr, range(14, 32)), "\x7f", "\x85", "\x9b"]


@pytest.mark.parametrize("sign", [*CONTROL, "\u2028", "\u2029", "a\rb"])
@pytest.mark.parametrize(
    ("line", "old", "new"),
    [
        (5, '"Ada"', '"A?da"'),
        (24, "line 3", "line ?3"),
        (24, "removes B9", "removes B9 ; ?."),
    ],
)
def test_control_character(sign: str, line: int, old: str, new: str) -> None:
    text = edited(vector(SMALL), old, new.replace("?", sign))
    check_refused(text, line, "unreadable-line", "plain text", repr(sign)[1:-1])


@pytest.mark.parametrize(
    "raw", [b"\xff", b"\xc3", b"\xc0\x80", b"\xed\xa0\x80", b"\xf5\x80\x80\x80"]
)
@pytest.mark.parametrize(("line", "old"), [(1, b"[Format"), (5, b"Ada"), (24, b"removes")])
def test_bytes_that_are_not_utf_8(raw: bytes, line: int, old: bytes) -> None:
    source = vector(SMALL).encode().replace(old, old + raw)
    check_refused(source, line, "unreadable-line", "UTF-8 text", "b'")


def test_text_with_half_a_character() -> None:
    text = edited(vector(SMALL), "Ada", "A\ud800da")
    check_refused(text, 5, "unreadable-line", "UTF-8 text")


def test_encodings_of_other_systems() -> None:
    text = edited(vector(SMALL), "Ada", "Åda")
    for encoding in ("utf-16", "utf-16-le", "utf-16-be", "utf-32"):
        assert_refused_in_line(text.encode(encoding), 1)
    assert_refused_in_line(text.encode("latin-1"), 5)


def assert_refused_in_line(source: bytes, line: int) -> None:
    check_refused(source, line, "unreadable-line")


@pytest.mark.parametrize(
    "header", ["round \u0661 start 2", "round 1 start \u0662", "round \uff11 start 2"]
)
def test_digits_of_other_scripts(header: str) -> None:
    text = edited(vector(SMALL), "round 1 start 2", header)
    check_refused(text, 11, "unreadable-round", "round 1 start", header)


def test_line_that_is_too_long() -> None:
    fits = edited(vector(SMALL), "Ada", "A" * (8192 - len('[Seat1 ""]\n')))
    assert str(read_record(fits)) == fits
    check_refused(edited(fits, 'AA"', 'AAA"'), 5, "unreadable-line", "at most 8192 bytes")
    text = after_line(vector(SMALL), 20, ";" + "é" * 4096)
    check_refused(text, 21, "unreadable-line", "at most 8192 bytes")
