"""What is written in fewer bytes looks the same, character by character."""

import re
from random import Random

from punto.tui.thrifty_driver import PLAIN, VISIBLE_ON_BLANKS, Pen, changed, thinned

TOKEN = re.compile(r"\x1b\[([0-9;]*)([mHK])|(.)", re.DOTALL)
STYLES = (
    *("0", "", "1", "2", "7", "1;31", "22", "27", "39", "49", "97;44", "38;5;9", "48;5;250"),
    *("1;38;2;243;236;225;48;2;36;33;29", "38;2;255;255;255;48;2;36;33;29", "4;48;2;1;2;3", "0;1"),
)
PIECES = ("card", " ", "     ", "\x1b[20;18H", "\x1b[1;1H\n", "●  ●", "\x1b[K", "")


def seen(data: str) -> tuple[list[object], Pen]:
    """Return every character and sequence with what can be seen of its style; and the last pen."""
    pen = PLAIN
    shown: list[object] = []
    for codes, kind, character in TOKEN.findall(data):
        if kind == "m":
            pen = changed(pen, codes)
        elif kind == "H" or character == "\n":
            shown.append((codes, kind))
        elif character == " " and not pen.attributes & VISIBLE_ON_BLANKS:
            shown.append((character, pen.paper))
        else:
            shown.append((codes, kind, character, pen))
    return shown, pen


def test_codes_change_the_pen() -> None:
    pen = changed(PLAIN, "1;38;2;1;2;3;48;5;7")
    assert pen == Pen(frozenset("1"), "38;2;1;2;3", "48;5;7")
    assert changed(pen, "22;39;104") == Pen(frozenset(), "", "104")
    assert changed(pen, "0;7") == Pen(frozenset("7"))
    assert changed(pen, "") == PLAIN


def test_it_looks_the_same_in_fewer_bytes() -> None:
    random = Random(20)
    shorter = 0
    for _ in range(2_000):
        data = "".join(
            f"\x1b[{random.choice(STYLES)}m{random.choice(PIECES)}"
            + "\x1b[0m" * random.randrange(2)
            for _ in range(random.randrange(12))
        )
        thin = thinned(data)
        assert seen(thin) == seen(data), repr(data)
        shorter += len(thin) < len(data)
    assert shorter > 1_500
