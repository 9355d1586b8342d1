"""A match between people at one keyboard and bots."""

from pathlib import Path
from random import Random

from rich.console import Console

from punto.bots import Bot, all_bots, bot_named
from punto.cli.arguments import DEFAULT_BOT
from punto.cli.board import board, card_text
from punto.cli.language import told
from punto.cli.words import end_in_words, introduction, side_name
from punto.notation.record import Record
from punto.notation.writing import write_whole
from punto.rules.cell import Cell
from punto.rules.errors import PuntoError, TurnError
from punto.rules.events import Event, MatchEnded, RoundEnded, RoundStarted
from punto.rules.round import Placement

HELP = """Type a cell, as g6: + marks the free ones, * the cards that yours can cover.
  undo    take your last card back, and what came after it
  help    this text
  quit    leave the match"""


class Quit(Exception):  # noqa: N818 nothing is wrong
    """Somebody wants to leave."""


class Session:
    """The talk with the people at the keyboard."""

    def __init__(
        self, record: Record, bots: dict[int, Bot], path: Path | None, random: Random
    ) -> None:
        self.record = record
        self.match = record.match
        self.bots = bots
        self.path = path
        self.random = random
        self.console = Console(highlight=False, soft_wrap=True)

    def play(self) -> None:
        """Play until the match is over or somebody leaves."""
        self.say(introduction(self.match, self.record.names))
        self.say(f"Fingerprint of the shuffle: {self.match.commitment}")
        self.say("Type help for help.")
        try:
            self.save()
            while not self.match.over:
                self.turn()
                self.save()
        except (Quit, EOFError, KeyboardInterrupt):
            self.say("")
            self.say(self.farewell())

    def turn(self) -> None:
        """Let the seat to move place its card."""
        seat = self.match.seat
        assert seat is not None
        bot = self.bots.get(seat)
        if bot is None:
            self.ask(seat)
        else:
            self.tell(self.match.place(bot.choose(self.match.view(seat), self.random)))

    def ask(self, seat: int) -> None:
        """Ask a person until something was done."""
        self.show_table()
        card = self.match.card
        assert card is not None
        while True:
            self.console.print(f"{self.record.names[seat - 1]}, your card:", end=" ", markup=False)
            self.console.print(card_text(card), end=" ")
            answer = input(self.question()).strip().lower()
            try:
                if self.carry_out(answer):
                    return
            except PuntoError as error:
                self.say(f"No: {told(error).removesuffix('.')}.")

    def question(self) -> str:
        """Ask for a cell; where there is but one, the Enter key will do."""
        legal = self.match.legal_cells()
        return "where? " if len(legal) > 1 else f"where? (Enter: {legal[0]}) "

    def carry_out(self, answer: str) -> bool:
        """Do what a person typed; tell whether the turn is done with."""
        legal = self.match.legal_cells()
        if answer == "" and len(legal) == 1:
            answer = str(legal[0])
        if answer in ("q", "quit", "exit"):
            raise Quit
        if answer in ("", "h", "help", "?"):
            self.say(HELP)
            return False
        if answer == "undo":
            self.take_back()
            return True
        self.tell(self.match.place(Cell(answer)))
        return True

    def take_back(self) -> None:
        """Undo up to the last placement that a person made."""
        before = self.match.copy()
        try:
            while self.match.undo().seat in self.bots:
                pass
        except TurnError:
            self.record.match = self.match = before
            raise

    def tell(self, events: tuple[Event, ...]) -> None:
        """Say what happened."""
        names, mode = self.record.names, self.match.mode
        for event in events:
            if isinstance(event, Placement) and event.seat in self.bots:
                self.say(f"{names[event.seat - 1]} plays {event}.")
            elif isinstance(event, RoundEnded):
                self.show_last_table(event.round)
                self.say(end_in_words(mode, event.end, names))
                wins = zip(mode.sides, self.match.score.wins, strict=True)
                self.say(
                    ", ".join(f"{side_name(mode, s.number, names)} {n}" for s, n in wins) + "."
                )
            elif isinstance(event, RoundStarted):
                self.say(f"Round {event.round}: {names[event.start - 1]} to start.")
            elif isinstance(event, MatchEnded):
                self.say(f"The match goes to {side_name(mode, event.winner, names)}.")

    def show_table(self) -> None:
        """Draw the table with the places for the card in hand."""
        position = self.match.position()
        self.say("")
        self.console.print(board(position.table, position.legal_cells(), position.table.last))
        left = ", ".join(
            f"{name} {count}" for name, count in zip(self.record.names, position.decks, strict=True)
        )
        self.say(f"Cards left: {left}.")
        for name, card in zip(self.record.names, position.face_up, strict=True):
            if self.match.open_cards and card is not None and card is not position.card:
                self.say(f"{name} has {card} on top.")

    def show_last_table(self, number: int) -> None:
        """Draw the table as it lay when a round ended."""
        table = self.match.rounds[number - 1].table
        self.say("")
        self.console.print(board(table, last=table.last))

    def say(self, sentence: str) -> None:
        """Print a line as it is."""
        self.console.print(sentence, markup=False)

    def save(self) -> None:
        """Write the record, if it is to be kept."""
        if self.path is not None:
            write_whole(self.path, str(self.record))

    def farewell(self) -> str:
        """Say how to go on."""
        if self.path is None:
            return "Not finished, and not kept: with --record FILE a match can go on later."
        return f"Not finished: punto play --record {self.path} goes on."


def bot_at(name: str, asked: str | None) -> Bot:
    """Find the bot for a seat: the one asked for, or the one that the seat is named after."""
    if asked:
        return bot_named(asked)
    return all_bots().get(name.partition(" ")[0], bot_named(DEFAULT_BOT))
