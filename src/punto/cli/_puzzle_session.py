"""Solving puzzles in the terminal, one after the other."""

from datetime import date
from pathlib import Path

from punto.cli._answers import is_command, question_card
from punto.cli._board import COVER_MARK, FREE_MARK, draw_board, draw_card
from punto.cli._language import error_text, say
from punto.cli._line_editor import set_up_line_editing
from punto.cli._puzzle_trainer import (
    Following,
    PuzzleTrainer,
    describe_kind,
    describe_sides,
    describe_task,
)
from punto.cli._terminal import Terminal, Text
from punto.puzzles import Kind, Puzzle
from punto.rules.cell import Cell
from punto.rules.errors import PuntoError
from punto.rules.position import Position


class Quit(Exception):  # noqa: N818 nothing is wrong
    """The player wants to leave."""


class PuzzleSession(PuzzleTrainer):
    """Asks for the answer to one puzzle after the other, line by line."""

    def __init__(self, path: Path | None, seed: int) -> None:
        super().__init__(path, seed)
        self.terminal = Terminal()
        self.legal: list[str] = []

    def play(self, kind: Kind | None, mode: str | None) -> None:
        """Give puzzles until the player leaves."""
        self.run(self.fitting(kind, mode))

    def play_day(self, day: date) -> None:
        """Give the puzzle of a day."""
        self.terminal.print(say("puzzle.of_date", date=day.isoformat()))
        self.run(self.of_day(day))

    def run(self, following: Following) -> None:
        """Ask for one answer after the other; the progress is saved after each."""
        set_up_line_editing(lambda: [*self.legal, say("play.word.quit")])
        puzzle = following()
        if puzzle is None:
            self.terminal.print(say("puzzle.none"))
        try:
            while puzzle is not None:
                self.try_one(puzzle)
                puzzle = following()
        except (Quit, EOFError, KeyboardInterrupt):
            self.terminal.print()

    def try_one(self, puzzle: Puzzle) -> None:
        """Show a puzzle, and say whether the answer is right, and why."""
        self.show(puzzle)
        for sentence in self.answer(puzzle, self.ask(puzzle.position)):
            self.say(sentence)

    def show(self, puzzle: Puzzle) -> None:
        """Print the table, whose colours are whose, and the task."""
        position = puzzle.position
        assert position.card is not None
        self.legal = list(map(str, position.legal_cells))
        self.say("")
        self.say(describe_kind(puzzle))
        self.terminal.print(draw_board(position.table, position.legal_cells))
        for sentence in describe_sides(puzzle):
            self.say(sentence)
        self.say(draw_card(position.card) + Text(f" {describe_task(puzzle)}"))

    def ask(self, position: Position) -> Cell:
        """Ask until the answer is a legal cell."""
        assert position.card is not None
        while True:
            answer = input(f"{say('play.where')} ").strip()
            if is_command(answer.lower(), "quit"):
                raise Quit
            if is_command(answer.lower(), "help"):
                self.say(say("play.help.cell", free=FREE_MARK, cover=COVER_MARK))
                continue
            if doubt := question_card(answer, position.table, position.card):
                self.say(doubt)
                continue
            try:
                cell = Cell(answer.lower())
                position.table.copy().lay(position.card, cell)
            except PuntoError as error:
                self.say(say("play.no", why=error_text(error).removesuffix(".")))
            else:
                return cell

    def say(self, sentence: str | Text) -> None:
        """Print a sentence, wrapped between words."""
        self.terminal.print(sentence, wrap=True)
