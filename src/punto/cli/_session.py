"""A match in the terminal, between people at one keyboard and bots."""

from pathlib import Path
from random import Random

from punto.bots import Bot
from punto.cli._answers import COMMAND_WORDS, help_text, is_command, question_card
from punto.cli._board import cells_of_runs, draw_board, draw_card
from punto.cli._language import card_name, error_text, say
from punto.cli._line_editor import set_up_line_editing
from punto.cli._played_match import BotFailure, PlayedMatch
from punto.cli._sentences import (
    bot_name,
    describe_end,
    describe_match,
    describe_move,
    describe_score,
)
from punto.cli._terminal import Terminal, Text
from punto.notation.record import Record
from punto.rules.card import Card
from punto.rules.cell import Cell
from punto.rules.errors import PuntoError
from punto.rules.events import Event, MatchEnded, RoundEnded, RoundStarted
from punto.rules.round import Placement


class Quit(Exception):  # noqa: N818 nothing is wrong
    """A player wants to leave the match."""


class Session(PlayedMatch):
    """Runs a match with the people at the keyboard, line by line."""

    def __init__(
        self, record: Record, bots: dict[int, Bot], path: Path | None, random: Random
    ) -> None:
        super().__init__(record, bots, path, random)
        self.terminal = Terminal()

    def play(self) -> None:
        """Play until the match is over or somebody leaves."""
        self.save()  # first of all: a file that cannot be written ends the match before it begins
        set_up_line_editing(self.words)
        self.say(describe_match(self.match, self.names))
        for seat, bot in self.bots.items():
            if self.names[seat - 1] != bot_name(bot.name):
                self.say(say("play.bot", name=self.names[seat - 1], bot=bot_name(bot.name)))
        self.say(f"{say('replay.fingerprint')}: {self.match.commitment}", whole=True)
        self.say(say("play.hint", help=say("play.word.help")))
        try:
            while not self.over:
                self.turn()
        except (Quit, EOFError, KeyboardInterrupt):
            self.say("")
            self.say(self.farewell(), whole=True)
        except BotFailure:
            self.say(self.farewell(), whole=True)
            raise
        else:
            assert self.match.seed is not None
            self.say(f"{say('replay.seed')}: {self.match.seed.hex()}", whole=True)

    def turn(self) -> None:
        """Let the seat to move place its card."""
        seat = self.match.seat
        assert seat is not None
        bot = self.bots.get(seat)
        if bot is None:
            self.ask(seat)
        else:
            cell = self.ask_bot(bot, seat)
            below = self.match.table[cell]
            self.report(self.place(cell), below)

    def ask(self, seat: int) -> None:
        """Ask a person until they have placed a card or taken one back."""
        self.show_table()
        card = self.match.card
        assert card is not None
        self.say(draw_card(card) + Text(f" {self.describe_turn(seat, card)}"))
        while True:
            # The editor of the line must know all that stands on it: so the question has its own.
            answer = input(f"{self.question()} ").strip()
            if doubt := question_card(answer, self.match.table, card):
                self.say(doubt)
                continue
            try:
                if self.carry_out(answer.lower()):
                    return
            except PuntoError as error:
                self.say(say("play.no", why=error_text(error).removesuffix(".")))

    def words(self) -> list[str]:
        """List what can be typed now, for completion."""
        commands = (say(f"play.word.{name}") for name in COMMAND_WORDS)
        return [*map(str, self.match.legal_cells), *commands]

    def describe_turn(self, seat: int, card: Card) -> str:
        """Return whose turn it is; a single person against bots is addressed without a name."""
        alone = len(self.match.mode.seats) - len(self.bots) == 1
        key = "tell.your_turn" if alone else "tell.turn"
        return say(key, name=self.names[seat - 1], card=card_name(card))

    def question(self) -> str:
        """Return the question for a cell; if only one is legal, Enter is enough."""
        legal = self.match.legal_cells
        return say("play.where") if len(legal) > 1 else say("play.where_only", cell=str(legal[0]))

    def carry_out(self, answer: str) -> bool:
        """Carry out what a person typed; return whether that ends the question."""
        legal = self.match.legal_cells
        if answer == "" and len(legal) == 1:
            answer = str(legal[0])
        if is_command(answer, "quit"):
            raise Quit
        if is_command(answer, "help"):
            self.say(help_text())
            return False
        if is_command(answer, "undo"):
            self.say(say("tell.undone", count=self.take_back()))
            return True
        if is_command(answer, "resign"):
            return self.give_up()
        self.report(self.place(Cell(answer)))
        return True

    def give_up(self) -> bool:
        """Give up for the seat to move, if the person means it; return whether they do."""
        assert self.match.seat is not None
        question = f"{say('resign.title')} {say('resign.question')}"
        answer = input(f"{question} ({say('play.word.yes')}) ").strip().lower()
        if not is_command(answer, "yes"):
            return False
        self.resign(self.match.seat)
        if self.over:
            self.say(self.describe_result())
        return True

    def report(self, events: tuple[Event, ...], below: Card | None = None) -> None:
        """Print what happened; `below` is the card that a bot covered."""
        names, mode = self.names, self.match.mode
        for event in events:
            if isinstance(event, Placement) and event.seat in self.bots:
                self.say(describe_move(event, below, names))
            elif isinstance(event, RoundEnded):
                self.show_last_table(event.round_number)
                self.say(describe_end(mode, self.match.edition, event.end, names))
                self.say(describe_score(mode, self.match.score.wins, names))
            elif isinstance(event, RoundStarted):
                self.say("")
                self.say(
                    say("replay.begins", round=event.round_number, name=names[event.start - 1])
                )
            elif isinstance(event, MatchEnded):
                self.say(self.describe_result())

    def show_table(self) -> None:
        """Print the table with the legal cells for the card in hand."""
        position = self.match.position()
        self.say("")
        self.terminal.print(draw_board(position.table, position.legal_cells, position.table.last))
        left = zip(self.names, position.decks, strict=True)
        counts = ", ".join(f"{name} ({count})" for name, count in left)
        self.say(f"{say('holds.title')}: {counts}.")
        for name, card in zip(self.names, position.face_up, strict=True):
            if self.match.open_cards and card is not None and card is not position.card:
                self.say(f"{say('replay.has', name=name, card=card_name(card))}.")

    def show_last_table(self, number: int) -> None:
        """Print the table as it was when a round ended, with the rows that decided it."""
        round_ = self.match.rounds[number - 1]
        self.say("")
        self.terminal.print(
            draw_board(round_.table, last=round_.table.last, rows=cells_of_runs(round_.end))
        )

    def say(self, sentence: str | Text, *, whole: bool = False) -> None:
        """Print a sentence, wrapped between words on a terminal unless it must stay `whole`."""
        self.terminal.print(sentence, wrap=not whole)
