"""Starts the full screen for a command, and says goodbye when it is gone."""

import argparse
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from textual.screen import Screen

from punto.cli._kept_matches import OpenMatch, new_path
from punto.cli.play import load_for, setup_from
from punto.tui.app import PuntoApp
from punto.tui.look import look_of_terminal

if TYPE_CHECKING:
    from punto.cli._joined_table import JoinedTable
    from punto.cli._played_match import PlayedMatch
    from punto.cli._puzzle_trainer import Following, PuzzleTrainer
    from punto.notation.record import Record

MATCH_OPTIONS = (
    *("mode", "edition", "rounds_to_win", "start", "people", "bot"),
    *("open_cards", "plain_stalemate", "handicap", "seed", "record"),
)
"""Options of `punto play`: without any of them, it begins with the menu."""


def play_on_full_screen(options: argparse.Namespace) -> int:
    """Show the menu, or with options begin or continue the match that they describe."""
    if all(getattr(options, name) is None for name in MATCH_OPTIONS):
        from punto.tui.menu_screen import MenuScreen  # noqa: PLC0415 only what is shown is loaded

        return show(lambda app: MenuScreen(app.look))
    opened = OpenMatch(options.record or new_path())
    try:
        if options.record and options.record.exists():
            played = opened.resume(load_for(options), options.bot)
        else:
            played = opened.begin(setup_from(options))
        return play_match(played)
    finally:
        opened.close()


def play_match(played: "PlayedMatch") -> int:
    """Show a match."""
    from punto.tui.match_screen import MatchScreen  # noqa: PLC0415 see above

    played.save()  # first of all: a file that cannot be written ends the match before it begins
    return show(lambda app: MatchScreen(app.look, played))


def join_on_full_screen(joined: "JoinedTable") -> int:
    """Show a table of a server."""
    from punto.tui.joined_screen import JoinedScreen  # noqa: PLC0415 see above

    return show(lambda app: JoinedScreen(app.look, joined))


def solve_on_full_screen(trainer: "PuzzleTrainer", following: "Following", title: str) -> int:
    """Show puzzles."""
    from punto.tui.puzzle_screen import PuzzleScreen  # noqa: PLC0415 see above

    return show(lambda app: PuzzleScreen(app.look, trainer, following, title))


def replay_on_full_screen(record: "Record", simulations: int) -> int:
    """Show a recorded match."""
    from punto.tui.replay_screen import ReplayScreen  # noqa: PLC0415 see above

    return show(lambda app: ReplayScreen(app.look, record, simulations=simulations))


def show(first: Callable[[PuntoApp], Screen[None]]) -> int:
    """Run the program from a first screen until somebody leaves; return the exit code."""
    app = PuntoApp(look_of_terminal(), first)
    app.run()
    if app.farewell:
        with suppress(OSError):  # the window may be closed
            print(app.farewell, flush=True)
    if app.failure is not None:
        raise app.failure
    return app.return_code or 0
