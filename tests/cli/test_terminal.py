"""Text on a terminal: as many colours as it has, and lines broken between words."""

import io
import os
import sys

import pytest

from punto.cli import _terminal
from punto.cli._board import STYLES, draw_card
from punto.cli._plain_text import transliterate
from punto.cli._progress_bar import ProgressBar
from punto.cli._terminal import DIM, ColourDepth, Terminal, Text, colour_depth
from punto.rules.card import Card
from punto.rules.facts import Colour

NONE, BASIC, CUBE, FULL = ColourDepth


class Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("environment", "on_screen", "in_file"),
    [
        ({"TERM": "xterm"}, BASIC, NONE),
        ({"TERM": "xterm-256color"}, CUBE, NONE),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, FULL, NONE),
        ({"TERM": "dumb"}, NONE, NONE),
        ({"TERM": "dumb", "COLORTERM": "truecolor"}, NONE, NONE),
        ({"TERM": "xterm", "NO_COLOR": "1"}, NONE, NONE),
        ({"TERM": "xterm", "NO_COLOR": ""}, BASIC, NONE),
        ({"TERM": "xterm-256color", "FORCE_COLOR": "1"}, CUBE, CUBE),
        ({"TERM": "dumb", "FORCE_COLOR": "1"}, BASIC, BASIC),
        ({"TERM": "xterm", "FORCE_COLOR": "0"}, BASIC, NONE),
        ({"TERM": "xterm", "FORCE_COLOR": "1", "NO_COLOR": "1"}, NONE, NONE),
    ],
)
def test_colours_follow_the_terminal_and_the_environment(
    environment: dict[str, str],
    on_screen: ColourDepth,
    in_file: ColourDepth,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    assert colour_depth(Screen(), environment) is on_screen
    assert colour_depth(io.StringIO(), environment) is in_file


@pytest.mark.parametrize("obeys", [True, False])
def test_a_console_of_windows_has_all_colours_or_none(
    obeys: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(_terminal, "switch_on_ansi_codes", lambda: obeys)
    assert colour_depth(Screen(), {}) is (FULL if obeys else NONE)


@pytest.mark.parametrize(
    ("depth", "shown"),
    [
        (NONE, " R5 "),
        (BASIC, "\x1b[1;97;41m R5 \x1b[0m"),
        (CUBE, "\x1b[1;38;5;231;48;5;161m R5 \x1b[0m"),
        (FULL, "\x1b[1;38;2;255;255;255;48;2;201;46;68m R5 \x1b[0m"),
    ],
)
def test_a_card_in_every_depth(depth: ColourDepth, shown: str) -> None:
    assert draw_card(Card("R5")).rendered(depth) == shown


def test_the_colours_of_cards_differ_in_every_depth() -> None:
    for depth in (BASIC, CUBE, FULL):
        assert len({STYLES[colour].codes(depth) for colour in Colour}) == len(Colour)


def test_lines_break_between_words_and_keep_their_styles() -> None:
    text = Text(" R5 ", DIM) + Text(" one two three\nfour")
    wrapped = text.wrapped(10)
    assert str(wrapped) == " R5  one\ntwo three\nfour"
    assert wrapped.rendered(BASIC) == "\x1b[2m R5 \x1b[0m one\ntwo three\nfour"
    assert str(Text("Donaudampfschiff an").wrapped(5)) == "Donaudampfschiff\nan"
    assert str(Text("a b").wrapped(80)) == "a b"


def test_only_a_terminal_gets_broken_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "environ", {"TERM": "xterm", "COLUMNS": "9", "LINES": "5"})
    for stream, expected in ((Screen(), "one two\nthree\n"), (io.StringIO(), "one two three\n")):
        monkeypatch.setattr(sys, "stdout", stream)
        Terminal().print("one two three", wrap=True)
        assert stream.getvalue() == expected


def test_a_bar_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "environ", {"TERM": "dumb"})
    stream = Screen()
    monkeypatch.setattr(sys, "stderr", stream)
    with ProgressBar() as bar:
        bar.show_count(1, 2)
        assert transliterate(stream.getvalue(), "en").startswith(
            f"\r{'=' * 20}{' ' * 20} 1/2 0:00:0"
        )
    *_, emptied, after = stream.getvalue().split("\r")
    assert (emptied.strip(), after) == ("", "")
    assert "\x1b" not in stream.getvalue()
