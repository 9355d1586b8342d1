"""A list of things to choose, type or start, for menus and for the set-up of a match."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from rich.style import Style
from rich.text import Text
from textual import events
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from punto.cli._language import say
from punto.tui.look import Look

MAX_NAME = 20
"""How long a name may be, in characters."""


def fixed(key: str, **values: object) -> Callable[[], str]:
    """Return a function that says a text in whatever language is chosen then."""
    return lambda: say(key, **values)


@dataclass
class Row:
    """A line of a form; `about` is shown below the form while the cursor is on it."""

    key: str
    label: Callable[[], str]
    about: Callable[[], str] = field(default=lambda: "")


@dataclass
class Action(Row):
    """Starts something."""


@dataclass
class Choice(Row):
    """One of several values, each with the text that is shown."""

    values: Sequence[tuple[object, Callable[[], str]]] = ()
    place: int = 0

    @property
    def value(self) -> object:
        """What is chosen."""
        return self.values[self.place][0]

    def select(self, value: object) -> None:
        """Choose a value, if it is one of these."""
        known = [each for each, _ in self.values]
        self.place = known.index(value) if value in known else 0


@dataclass
class Typed(Row):
    """A short text; while it is empty, `placeholder` is shown."""

    text: str = ""
    placeholder: Callable[[], str] = field(default=lambda: "")


@dataclass
class Heading(Row):
    """A title between rows, which cannot be chosen."""


class Form(Widget, can_focus=True):
    """Shows rows; arrows, Enter, the mouse and typing change them."""

    class Started(Message):
        """An action was chosen."""

        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key

    class Changed(Message):
        """A value changed."""

        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key

    class CursorMoved(Message):
        """The cursor is on another row."""

    def __init__(self, look: Look, rows: Sequence[Row]) -> None:
        super().__init__()
        self.look = look
        self.rows = list(rows)
        self.cursor = next(n for n, row in enumerate(rows) if not isinstance(row, Heading))
        self.top = 0

    @property
    def row(self) -> Row:
        """The row with the cursor."""
        return self.rows[self.cursor]

    def set_rows(self, rows: Sequence[Row]) -> None:
        """Show other rows; the cursor stays on the row of the same key, if it is there."""
        key = self.row.key
        self.rows = list(rows)
        keys = [row.key for row in rows]
        self.cursor = keys.index(key) if key in keys else 0
        if isinstance(self.row, Heading):
            self.cursor += 1
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """Draw one row."""
        width = self.size.width
        place = y + self.top
        text = self._line(place) if place < len(self.rows) else Text()
        text.truncate(width)
        text.pad_right(max(0, width - text.cell_len))
        segments = text.render(self.app.console)
        return Strip(segments).apply_style(self.look.table).adjust_cell_length(width)

    def _line(self, place: int) -> Text:
        row, look = self.rows[place], self.look
        is_here = place == self.cursor
        style = Style(reverse=True, bold=True) if is_here else Style()
        label = look.text(row.label())
        if isinstance(row, Heading):
            return Text().append(f" {label}", look.mark)
        width = max((len(look.text(it.label())) for it in self.rows if has_value(it)), default=0)
        text = Text(f" {'>' if is_here else ' '} ")
        if not has_value(row):
            text.append(f" {label} ", style)
            return text
        text.append(f" {label:<{width}}  ")
        if isinstance(row, Choice):
            text.append(f"< {look.text(row.values[row.place][1]())} >", style)
        elif isinstance(row, Typed):
            typed = look.text(row.text)
            text.append(f"{typed}{'_' if is_here else ''}", style)
            if not row.text:
                text.append(f" {look.text(row.placeholder())}", look.quiet)
        return text

    def on_key(self, event: events.Key) -> None:
        """Move, change, start or type."""
        row, key = self.row, event.key
        if key in ("up", "shift+tab"):
            self._move(-1)
        elif key in ("down", "tab"):
            self._move(1)
        elif key in ("left", "right") and isinstance(row, Choice):
            self._turn(row, 1 if key == "right" else -1)
        elif key == "enter" and isinstance(row, Action):
            self.post_message(self.Started(row.key))
        elif key == "enter":
            self._move(1)
        elif key == "space" and isinstance(row, Choice):
            self._turn(row, 1)
        elif isinstance(row, Typed) and key == "backspace":
            row.text = row.text[:-1]
            self._changed(row)
        elif isinstance(row, Typed) and event.character and event.is_printable:
            row.text = (row.text + event.character)[:MAX_NAME]
            self._changed(row)
        else:
            return
        event.stop()
        event.prevent_default()

    def on_click(self, event: events.Click) -> None:
        """Choose the row under the mouse; a second click changes or starts it."""
        place = event.y + self.top
        if place >= len(self.rows) or isinstance(self.rows[place], Heading):
            return
        self.cursor = place
        self.refresh()
        self.post_message(self.CursorMoved())
        row = self.row
        if isinstance(row, Choice):
            self._turn(row, 1)
        elif isinstance(row, Action):
            self.post_message(self.Started(row.key))

    def _move(self, step: int) -> None:
        place = self.cursor + step
        while place in range(len(self.rows)) and isinstance(self.rows[place], Heading):
            place += step
        if place in range(len(self.rows)):
            self.cursor = place
            self.top = min(max(self.top, place - self.size.height + 1), place)
            self.refresh()
            self.post_message(self.CursorMoved())

    def _turn(self, row: Choice, step: int) -> None:
        row.place = (row.place + step) % len(row.values)
        self._changed(row)

    def _changed(self, row: Row) -> None:
        self.refresh()
        self.post_message(self.Changed(row.key))


def has_value(row: Row) -> bool:
    """Whether a row shows a value beside its label."""
    return isinstance(row, Choice | Typed)
