"""A match between people at one keyboard and bots."""

from pathlib import Path
from random import Random
from shlex import quote

from rich.console import Console

from punto.bots import Bot, all_bots, bot_named
from punto.cli.arguments import DEFAULT_BOT
from punto.cli.board import board, card_text
from punto.cli.language import card_name, say, told
from punto.cli.typed import help_text, is_command
from punto.cli.words import (
    bot_name,
    end_in_words,
    introduction,
    move_in_words,
    score_in_words,
    side_name,
)
from punto.notation.record import Record
from punto.notation.text_file import write_atomically
from punto.rules.card import Card
from punto.rules.cell import Cell
from punto.rules.errors import PuntoError, TurnError
from punto.rules.events import Event, MatchEnded, RoundEnded, RoundStarted
from punto.rules.round import Placement


class Quit(Exception):  # noqa: N818 nothing is wrong
    """Somebody wants to leave."""


class Session:
    """The talk with the people at the keyboard."""

    def __init__(
        self, record: Record, bots: dict[int, Bot], path: Path | None, random: Random
    ) -> None:
        self.record = record
        self.match = record.match
        self.names = [
            bot_name(name) if seat in bots else name
            for seat, name in enumerate(record.names, start=1)
        ]
        self.bots = bots
        self.path = path
        self.random = random
        self.console = Console(highlight=False, soft_wrap=True)

    def play(self) -> None:
        """Play until the match is over or somebody leaves."""
        self.say(introduction(self.match, self.names))
        self.say(f"{say('replay.fingerprint')}: {self.match.commitment}", whole=True)
        self.say(say("play.hint", help=say("play.word.help")))
        try:
            self.save()
            while not self.match.over:
                self.turn()
                self.save()
        except (Quit, EOFError, KeyboardInterrupt):
            self.say("")
            self.say(self.farewell(), whole=True)

    def turn(self) -> None:
        """Let the seat to move place its card."""
        seat = self.match.seat
        assert seat is not None
        bot = self.bots.get(seat)
        if bot is None:
            self.ask(seat)
        else:
            cell = bot.choose(self.match.view(seat), self.random)
            below = self.match.table[cell]
            self.tell(self.match.place(cell), below)

    def ask(self, seat: int) -> None:
        """Ask a person until something was done."""
        self.show_table()
        card = self.match.card
        assert card is not None
        while True:
            self.console.print(card_text(card), end=" ")
            self.console.print(self.turn_in_words(seat, card), end=" ", markup=False)
            answer = input(f"{self.question()} ").strip().lower()
            try:
                if self.carry_out(answer):
                    return
            except PuntoError as error:
                self.say(say("play.no", why=told(error).removesuffix(".")))

    def turn_in_words(self, seat: int, card: Card) -> str:
        """Say whose turn it is; who plays alone against bots needs no name."""
        alone = len(self.match.mode.seats) - len(self.bots) == 1
        key = "tell.your_turn" if alone else "tell.turn"
        return say(key, name=self.names[seat - 1], card=card_name(card))

    def question(self) -> str:
        """Ask for a cell; where there is but one, the Enter key will do."""
        legal = self.match.legal_cells()
        return say("play.where") if len(legal) > 1 else say("play.where_only", cell=str(legal[0]))

    def carry_out(self, answer: str) -> bool:
        """Do what a person typed; tell whether the turn is done with."""
        legal = self.match.legal_cells()
        if answer == "" and len(legal) == 1:
            answer = str(legal[0])
        if is_command(answer, "quit"):
            raise Quit
        if is_command(answer, "help"):
            self.say(help_text())
            return False
        if is_command(answer, "undo"):
            self.take_back()
            return True
        self.tell(self.match.place(Cell(answer)))
        return True

    def take_back(self) -> None:
        """Undo up to the last placement that a person made."""
        before = self.match.copy()
        count = 1
        try:
            while self.match.undo().seat in self.bots:
                count += 1
        except TurnError:
            self.record.match = self.match = before
            raise
        self.say(say("tell.undone", count=count))

    def tell(self, events: tuple[Event, ...], below: Card | None = None) -> None:
        """Say what happened; `below` is the card that a bot covered."""
        names, mode = self.names, self.match.mode
        for event in events:
            if isinstance(event, Placement) and event.seat in self.bots:
                self.say(move_in_words(event, below, names))
            elif isinstance(event, RoundEnded):
                self.show_last_table(event.round)
                self.say(end_in_words(mode, self.match.edition, event.end, names))
                self.say(score_in_words(mode, self.match.score.wins, names))
            elif isinstance(event, RoundStarted):
                self.say("")
                self.say(say("replay.begins", round=event.round, name=names[event.start - 1]))
            elif isinstance(event, MatchEnded):
                self.say(f"{say('over.won', winner=side_name(mode, event.winner, names))}.")

    def show_table(self) -> None:
        """Draw the table with the places for the card in hand."""
        position = self.match.position()
        self.say("")
        self.console.print(board(position.table, position.legal_cells(), position.table.last))
        left = zip(self.names, position.decks, strict=True)
        counts = ", ".join(f"{name} ({count})" for name, count in left)
        self.say(f"{say('holds.title')}: {counts}.")
        for name, card in zip(self.names, position.face_up, strict=True):
            if self.match.open_cards and card is not None and card is not position.card:
                self.say(f"{say('replay.has', name=name, card=card_name(card))}.")

    def show_last_table(self, number: int) -> None:
        """Draw the table as it lay when a round ended."""
        table = self.match.rounds[number - 1].table
        self.say("")
        self.console.print(board(table, last=table.last))

    def say(self, sentence: str, *, whole: bool = False) -> None:
        """Print a sentence; on a terminal no word is cut at the edge, unless it is to be copied."""
        as_it_is = whole or not self.console.is_terminal
        self.console.print(sentence, markup=False, soft_wrap=as_it_is)

    def save(self) -> None:
        """Write the record, if it is to be kept."""
        if self.path is not None:
            write_atomically(self.path, str(self.record))

    def farewell(self) -> str:
        """Say how to go on."""
        if self.path is None:
            return say("play.not_kept")
        people = [seat for seat in self.match.mode.seats if seat not in self.bots]
        seats = f"--people {' '.join(map(str, people))} " * (people != [1])
        return say("play.kept", command=f"punto play {seats}--record {quote(str(self.path))}")


def bot_at(name: str, asked: str | None) -> Bot:
    """Find the bot for a seat: the one asked for, or the one that the seat is named after."""
    if asked:
        return bot_named(asked)
    return all_bots().get(name.partition(" ")[0], bot_named(DEFAULT_BOT))
