"""The list of kept matches, to watch one of them again."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from textual.app import ComposeResult

from punto.cli._language import say
from punto.notation.record import Record, result_of
from punto.tui.base import BaseScreen
from punto.tui.form import Action, Form
from punto.tui.look import Look
from punto.tui.replay_screen import ReplayScreen


class KeptScreen(BaseScreen):
    """Lists matches, the newest first."""

    KEYS = (("escape", "back", "screen.back"),)

    def __init__(self, look: Look, kept: Sequence[tuple[Path, Record]]) -> None:
        super().__init__(look)
        self.records = [record for _, record in kept]
        rows = [
            Action(str(number), partial(describe, record))
            for number, record in enumerate(self.records)
        ]
        self.form = Form(look, rows)

    def content(self) -> ComposeResult:
        """Make the list."""
        yield self.form

    def on_mount(self) -> None:
        """Give the keys to the list."""
        super().on_mount()
        self.show_title(say("file.title"))
        self.form.focus()

    def on_form_started(self, event: Form.Started) -> None:
        """Show a match."""
        self.app.push_screen(ReplayScreen(self.look, self.records[int(event.key)]))


def describe(record: Record) -> str:
    """Describe a match in one line."""
    match = record.match
    score = " : ".join(map(str, match.score.wins))
    result = score if result_of(match) != "*" else f"{score} ({say('recent.playing')})"
    return f"{record.date}  {', '.join(record.names)}  {result}"
