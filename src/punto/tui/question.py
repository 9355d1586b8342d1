"""A question with a few answers to choose from."""

from collections.abc import Mapping
from functools import partial
from typing import ClassVar

from textual.app import ComposeResult
from textual.screen import ModalScreen
from textual.widgets import Static

from punto.tui.form import Action, Form
from punto.tui.look import Look


class Question(ModalScreen[str]):
    """Asks, and returns the key of the answer; the last one is that of Escape."""

    BINDINGS: ClassVar = [("escape", "last")]
    DEFAULT_CSS = """
    Question { align: center middle; }
    Question Static { height: auto; padding: 1 2; width: 60; max-width: 100%; }
    Question Form { height: auto; width: 60; max-width: 100%; }
    """

    def __init__(self, look: Look, question: str, answers: Mapping[str, str]) -> None:
        super().__init__()
        self.look, self.question, self.answers = look, question, dict(answers)
        rows = [Action(key, partial(str, text)) for key, text in answers.items()]
        self.form = Form(look, rows)
        self.form.styles.height = len(rows) + 1
        self.form.cursor = len(rows) - 1  # the answer that changes nothing

    def compose(self) -> ComposeResult:
        """Put the answers below the question."""
        yield Static(self.look.text(self.question), markup=False)
        yield self.form

    def on_mount(self) -> None:
        """Give the keys to the answers."""
        self.form.focus()

    def on_form_started(self, event: Form.Started) -> None:
        """Return an answer."""
        self.dismiss(event.key)

    def action_last(self) -> None:
        """Return the last answer."""
        self.dismiss(list(self.answers)[-1])
