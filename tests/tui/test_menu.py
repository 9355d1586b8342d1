"""The menu: a new match, one that was left, the deal of the day, puzzles, and other languages."""

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest
from textual.pilot import Pilot

from punto import read_record
from punto.cli import _kept_matches as kept_matches
from punto.cli._language import language
from punto.cli._puzzle_trainer import PuzzleTrainer
from punto.puzzles import all_puzzles
from punto.tui import menu_screen
from punto.tui.app import PuntoApp
from punto.tui.form import Form
from punto.tui.match_screen import MatchScreen
from punto.tui.menu_screen import MenuScreen
from punto.tui.puzzle_screen import PuzzleScreen
from punto.tui.replay_screen import ReplayScreen
from punto.tui.setup_screen import SetupScreen

from .staging import begun, on_screen, text_of, until

HOLDING = """
import sys
from pathlib import Path
from punto.cli._record_lock import lock_record

with lock_record(Path(sys.argv[1])):
    print("locked", flush=True)
    sys.stdin.read()
"""


def menu(app: PuntoApp) -> MenuScreen:
    return MenuScreen(app.look)


async def choose(pilot: Pilot[None], key: str) -> None:
    """Go to a row of the menu, and press Enter."""
    form = pilot.app.screen.query_one(Form)
    for _ in form.rows:
        await pilot.press("up")
    while form.row.key != key:
        await pilot.press("down")
    await pilot.press("enter")
    await pilot.pause()


def test_a_match_is_set_up_left_and_continued() -> None:
    async def run() -> None:
        async with on_screen(menu) as pilot:
            await choose(pilot, "new")
            form = pilot.app.screen.query_one(Form)
            while form.row.key != "mode":
                await pilot.press("down")
            await pilot.press("right", "down", "down", *"Ada")
            while form.row.key != "open":
                await pilot.press("down")
            await pilot.press("right")
            while form.row.key != "handicap2":
                await pilot.press("down")
            await pilot.press("right", "right")
            await choose(pilot, "begin")
            screen = pilot.app.screen
            assert isinstance(screen, MatchScreen)
            match = screen.played.match
            assert match.options.handicap == (0, 2, 0)
            assert match.mode.name == "3p"
            assert match.open_cards
            assert screen.played.names[0] == "Ada"
            await pilot.press("q")
            await pilot.pause()
            await choose(pilot, "continue")
            again = pilot.app.screen
            assert isinstance(again, MatchScreen)
            assert again.played.match.commitment == match.commitment

    asyncio.run(run())
    (path,) = kept_matches.folder().iterdir()
    assert read_record(path.read_bytes()).names[0] == "Ada"


def test_a_name_that_no_record_can_hold_is_refused() -> None:
    async def run() -> None:
        async with on_screen(menu) as pilot:
            await choose(pilot, "new")
            screen = pilot.app.screen
            assert isinstance(screen, SetupScreen)
            screen.names[0].text = "A\u202eB"
            await choose(pilot, "begin")
            assert pilot.app.screen is screen
            assert "plain text" in text_of(pilot)

    asyncio.run(run())


def test_a_match_in_another_window_is_named() -> None:
    path = kept_matches.new_path()
    assert path is not None
    begun(path).save()
    with subprocess.Popen(
        [sys.executable, "-c", HOLDING, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"locked\n"

        async def run() -> None:
            async with on_screen(menu) as pilot:
                await choose(pilot, "continue")
                assert isinstance(pilot.app.screen, MenuScreen)
                assert f"(process{other.pid})" in "".join(text_of(pilot).split())

        asyncio.run(run())
        other.communicate(b"", timeout=100)


def test_where_nothing_can_be_kept_one_can_play_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))

    async def run() -> None:
        async with on_screen(menu) as pilot:
            await choose(pilot, "daily")
            assert "Not a directory" in text_of(pilot)
            await choose(pilot, "new")
            await choose(pilot, "begin")
            screen = pilot.app.screen
            assert isinstance(screen, MatchScreen)
            assert screen.played.path is None

    asyncio.run(run())


def test_a_record_alone_starts_no_engine(tmp_path: Path) -> None:
    path = kept_matches.new_path()
    assert path is not None
    begun(path).save()
    command = f"engine:touch {tmp_path / 'ran'}"
    text = path.read_text("utf-8").replace("Seat2 easy", f"Seat2 {command}")
    path.write_text(text, "utf-8")

    async def run() -> None:
        async with on_screen(menu) as pilot:
            await choose(pilot, "continue")
            assert isinstance(pilot.app.screen, MenuScreen)
            assert "begun with --bot 'engine:touch" in " ".join(text_of(pilot).split())

    asyncio.run(run())
    assert not (tmp_path / "ran").exists()


def test_deal_of_the_day_has_one_try(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(menu_screen, "today", lambda: "2026-11-17")

    async def run() -> None:
        async with on_screen(menu) as pilot:
            await choose(pilot, "daily")
            screen = pilot.app.screen
            assert isinstance(screen, MatchScreen)
            assert screen.played.day == "2026-11-17"
            await until(pilot, lambda: screen.played.match.seat == 1)
            screen.played.resign(1)
            await pilot.press("q")
            await pilot.pause()
            await choose(pilot, "daily")
            assert isinstance(pilot.app.screen, ReplayScreen)

    asyncio.run(run())


def test_language_of_everything_can_be_changed() -> None:
    async def run() -> None:
        async with on_screen(menu) as pilot:
            form = pilot.app.screen.query_one(Form)
            while form.row.key != "language":
                await pilot.press("down")
            await pilot.press("right")
            await pilot.pause()
            assert language() == "de"
            assert "Partie des Tages" in text_of(pilot)

    asyncio.run(run())


def test_puzzle_is_answered_explained_and_rated(tmp_path: Path) -> None:
    first, second = all_puzzles()[:2]
    puzzles = iter([first, second])
    path = tmp_path / "puzzles.json"

    def screen(app: PuntoApp) -> PuzzleScreen:
        trainer = PuzzleTrainer(path, 1)
        return PuzzleScreen(app.look, trainer, lambda: next(puzzles, None), "Puzzles")

    async def run() -> None:
        async with on_screen(screen) as pilot:
            shown = pilot.app.screen
            assert isinstance(shown, PuzzleScreen)
            occupied = next(iter(first.position.table.stacks()))
            if occupied not in first.position.legal_cells:
                await pilot.press(*str(occupied), "enter")
                assert not shown.told
            await pilot.press(*str(first.answer), "enter")
            assert f"Right: {first.answer}." in text_of(pilot)
            assert shown.trainer.progress.streak == 1
            await pilot.press("enter")
            assert shown.puzzle is second
            wrong = next(it for it in second.position.legal_cells if it != second.answer)
            await pilot.press(*str(wrong), "enter")
            assert "Not quite." in text_of(pilot)
            assert shown.trainer.progress.streak == 0

    asyncio.run(run())
    assert first.name in path.read_text("utf-8")
