"""Puzzles on the screen: find the one right cell."""

from punto.cli._language import error_text, say
from punto.cli._puzzle_trainer import (
    Following,
    PuzzleTrainer,
    describe_kind,
    describe_sides,
    describe_task,
)
from punto.puzzles import Puzzle
from punto.rules.cell import Cell
from punto.rules.errors import PuntoError
from punto.tui.base import TableScreen, TextScreen
from punto.tui.board import Board, BoardState
from punto.tui.help import help_text
from punto.tui.look import Look
from punto.tui.rules_screen import RulesScreen


class PuzzleScreen(TableScreen):
    """Shows one puzzle after the other, and after each answer why it is right or wrong."""

    KEYS = (
        ("r", "rules", "menu.rules"),
        ("question_mark", "help", "screen.help"),
        ("q", "back", "screen.quit"),
    )

    def __init__(
        self, look: Look, trainer: PuzzleTrainer, following: Following, title: str
    ) -> None:
        super().__init__(look)
        self.trainer, self.following, self.heading = trainer, following, title
        self.puzzle: Puzzle | None = following()
        self.told: list[str] = []
        """What was said about the answer; empty as long as there is none."""
        self.chosen: Cell | None = None

    def on_mount(self) -> None:
        """Show the first puzzle."""
        super().on_mount()
        self.show()

    def on_board_chosen(self, event: Board.Chosen) -> None:
        """Take an answer; after that, go on to the next puzzle."""
        if self.told:
            self.next_puzzle()
            return
        if self.puzzle is None:
            self.action_back()
            return
        position = self.puzzle.position
        assert position.card is not None
        try:
            position.table.copy().lay(position.card, event.cell)
        except PuntoError as error:
            self.panel.show_news([say("play.no", why=error_text(error).removesuffix("."))])
            return
        self.chosen = event.cell
        try:
            self.told = self.trainer.answer(self.puzzle, event.cell)
        except OSError as error:  # the progress cannot be kept
            self.app.fail(error)
            return
        self.show()

    def next_puzzle(self) -> None:
        """Show the next puzzle; after the last one, leave."""
        self.puzzle, self.told, self.chosen = self.following(), [], None
        if self.puzzle is None:
            self.action_back()
        else:
            self.board.cursor = None
            self.show()

    def show(self) -> None:
        """Show the table, the task, and what was said about the answer."""
        panel, puzzle = self.panel, self.puzzle
        rating = round(self.trainer.progress.rating.value)
        own = f"{say('puzzle.rating')}: {rating}. {say('puzzle.streak')}: "
        self.show_title(f"{self.heading}. {own}{self.trainer.progress.streak}")
        if puzzle is None:
            panel.show_news([say("puzzle.none")])
            return
        position = puzzle.position
        table, legal = position.table, position.legal_cells
        if self.told:
            marks = {self.chosen: ("!", 0.0)} if self.chosen else {}
            marks |= {puzzle.answer: ("OK", 1.0)}
            heat = {cell: mark for cell, mark in marks.items() if cell is not None}
            self.board.show(BoardState(table.stacks(), legal, None, heat=heat), self.chosen)
        else:
            cursor = self.board.cursor if self.board.cursor in legal else min(legal)
            self.board.show(BoardState(table.stacks(), legal), cursor)
        if self.told:
            verdict, *reasons = self.told
            panel.show_hand(position.card, f"{verdict} {say('screen.enter_continues')}")
            panel.show_news(reasons)
        else:
            panel.show_hand(position.card, describe_task(puzzle))
            panel.show_news([describe_kind(puzzle), *describe_sides(puzzle)])

    def action_rules(self) -> None:
        """Show the rules."""
        self.app.push_screen(RulesScreen(self.look))

    def action_help(self) -> None:
        """Explain keys and marks."""
        text = help_text(self.look, self.KEYS)
        self.app.push_screen(TextScreen(self.look, say("screen.help"), text))
