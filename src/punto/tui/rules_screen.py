"""The rules of the game to read, in any of the languages."""

from textual.widgets import Static

from punto.cli._language import language, say, set_language
from punto.cli.rules import rules_text
from punto.tui.base import TextScreen
from punto.tui.look import Look
from punto.words import LANGUAGES, OWN_NAMES

TEXT_WIDTH = 74


class RulesScreen(TextScreen):
    """The rules; the arrow keys turn to another language, for the whole program."""

    KEYS = (
        ("left", "language_before", "screen.language_before"),
        ("right", "language_after", "screen.language_after"),
        ("escape", "back", "screen.back"),
    )

    def __init__(self, look: Look) -> None:
        super().__init__(look, "", "")

    def on_mount(self) -> None:
        """Show the rules."""
        super().on_mount()
        self.show()

    def show(self) -> None:
        """Show the rules in the language of the program."""
        self.show_title(f"{say('rules.title')} ({OWN_NAMES[language()]})")
        text = rules_text(max(20, min(TEXT_WIDTH, self.app.size.width - 4)))
        self.query_one("#text Static", Static).update(self.look.text(text))
        self.show_keys()

    def on_resize(self) -> None:
        """Wrap the text again."""
        if self.is_mounted:
            self.show()

    def action_language_before(self) -> None:
        """Turn to the previous language."""
        self.turn(-1)

    def action_language_after(self) -> None:
        """Turn to the next language."""
        self.turn(1)

    def turn(self, step: int) -> None:
        """Turn to another language."""
        place = LANGUAGES.index(language()) + step
        set_language(["--language", LANGUAGES[place % len(LANGUAGES)]])
        self.show()
