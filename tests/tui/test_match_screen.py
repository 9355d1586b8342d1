"""A match on the screen: what keys and mouse do, what is said, and what is saved."""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from textual.pilot import Pilot

from punto import read_record
from punto.bots import Bot
from punto.cli._language import set_language
from punto.cli._match_setup import begin_match, continue_match, setup_of_day
from punto.cli._played_match import BotFailure, PlayedMatch
from punto.cli._records import load_record
from punto.engine import Analysis, analyse
from punto.rules.cell import Cell
from punto.rules.view import View
from punto.tui.app import PuntoApp
from punto.tui.match_screen import MatchScreen
from punto.tui.replay_screen import ReplayScreen
from punto.words import LANGUAGES, say

from .staging import begun, match_screen, on_screen, text_of, until

Story = Callable[[Pilot[None], MatchScreen], Awaitable[None]]


def play(played: PlayedMatch, story: Story, size: tuple[int, int] = (80, 24)) -> None:
    """Show a match, and do with it what a story says."""

    async def run() -> None:
        async with on_screen(match_screen(played), size=size) as pilot:
            screen = pilot.app.screen
            assert isinstance(screen, MatchScreen)
            await story(pilot, screen)

    asyncio.run(run())


def cards(played: PlayedMatch) -> int:
    return played.match.stage.round.ply


def test_every_card_is_saved_at_once_and_a_match_goes_on_where_it_stood(tmp_path: Path) -> None:
    path = tmp_path / "match.punto"

    async def place_two(pilot: Pilot[None], screen: MatchScreen) -> None:
        await pilot.press("enter")
        await until(pilot, lambda: cards(screen.played) == 2)
        assert read_record(path.read_bytes()).match == screen.played.match

    play(begun(path), place_two)
    resumed = continue_match(load_record(str(path)), path)

    async def look(pilot: Pilot[None], screen: MatchScreen) -> None:
        assert "Moves: 2" in text_of(pilot)
        await pilot.press("enter")
        await until(pilot, lambda: cards(screen.played) == 4)

    play(resumed, look)
    assert read_record(path.read_bytes()).match.stage.round.ply == 4


def test_wrong_cell_says_why_and_places_nothing() -> None:
    async def story(pilot: Pilot[None], screen: MatchScreen) -> None:
        await pilot.press("a", "1", "enter")
        await pilot.pause()
        assert "must touch a card" in " ".join(text_of(pilot).split())
        assert cards(screen.played) == 2

    play(begun(cards=2), story)


def test_arrows_move_over_legal_cells_and_letters_and_digits_jump() -> None:
    async def story(pilot: Pilot[None], screen: MatchScreen) -> None:
        board, legal = screen.board, set(screen.played.match.legal_cells)
        seen = set()
        for key in ("left", "up", "right", "right", "down", "down", "n", "left", "n"):
            await pilot.press(key)
            assert board.cursor in legal
            seen.add(board.cursor)
        assert len(seen) > 3
        await pilot.press("k", "1", "1")
        assert str(board.cursor) == "k11"
        await pilot.press("f", "6")
        assert str(board.cursor) == "f6"

    play(begun(cards=6), story)


def test_mouse_places_a_card() -> None:
    async def story(pilot: Pilot[None], screen: MatchScreen) -> None:
        cell = min(screen.played.match.legal_cells)
        size, (x, y) = screen.board.cell_size, screen.board.corner
        column, row = cell.column - screen.board.left, screen.board.bottom + 6 - cell.row
        offset = (x + column * size.width + 2, y + row * size.height + 1)
        await pilot.click(screen.board, offset=offset)
        await until(pilot, lambda: cards(screen.played) >= 7)
        assert screen.played.match.round.placements[6].cell == cell

    play(begun(cards=6), story)


def test_taking_back_stops_a_bot_that_thinks() -> None:
    thinks, may_answer = threading.Event(), threading.Event()

    def slow(view: View, _random: Random) -> Cell:
        thinks.set()
        may_answer.wait(100)
        return view.legal_cells[0]

    async def story(pilot: Pilot[None], screen: MatchScreen) -> None:
        await pilot.press("enter")
        await until(pilot, thinks.is_set)
        await pilot.press("enter")  # the screen still answers
        await pilot.pause()
        assert "Not yet: Pip to play." in text_of(pilot)
        await pilot.press("u")
        assert cards(screen.played) == 0
        may_answer.set()
        await pilot.pause(0.2)
        assert cards(screen.played) == 0
        assert "1 card was taken back." in text_of(pilot)

    played = begun()
    played.bots[2] = Bot("slow", "", slow)
    play(played, story)


def test_a_bot_that_fails_ends_the_program_with_its_error() -> None:
    def fail(_view: View, _random: Random) -> Cell:
        raise ValueError("no idea")

    played = begun()
    played.bots[2] = Bot("bad", "", fail)

    async def run() -> PuntoApp:
        async with on_screen(match_screen(played)) as pilot:
            await pilot.press("enter")
            await until(pilot, lambda: not pilot.app.is_running)
            assert isinstance(pilot.app, PuntoApp)
            return pilot.app

    failure = asyncio.run(run()).failure
    assert isinstance(failure, BotFailure)
    assert "no idea" in str(failure)
    assert cards(played) == 1


