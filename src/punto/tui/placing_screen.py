"""What screens share on which people place cards: the cursor, the title, rules and help."""

from punto.cli._language import card_name, say
from punto.rules.cell import Cell
from punto.tui.base import TableScreen, TextScreen
from punto.tui.board import Board, BoardState


class PlacingScreen(TableScreen):
    """A table on which people place cards."""

    @property
    def shown_round(self) -> int:
        """The number of the round on the screen."""
        raise NotImplementedError

    def resign(self) -> None:
        """Give up, after the person has said that they mean it."""
        raise NotImplementedError

    def on_board_cursor_moved(self, event: Board.CursorMoved) -> None:
        """Say what lies under the cursor."""
        self.show_title_cell(event.cell)

    def action_rules(self) -> None:
        """Show the rules."""
        from punto.tui.rules_screen import RulesScreen  # noqa: PLC0415 only when asked for

        self.app.push_screen(RulesScreen(self.look))

    def action_help(self) -> None:
        """Explain keys and marks."""
        from punto.tui.help import help_text  # noqa: PLC0415 only when asked for

        text = help_text(self.look, (*self.KEYS, *self.MORE_KEYS))
        self.app.push_screen(TextScreen(self.look, say("screen.help"), text))

    def ask_to_resign(self) -> None:
        """Give up, if the person means it."""
        from punto.tui.question import Question  # noqa: PLC0415 only when asked for

        question = f"{say('resign.title')} {say('resign.question')}"
        answers = {"yes": say("resign.yes"), "no": say("resign.no")}
        self.app.push_screen(Question(self.look, question, answers), self._resigned)

    def _resigned(self, answer: str | None) -> None:
        if answer == "yes":
            self.resign()

    def say_news(self, sentence: str) -> None:
        """Show one sentence in place of the news."""
        self.panel.show_news([sentence])

    def next_cursor(self, state: BoardState) -> Cell | None:
        """Return where the cursor goes: where it is, or to the first of the legal cells."""
        here = self.board.cursor
        if not state.legal:
            return here
        if here in state.legal:
            return here
        last = state.last
        near = here or last
        if near is None:
            return min(state.legal)
        return min(
            state.legal,
            key=lambda it: (max(abs(it.column - near.column), abs(it.row - near.row)), it),
        )

    def show_title_cell(self, cell: Cell) -> None:
        """Show what lies under the cursor in the title."""
        stack = self.board.state.stacks.get(cell, ())
        if len(stack) > 1:
            text = say(
                "cell.over", cell=str(cell), card=card_name(stack[-1]), below=card_name(stack[-2])
            )
        elif stack:
            text = say("cell.card", cell=str(cell), card=card_name(stack[0]))
        elif cell in self.board.state.legal:
            text = say("cell.possible", cell=str(cell))
        else:
            text = say("cell.free", cell=str(cell))
        self.show_title(f"{say('table.title', round=self.shown_round)}: {text}")
