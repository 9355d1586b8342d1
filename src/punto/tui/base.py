"""What all screens share: a title, a line of keys, and texts in the reader's language."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from rich.markup import escape
from textual.app import ComposeResult
from textual.containers import Container, VerticalScroll
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static

from punto.cli._language import language, say
from punto.tui.board import LABEL_WIDTH, VIEW, Board
from punto.tui.card_picture import SIZES, TINY
from punto.tui.look import Look
from punto.tui.panel import NARROWEST, Panel

if TYPE_CHECKING:
    from punto.tui.app import PuntoApp

SCROLL_KEYS = {"pageup": "scroll_up", "pagedown": "scroll_down"}
"""Keys that scroll the column beside a table, unless the screen needs them otherwise."""

WIDEST_PANEL = 42
MIN_COLUMNS, MIN_LINES = LABEL_WIDTH + VIEW * TINY.width, 14
"""The smallest screen that has room for a table and a few lines about it."""


class BaseScreen(Screen[None]):
    """A screen with a title above and a line of keys below, which can be clicked."""

    KEYS: Sequence[tuple[str, str, str]] = ()
    """Keys in the bottom line: the key, the action, and the name of its text."""

    MORE_KEYS: Sequence[tuple[str, str, str]] = ()
    """Keys for which the bottom line has no room; the help names them."""

    app: "PuntoApp"

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.look = look
        self.title_line = Static("", id="title", markup=False)
        self.key_line = Static("", id="keys")
        for key, action, _ in (*self.KEYS, *self.MORE_KEYS):
            self._bindings.bind(key, action)

    @property
    def farewell(self) -> str:
        """What is printed when the program is left from here; empty if there is nothing to say."""
        return ""

    def compose(self) -> ComposeResult:
        """Put title, content and keys below one another."""
        yield self.title_line
        yield from self.content()
        yield self.key_line

    def content(self) -> ComposeResult:
        """Make what stands between the title and the keys."""
        yield Container()

    def on_mount(self) -> None:
        """Show title and keys."""
        self.show_keys()

    def say(self, key: str, **values: object) -> str:
        """Return a text of the catalogue in the characters of this terminal."""
        return self.look.text(say(key, **values))

    def show_title(self, text: str) -> None:
        """Show a title."""
        self.title_line.update(f" {self.look.text(text)}", layout=False)

    def show_keys(self) -> None:
        """Show the keys, which can be clicked; if they are too many, not the middle ones."""
        shown = [
            (KEY_NAMES.get(key, key.upper()), it, self.say(name)) for key, it, name in self.KEYS
        ]
        width = self.app.size.width
        while len(shown) > 3 and sum(len(key + text) + 3 for key, _, text in shown) > width:
            del shown[-3]  # the help, which stays, names them all
        parts = [
            f"[@click=screen.{action}][bold]{key}[/bold] {escape(text)}[/]"
            for key, action, text in shown
        ]
        self.key_line.update(" " + "  ".join(parts), layout=False)

    def action_back(self) -> None:
        """Go back to the screen before this one, or leave the program."""
        if len(self.app.screen_stack) > 2:
            self.app.pop_screen()
        else:
            self.app.exit()


KEY_NAMES = {
    "question_mark": "?",
    "escape": "Esc",
    "enter": "Enter",
    "left": "<",
    "right": ">",
    "home": "Home",
    "end": "End",
    "pageup": "PgUp",
    "pagedown": "PgDn",
}
"""How keys are shown, where that is not their capital letter."""


class TableScreen(BaseScreen):
    """A screen with a table, and a column of texts beside it or, if it is narrow, below it."""

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        for key, action in SCROLL_KEYS.items():
            if key not in self._bindings.key_to_bindings:
                self._bindings.bind(key, action)
        self.board = Board(look)
        self.panel = Panel(look)
        self.language = language()

    def content(self) -> ComposeResult:
        """Put the table and the column side by side."""
        with Container(id="table"):
            yield self.board
            yield self.panel

    def on_mount(self) -> None:
        """Give the keys to the table."""
        super().on_mount()
        self.board.focus()

    def on_screen_resume(self) -> None:
        """Show everything in the language that was chosen among the rules."""
        if self.language != language():
            self.language = language()
            self.show_keys()
            self.show()

    def on_resize(self) -> None:
        """Share the room between the table and the column; a narrow screen has them stacked."""
        self.show_keys()
        width, height = self.app.size
        fitting = [
            LABEL_WIDTH + VIEW * size.width
            for size in SIZES
            if VIEW * size.height + 3 <= height
            and LABEL_WIDTH + VIEW * size.width + NARROWEST <= width
        ]
        is_small = width < MIN_COLUMNS or height < MIN_LINES
        self.set_class(is_small, "small")
        self.set_class(not fitting, "narrow")
        if is_small:
            self.show_title(say("screen.small", columns=MIN_COLUMNS, lines=MIN_LINES))
            return
        if fitting:
            self.panel.styles.width = min(WIDEST_PANEL, width - fitting[0] - 1)
        else:
            self.panel.styles.width = "100%"
        self.call_after_refresh(self.show)

    def action_scroll_down(self) -> None:
        """Read on in the column, if it is longer than the screen."""
        self.panel.scroll_lines(self.panel.size.height // 2)

    def action_scroll_up(self) -> None:
        """Read what is above in the column."""
        self.panel.scroll_lines(-self.panel.size.height // 2)

    def show(self) -> None:
        """Show the state of whatever this screen is about."""
        raise NotImplementedError


class TextScreen(BaseScreen):
    """A text to read, which can be scrolled."""

    KEYS: Sequence[tuple[str, str, str]] = (("escape", "back", "screen.back"),)
    BINDINGS: ClassVar = [("q", "back"), ("enter", "back")]

    def __init__(self, look: Look, title: str, text: str) -> None:
        super().__init__(look)
        self.heading, self.text = title, text

    def content(self) -> ComposeResult:
        """Make the text."""
        with VerticalScroll(id="text"):
            yield Static(self.look.text(self.text), markup=False)

    def on_mount(self) -> None:
        """Show the title."""
        super().on_mount()
        self.show_title(self.heading)
        self.query_one("#text", Widget).focus()
