"""Screens as a test wants them: a match at a certain point, on a terminal of a certain kind."""

import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

from textual.pilot import Pilot
from textual.screen import Screen

from punto.cli._match_setup import MatchSetup, SeatChoice, begin_match
from punto.cli._played_match import PlayedMatch
from punto.tui.app import PuntoApp
from punto.tui.look import Look
from punto.tui.match_screen import MatchScreen

SEED = "01" * 32
SMALL, LARGE = (80, 24), (124, 42)
FONT_RULES = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)
"""What Textual writes to fetch fonts from the network."""

First = Callable[[PuntoApp], Screen[None]]


@asynccontextmanager
async def on_screen(
    first: First, look: Look | None = None, size: tuple[int, int] = SMALL
) -> AsyncIterator[Pilot[None]]:
    """Run the program from a first screen; bots take no longer than they think."""
    app = PuntoApp(look or Look(), first, pause_seconds=0)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield pilot


def begun(
    path: Path | None = None, *, cards: int = 0, bot: str = "easy", rounds_to_win: int = 2
) -> PlayedMatch:
    """Begin a match of two, in which so many cards lie already."""
    seats = (SeatChoice(), SeatChoice(bot))
    setup = MatchSetup(seats=seats, seed=SEED, start=1, rounds_to_win=rounds_to_win)
    played = begin_match(setup, path)
    random = Random(3)
    for _ in range(cards):
        played.place(random.choice(played.match.legal_cells))
    return played


def match_screen(played: PlayedMatch) -> First:
    """Return what shows a match."""
    return lambda app: MatchScreen(app.look, played)


async def until(pilot: Pilot[None], is_so: Callable[[], bool]) -> None:
    """Wait until something has happened in the background."""
    for _ in range(3000):
        if is_so():
            await pilot.pause()
            return
        await pilot.pause(0.02)
    raise AssertionError("it did not happen")


def text_of(pilot: Pilot[None]) -> str:
    """Return everything on the screen, line by line."""
    app = pilot.app
    width, height = app.size
    lines = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in line)[:width] for line in lines[:height])


def picture_of(pilot: Pilot[None]) -> str:
    """Return a picture of the screen as SVG, which fetches nothing."""
    svg = pilot.app.export_screenshot(title="Punto")
    return FONT_RULES.sub("", svg).replace("Fira Code", "monospace")