def test_hint_gives_an_idea_then_the_cell_and_is_counted(tmp_path: Path) -> None:
    path = tmp_path / "match.punto"

    async def story(pilot: Pilot[None], screen: MatchScreen) -> None:
        await pilot.press("t")
        await until(pilot, lambda: bool(screen.advice.sentences))
        assert "T again shows the cell." in text_of(pilot)
        await pilot.press("t")
        assert screen.advice.found is not None
        assert screen.board.cursor == screen.advice.found.best.cell
        assert "leaves a chance of" in " ".join(text_of(pilot).split())

    play(begun(path, cards=4), story)
    assert '[Hints "Seat1 1"]' in path.read_text("utf-8")


def test_keys_pressed_while_it_thinks_do_not_begin_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, calls, may_answer = tmp_path / "match.punto", [], threading.Event()

    def slow(*args: Any, **rest: Any) -> Analysis:
        calls.append(args)
        may_answer.wait(60)
        return analyse(*args, **rest)

    async def story(pilot: Pilot[None], screen: MatchScreen) -> None:
        await pilot.press("t", "t", "m")
        may_answer.set()
        await until(pilot, lambda: bool(screen.advice.heat))  # what was asked for last

    monkeypatch.setattr("punto.tui.advice.analyse", slow)
    play(begun(path, cards=4), story)
    assert len(calls) == 1
    assert '[Hints "Seat1 1"]' in path.read_text("utf-8")


def test_giving_up_asks_first_and_gives_the_match_to_the_other(tmp_path: Path) -> None:
    path = tmp_path / "match.punto"

    async def story(pilot: Pilot[None], screen: MatchScreen) -> None:
        await pilot.press("x", "enter")
        assert not screen.played.over
        await pilot.press("x", "up", "enter")
        await pilot.pause()
        assert "Player 1 gives up: Pip" in text_of(pilot)
        await pilot.press("u")
        assert cards(screen.played) == 4
        await pilot.press("v")
        assert isinstance(pilot.app.screen, ReplayScreen)

    play(begun(path, cards=4), story)
    assert '[Ended "resigned Seat1"]' in path.read_text("utf-8")


def test_the_end_of_a_round_lights_its_rows_until_somebody_continues() -> None:
    played = begun(rounds_to_win=2)
    while played.match.last_end is None or not any(played.match.last_end.runs):
        before = played.match.copy()
        played.place(played.match.legal_cells[0])
    number = before.round_number
    last = played.match.rounds[number - 1].placements[-1]
    played.match = before
    played.bots.clear()  # two people, one of whom places the last card

    async def story(pilot: Pilot[None], screen: MatchScreen) -> None:
        screen.place(last.cell)
        await pilot.pause()
        text = text_of(pilot)
        assert "Enter continues." in text
        assert f"The end of round {number}" in text
        assert screen.board.state.lit
        await pilot.press("enter")
        await pilot.pause()
        assert screen.board.state.lit == ()
        assert f"Round {number + 1}." in text_of(pilot)

    play(played, story)


def test_deal_of_the_day_allows_neither_hints_nor_taking_back(tmp_path: Path) -> None:
    path = tmp_path / "day.punto"

    async def story(pilot: Pilot[None], screen: MatchScreen) -> None:
        await pilot.press("t")
        assert "no hints in the deal of the day" in " ".join(text_of(pilot).split())
        await pilot.press("m")
        assert not screen.board.state.heat
        await pilot.press("u")
        assert "no card can be taken back" in " ".join(text_of(pilot).split())

    play(begin_match(setup_of_day("2026-11-17"), path), story)


def test_a_language_chosen_among_the_rules_is_that_of_the_match() -> None:
    async def story(pilot: Pilot[None], _screen: MatchScreen) -> None:
        await pilot.press("r", "right", "escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, MatchScreen))
        await until(pilot, lambda: "Du bist am Zug" in text_of(pilot))
        assert f"Q {say('screen.quit', 'de')}" in text_of(pilot)

    play(begun(cards=6), story)


def test_a_resized_terminal_shows_the_table_in_another_size() -> None:
    async def story(pilot: Pilot[None], screen: MatchScreen) -> None:
        heights = []
        for size in ((124, 42), (100, 32), (80, 24), (50, 20), (20, 5), (80, 24)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            heights.append(screen.board.cell_size.height)
        assert heights == [5, 4, 3, 1, 1, 3]
        assert "Your turn" in text_of(pilot)

    play(begun(cards=6), story)


@pytest.mark.parametrize("language", LANGUAGES)
def test_line_of_keys_fits_80_columns(language: str) -> None:
    set_language(["--language", language])

    async def story(pilot: Pilot[None], _screen: MatchScreen) -> None:
        line = text_of(pilot).splitlines()[-1]
        assert line.rstrip().endswith(f"Q {say('screen.quit', language)}")

    play(begun(), story)
