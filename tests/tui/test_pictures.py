"""Every screen looks as it was stored: after a change that was meant, run with TEST_PICTURES=1."""

import asyncio
import os
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from punto.cli._puzzle_trainer import PuzzleTrainer
from punto.cli._records import load_record
from punto.cli._terminal import ColourDepth
from punto.puzzles import all_puzzles
from punto.tui import menu_screen
from punto.tui.app import PuntoApp
from punto.tui.kept_screen import KeptScreen
from punto.tui.look import Look
from punto.tui.match_screen import MatchScreen
from punto.tui.menu_screen import MenuScreen
from punto.tui.puzzle_screen import PuzzleScreen
from punto.tui.replay_screen import ReplayScreen
from punto.tui.rules_screen import RulesScreen
from punto.tui.setup_screen import SetupScreen

from .joined_places import joined_room, joined_table
from .staging import LARGE, SMALL, First, begun, on_screen, picture_of, until

ROOT = Path(__file__).parents[2]
PICTURES = Path(__file__).parent / "pictures"
README_PICTURE = ROOT / "docs" / "terminal.svg"
RECORD = ROOT / "docs" / "evening.punto"

FULL = Look()
BASIC = Look(ColourDepth.BASIC)
PLAIN_ASCII = Look(ColourDepth.NONE, is_ascii=True)
NO_COLOUR = Look(ColourDepth.NONE)


def replay(app: PuntoApp) -> ReplayScreen:
    return ReplayScreen(app.look, load_record(str(RECORD)), simulations=4)


def puzzle(app: PuntoApp) -> PuzzleScreen:
    trainer, puzzles = PuzzleTrainer(None, 1), iter(all_puzzles()[:1])
    return PuzzleScreen(app.look, trainer, lambda: next(puzzles, None), "Puzzles")


def kept(app: PuntoApp) -> KeptScreen:
    return KeptScreen(app.look, [(RECORD, load_record(str(RECORD)))])


def setup(app: PuntoApp) -> SetupScreen:
    return SetupScreen(app.look, lambda _: None)


def playing(app: PuntoApp) -> MatchScreen:
    """Show a match in the middle of its first round."""
    return MatchScreen(app.look, begun(cards=20))


def finished(app: PuntoApp) -> MatchScreen:
    """Show a match that somebody has won."""
    played = begun(rounds_to_win=1)
    while not played.match.over:
        played.place(played.match.legal_cells[0])
    return MatchScreen(app.look, played)


SCREENS: dict[str, tuple[First, Look, tuple[int, int], Sequence[str]]] = {
    "menu": (lambda app: MenuScreen(app.look), FULL, SMALL, ()),
    "setup": (setup, FULL, SMALL, ("down", "right", "down", "down", "A", "d", "a")),
    "match": (playing, FULL, SMALL, ()),
    "match-large": (playing, FULL, LARGE, ()),
    "match-narrow": (playing, FULL, (50, 20), ()),
    "match-too-small": (playing, FULL, (30, 10), ()),
    "match-16-colours": (playing, BASIC, SMALL, ()),
    "match-no-colour": (playing, NO_COLOUR, SMALL, ()),
    "match-ascii": (playing, PLAIN_ASCII, SMALL, ()),
    "match-over": (finished, FULL, SMALL, ()),
    "match-cards": (playing, FULL, SMALL, ("l",)),
    "match-help": (playing, FULL, SMALL, ("question_mark",)),
    "match-give-up": (playing, FULL, SMALL, ("x",)),
    "joined": (joined_table, FULL, SMALL, ()),
    "joined-room": (joined_room, FULL, SMALL, ()),
    "rules": (lambda app: RulesScreen(app.look), FULL, SMALL, ("right",)),
    "kept": (kept, FULL, SMALL, ()),
    "replay": (replay, FULL, SMALL, ("right", "right", "right")),
    "puzzle": (puzzle, FULL, SMALL, ()),
    "puzzle-answered": (puzzle, FULL, SMALL, ("enter",)),
}
"""For each picture the screen, the terminal, its size, and the keys that are pressed first."""


def drawn(first: First, look: Look, size: tuple[int, int], keys: Sequence[str]) -> str:
    """Show a screen, press keys, and draw it."""

    async def draw() -> str:
        async with on_screen(first, look, size) as pilot:
            await pilot.press(*keys)
            await pilot.pause()
            return picture_of(pilot)

    return asyncio.run(draw())


def compare(name: str, picture: str) -> None:
    """Compare with the stored picture, or store this one."""
    file = PICTURES / f"{name}.svg"
    if os.environ.get("TEST_PICTURES"):
        PICTURES.mkdir(exist_ok=True)
        file.write_text(picture, "utf-8")
    elif file.read_text("utf-8") != picture:
        new = ROOT / "build" / "pictures" / f"terminal-{name}.svg"
        new.parent.mkdir(parents=True, exist_ok=True)
        new.write_text(picture, "utf-8")
        raise AssertionError(f"{file} looks different from {new}; TEST_PICTURES=1 stores it")


@pytest.mark.parametrize("name", SCREENS)
def test_every_screen_looks_as_stored(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(menu_screen, "today", lambda: "2026-11-17")
    compare(name, drawn(*SCREENS[name]))


def after(keys: str, is_there: Callable[[MatchScreen], bool], *, size: tuple[int, int]) -> str:
    """Draw a match after something that takes a moment."""

    async def draw() -> str:
        async with on_screen(playing, FULL, size) as pilot:
            screen = pilot.app.screen
            assert isinstance(screen, MatchScreen)
            await pilot.press(keys)
            await until(pilot, lambda: is_there(screen))
            return picture_of(pilot)

    return asyncio.run(draw())


def test_heat_map_looks_as_stored() -> None:
    compare("match-chances", after("m", lambda screen: bool(screen.advice.heat), size=SMALL))


def test_review_draws_its_curve() -> None:
    async def draw() -> str:
        async with on_screen(replay) as pilot:
            screen = pilot.app.screen
            assert isinstance(screen, ReplayScreen)
            await pilot.press("end", "home", "pagedown", "v")
            await until(pilot, lambda: bool(screen.judged) and not screen.is_reviewing)
            return picture_of(pilot)

    compare("replay-review", asyncio.run(draw()))


def test_picture_of_the_readme_is_today_s() -> None:
    picture = drawn(*SCREENS["match-large"])
    if os.environ.get("TEST_PICTURES"):
        README_PICTURE.write_text(picture, "utf-8")
    assert README_PICTURE.read_text("utf-8") == picture
