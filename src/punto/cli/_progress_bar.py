"""A progress bar in one line of the terminal, which disappears when the work is done."""

import os
import sys
from datetime import timedelta
from time import monotonic

from punto.cli._terminal import DIM, Style, Text, colour_depth

WIDTH = 40
PULSE_WIDTH = 8
PULSE_SECONDS = 2.0
"""How long the pulse takes from one end of the bar to the other."""

MIN_SECONDS_BETWEEN_DRAWINGS = 0.1
DONE = Style(ink=(58, 150, 221), basic="36")
LINE = "\N{BOX DRAWINGS HEAVY HORIZONTAL}"


class ProgressBar:
    """Draws on standard error; use it in a `with` statement."""

    def __init__(self) -> None:
        self.start = monotonic()
        self.depth = colour_depth(sys.stderr, os.environ)
        self.shown_length = 0
        self.drawn_at = -MIN_SECONDS_BETWEEN_DRAWINGS

    def __enter__(self) -> "ProgressBar":
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()

    def show_count(self, done: int, total: int) -> None:
        """Show how many of the steps are done, and an estimate of the time that the rest takes."""
        if done < total and monotonic() - self.drawn_at < MIN_SECONDS_BETWEEN_DRAWINGS:
            return
        left = self.elapsed_seconds() / done * (total - done) if done else None
        self.draw(bar(0, done / total), f"{done}/{total} {clock(left)}")

    def show_time(self, expected_seconds: float | None) -> None:
        """Show the time since the start; without an expected duration, the bar only moves."""
        elapsed = self.elapsed_seconds()
        if expected_seconds:
            drawn = bar(0, min(1.0, elapsed / expected_seconds))
        else:
            way = 1 - PULSE_WIDTH / WIDTH
            start = way * (elapsed % PULSE_SECONDS) / PULSE_SECONDS
            drawn = bar(start, start + PULSE_WIDTH / WIDTH)
        self.draw(drawn, clock(elapsed))

    def elapsed_seconds(self) -> float:
        """Return the time since the start."""
        return monotonic() - self.start

    def draw(self, drawn: Text, words: str) -> None:
        """Replace the line."""
        line = drawn + Text(f" {words}")
        shown = line.rendered(self.depth) if self.depth else without_rest(line)
        print(f"\r{shown:<{self.shown_length}}", end="", file=sys.stderr, flush=True)
        self.shown_length = len(str(line))
        self.drawn_at = monotonic()

    def clear(self) -> None:
        """Leave the line empty."""
        if self.shown_length:
            print(f"\r{'':{self.shown_length}}\r", end="", file=sys.stderr, flush=True)


def bar(start: float, end: float) -> Text:
    """Draw a bar whose part from `start` to `end`, both 0 to 1, is highlighted."""
    first, last = round(start * WIDTH), round(end * WIDTH)
    text = Text(LINE * first, DIM)
    text.append(LINE * (last - first), DONE)
    text.append(LINE * (WIDTH - last), DIM)
    return text


def without_rest(line: Text) -> str:
    """Draw spaces for the parts of a bar that only a colour tells from the others."""
    return "".join(" " * len(text) if style is DIM else text for text, style in line.pieces)


def clock(seconds: float | None) -> str:
    """Write a duration as hours, minutes and seconds."""
    return "-:--:--" if seconds is None else str(timedelta(seconds=round(seconds)))
