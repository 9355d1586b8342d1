"""The column beside the table: who plays, the card in hand, news, and the moves."""

import textwrap
from collections import Counter
from collections.abc import Mapping, Sequence

from rich.text import Text
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from punto.cli._language import say
from punto.cli._sentences import side_name
from punto.rules.card import Card
from punto.rules.position import Position
from punto.rules.round import Placement
from punto.tui.card_picture import SMALL, card_lines
from punto.tui.look import Look

NARROWEST = 27
"""The width of the column on a screen of 80 columns."""

PARTS = ("seats", "hand", "news", "curve")
"""The parts from top to bottom; the moves follow."""

MOVE_WIDTH = 8
MIN_MOVE_LINES = 2

CARD_WIDTH = SMALL.card_width


class Panel(Widget):
    """A column of texts, of which only the lines that have changed are drawn again."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.look = look
        self.top = 0
        """How many lines are scrolled out of sight."""
        self._parts: dict[str, Text] = {}
        self._placements: Sequence[Placement] = ()
        self._lines: list[Strip] = []

    @property
    def text_width(self) -> int:
        """How many columns a text has."""
        return max(20, (self.size.width or NARROWEST) - 1)

    def set_part(self, name: str, text: Text) -> None:
        """Show a text in one of the parts."""
        self._parts[name] = text
        self._draw()

    def render_line(self, y: int) -> Strip:
        """Draw one line."""
        return self._lines[y] if y < len(self._lines) else self._strip(Text())

    def scroll_lines(self, count: int) -> None:
        """Scroll down, or up with a negative number."""
        self.top = max(0, self.top + count)
        self._draw()

    def on_resize(self) -> None:
        """Draw everything again."""
        self._draw()
        self.refresh()

    def _draw(self) -> None:
        """Put all parts below one another, and refresh the lines that have changed."""
        height = self.size.height
        lines: list[Text] = []
        for name in PARTS:
            if name in self._parts and self._parts[name].plain.strip():
                lines += [*self._parts[name].split("\n"), Text()]
        lines += self._moves(max(MIN_MOVE_LINES, height - len(lines)))
        self.top = max(0, min(self.top, len(lines) - height))
        before = self._lines
        self._lines = [self._strip(line) for line in lines[self.top : self.top + height]]
        count = max(len(before), len(self._lines))
        for y in range(count):
            there = y < len(before) and y < len(self._lines)
            if not there or before[y] != self._lines[y]:
                self.refresh(Region(0, y, self.size.width, 1))

    def _strip(self, line: Text) -> Strip:
        """Return a line in the colours of the table, as wide as the column."""
        width = self.size.width
        line.truncate(width)
        segments = Strip(line.render(self.app.console)).apply_style(self.look.table)
        return segments.adjust_cell_length(width, self.look.table).simplify()

    def show_seats(
        self, position: Position, names: Sequence[str], notes: Mapping[int, str] | None = None
    ) -> None:
        """Show for every seat its colours, the cards left, and the rounds it has won.

        `notes` are shown below the seats that have one.
        """
        mode, look = position.mode, self.look
        text = Text(no_wrap=True, overflow="crop")
        room = self.text_width - 15
        for seat in mode.seats:
            side = mode.side_of(seat)
            mark = look.glyph("▶", ">") if seat == position.seat else " "
            text.append(f"{mark} ", look.mark)
            name = look.text(names[seat - 1])
            name = name if len(name) <= room else name[: room - 1] + look.glyph("…", "~")
            text.append(f"{name:<{room}} ", "bold" if seat == position.seat else "")
            for colour in side.colours:
                text.append(look.shapes[colour], look.face(colour))
                text.append(colour.letter if not look.is_ascii else "", look.face(colour))
            text.append("  " * (2 - len(side.colours)) + f"{position.decks[seat - 1]:>3}")
            text.append(f" {position.score.wins[side.number - 1]:>2}", look.mark)
            text.append("\n")
            removed = position.score.removed[side.number - 1]
            if removed and seat == side.seats[0]:
                out = look.text(say("player.out", card=" ".join(map(str, removed))))
                text.append(f"    {out}\n", look.quiet)
            if notes and seat in notes:
                text.append(f"    {look.text(notes[seat])}\n", look.quiet)
        self.set_part("seats", text)

    def show_hand(self, card: Card | None, sentence: str) -> None:
        """Show the card in hand beside a sentence."""
        look = self.look
        room = self.text_width - (0 if card is None else CARD_WIDTH + 2)
        lines = textwrap.wrap(look.text(sentence), room)
        text = Text(no_wrap=True, overflow="crop")
        picture = card_lines(card, SMALL, look) if card is not None else []
        for number in range(max(len(picture), len(lines))):
            if number < len(picture):
                for segment in picture[number]:
                    text.append(segment.text, segment.style)
            elif card is not None:
                text.append(" " * CARD_WIDTH)
            text.append("  " if card is not None else "")
            text.append(lines[number] if number < len(lines) else "", "bold")
            text.append("\n")
        self.set_part("hand", text)

    def show_news(self, sentences: Sequence[str]) -> None:
        """Show what has just happened, or an answer."""
        lines = [
            line
            for sentence in sentences
            for part in self.look.text(sentence).split("\n")
            for line in textwrap.wrap(part, self.text_width) or [""]
        ]
        self.top = 0
        self.set_part("news", Text("\n".join(lines)))

    def show_moves(self, placements: Sequence[Placement]) -> None:
        """Show the moves of the round, the latest at the end, as many as there is room for."""
        self._placements = placements
        self._draw()

    def _moves(self, height: int) -> list[Text]:
        """Return the latest moves in at most so many lines, below their number."""
        placements, look = self._placements, self.look
        if not placements:
            return []
        columns = max(1, self.text_width // MOVE_WIDTH)
        shown = placements[-(columns * (height - 1)) :]
        lines = [Text().append(f"{look.text(say('moves'))}: {len(placements)}", look.quiet)]
        for number, placement in enumerate(shown):
            if number % columns == 0:
                lines.append(Text())
            style = look.mark if number == len(shown) - 1 else look.table
            lines[-1].append(f"{placement!s:<{MOVE_WIDTH}}", style)
        return lines


def held_text(position: Position, names: Sequence[str]) -> str:
    """Return which cards every side still holds, and which have left the match."""
    lines = [say("holds.title"), "", say("holds.note"), ""]
    for side in position.mode.sides:
        number = side.number - 1
        up = [position.face_up[seat - 1] for seat in side.seats]
        cards = [*position.unseen[number], *(it for it in up if it and it.colour in side.colours)]
        counts = sorted(Counter(cards).items())
        listed = " ".join(f"{card}" if count == 1 else f"{card}x{count}" for card, count in counts)
        lines += [f"{side_name(position.mode, side.number, names)}: {listed}"]
        removed = position.score.removed[number]
        if removed:
            lines += [f"    {say('holds.out')} {' '.join(map(str, removed))}"]
        lines += [""]
    if position.mode.neutral is not None:
        for seat in position.mode.seats:
            count = position.neutrals[seat - 1]
            kept = " ".join(map(str, position.kept[seat - 1]))
            known = f" ({say('holds.kept', cards=kept)})" if kept else ""
            lines += [f"{names[seat - 1]}: {say('holds.neutral', count=count)}{known}"]
        lines += [""]
    return "\n".join(lines)
