"""The menu with which the full screen begins.

What it leads to is imported when it is chosen: the program should start at once.
"""

from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, date, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.widgets import Static

from punto.cli import _kept_matches as kept_matches
from punto.cli._kept_matches import OpenMatch
from punto.cli._language import error_text, language, os_error_text, say, set_language
from punto.cli._sentences import bot_name
from punto.rules.errors import PuntoError
from punto.tui.base import BaseScreen
from punto.tui.form import Action, Choice, Form, Row, fixed
from punto.tui.look import Look
from punto.words import OWN_NAMES

if TYPE_CHECKING:
    from punto.cli._match_setup import MatchSetup
    from punto.cli._played_match import PlayedMatch
    from punto.cli._puzzle_trainer import Following, PuzzleTrainer
    from punto.notation.record import Record

PUZZLE_SEED = 1


def today() -> str:
    """Return the date of the deal and the puzzle of the day, which is that of UTC."""
    return datetime.now(UTC).date().isoformat()


class MenuScreen(BaseScreen):
    """Offers everything that can be done; a match that was left can be continued."""

    KEYS = (("q", "leave", "screen.quit"),)

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        languages = [(code, partial(str, name)) for code, name in OWN_NAMES.items()]
        self.languages = Choice("language", fixed("menu.language"), values=languages)
        self.kept: list[tuple[Path, Record]] = []
        self.unfinished: tuple[Path, Record] | None = None
        self.open_match: OpenMatch | None = None
        self.form = Form(look, self._rows())
        self.about = Static("", id="about", markup=False)

    def _rows(self) -> list[Row]:
        self.languages.select(language())
        self.kept = kept_matches.latest()
        is_open = kept_matches.is_open
        self.unfinished = next((it for it in self.kept if is_open(it[1])), None)
        go_on = Action("continue", fixed("daily.go_on"), self._about_unfinished)
        return [
            *([go_on] if self.unfinished else []),
            Action("new", fixed("screen.new"), fixed("way.computer.about")),
            Action("daily", fixed("menu.daily"), self._about_day),
            Action("puzzle_of_day", fixed("puzzle.of_day"), fixed("start.puzzle")),
            Action("puzzles", fixed("menu.puzzles"), fixed("start.puzzle")),
            *([Action("watch", fixed("file.title"), fixed("kept.title"))] if self.kept else []),
            Action("rules", fixed("menu.rules")),
            self.languages,
            Action("quit", fixed("screen.quit")),
        ]

    def _about_unfinished(self) -> str:
        if self.unfinished is None:
            return ""
        record = self.unfinished[1]
        match = record.match
        where = say("replay.where", round=match.round_number, count=match.stage.round.ply)
        return f"{', '.join(record.names)}. {where}."

    def _about_day(self) -> str:
        """Say how the deal of the day stands."""
        from punto.bots.deal_of_the_day import PERSON_SEAT, bot_of  # noqa: PLC0415 see above

        day = today()
        bot = bot_name(bot_of(day))
        record = dict(self.kept).get(kept_matches.path_of_day(day))
        if record is None:
            return f"{say('daily.lead')} {say('today.unplayed', name=bot)}."
        if kept_matches.is_open(record):
            return f"{say('today.begun')}."
        is_won = record.match.winner == PERSON_SEAT
        return say("today.won" if is_won else "today.lost", name=bot) + "."

    def content(self) -> ComposeResult:
        """Make the menu, and the line about its row."""
        yield self.form
        yield self.about

    def on_mount(self) -> None:
        """Give the keys to the menu."""
        super().on_mount()
        self.form.focus()
        self.show()

    def on_screen_resume(self) -> None:
        """Show the menu again after a match: it may have ended, and the language changed."""
        if self.open_match is not None:
            self.open_match.close()
            self.open_match = None
        self.form.set_rows(self._rows())
        self.show()

    def on_unmount(self) -> None:
        """Release the match that was on the screen when the program ended."""
        if self.open_match is not None:
            self.open_match.close()

    def show(self) -> None:
        """Show everything in the language that is chosen."""
        self.show_title(f"{say('app.name')}: {say('start.title')}")
        self.show_keys()
        self.form.refresh()
        self.show_about()

    def show_about(self) -> None:
        """Explain the row with the cursor."""
        self.about.update(self.look.text(self.form.row.about()))

    def on_form_cursor_moved(self) -> None:
        """Explain another row."""
        self.show_about()

    def on_form_changed(self) -> None:
        """Turn to another language."""
        set_language(["--language", str(self.languages.value)])
        self.show()

    def on_form_started(self, event: Form.Started) -> None:
        """Do what was chosen."""
        getattr(self, f"start_{event.key}")()

    def start_continue(self) -> None:
        """Continue the latest match that is not over."""
        assert self.unfinished is not None
        path, _ = self.unfinished
        self.play(path, lambda kept: kept.resume())

    def start_new(self) -> None:
        """Set a match up."""
        from punto.tui.setup_screen import SetupScreen  # noqa: PLC0415 see above

        self.app.push_screen(SetupScreen(self.look, self.begin))

    def start_daily(self) -> None:
        """Play the deal of the day, or show how it went."""
        from punto.cli._match_setup import setup_of_day  # noqa: PLC0415 see above
        from punto.tui.replay_screen import ReplayScreen  # noqa: PLC0415

        path = kept_matches.path_of_day(today())
        record = dict(self.kept).get(path)
        if not path.exists():
            with suppress(OSError):  # opening it says why
                path.parent.mkdir(parents=True, exist_ok=True)
            self.play(path, lambda kept: kept.begin(setup_of_day(today())))
        elif record is not None and not kept_matches.is_open(record):
            self.app.push_screen(ReplayScreen(self.look, record))
        else:
            self.play(path, lambda kept: kept.resume())

    def start_puzzles(self) -> None:
        """Solve puzzles, about as hard as the player is strong."""
        self.train(lambda trainer: trainer.fitting(None, None), say("puzzle.title"))

    def start_puzzle_of_day(self) -> None:
        """Solve the puzzle of the day."""
        day = date.fromisoformat(today())
        self.train(lambda trainer: trainer.of_day(day), say("puzzle.of_date", date=today()))

    def train(self, following: "Callable[[PuzzleTrainer], Following]", title: str) -> None:
        """Show puzzles."""
        from punto.cli._puzzle_trainer import PuzzleTrainer  # noqa: PLC0415 see above
        from punto.tui.puzzle_screen import PuzzleScreen  # noqa: PLC0415

        try:
            trainer = PuzzleTrainer(None, PUZZLE_SEED)
        except PuntoError as error:  # its file cannot be read
            self.about.update(self.look.text(error_text(error)))
            return
        self.app.push_screen(PuzzleScreen(self.look, trainer, following(trainer), title))

    def start_watch(self) -> None:
        """Choose one of the kept matches to watch again."""
        from punto.tui.kept_screen import KeptScreen  # noqa: PLC0415 see above

        self.app.push_screen(KeptScreen(self.look, self.kept))

    def begin(self, setup: "MatchSetup") -> None:
        """Begin the match that was set up."""
        self.app.pop_screen()
        self.play(kept_matches.new_path(), lambda kept: kept.begin(setup))

    def play(self, path: Path | None, make: "Callable[[OpenMatch], PlayedMatch]") -> None:
        """Show a match, which is locked until it is left."""
        from punto.tui.match_screen import MatchScreen  # noqa: PLC0415 see above

        opened = None
        try:
            opened = OpenMatch(path)
            played = make(opened)
        except (PuntoError, OSError) as error:
            if opened is not None:
                opened.close()
            why = error_text(error) if isinstance(error, PuntoError) else os_error_text(error)
            self.about.update(self.look.text(why))
            return
        self.app.push_screen(MatchScreen(self.look, played))
        self.open_match = opened

    def start_rules(self) -> None:
        """Show the rules."""
        from punto.tui.rules_screen import RulesScreen  # noqa: PLC0415 see above

        self.app.push_screen(RulesScreen(self.look))

    def start_quit(self) -> None:
        """Leave the program."""
        self.action_leave()

    def action_leave(self) -> None:
        """Leave the program; a match that was left is kept, so there is nothing to say."""
        self.app.farewell = ""
        self.app.exit()
