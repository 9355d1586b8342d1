"""A table of a server in the terminal, line by line."""

import asyncio
import sys
from collections.abc import AsyncGenerator

from punto.cli._answers import help_text, is_command, question_card
from punto.cli._board import cells_of_runs, draw_board, draw_card
from punto.cli._joined_table import JoinedTable, News
from punto.cli._language import card_name, error_text, say
from punto.cli._output import start_in_background
from punto.cli._table_news import describe_lobby, result_of
from punto.cli._terminal import Terminal, Text
from punto.client import Connected, Happened, Replaced, RoomChanged
from punto.rules.cell import Cell
from punto.rules.errors import PuntoError
from punto.rules.position import Position
from punto.rules.table import Table

AGAIN, CELL, RESIGN = "again", "cell", "resign"
"""The questions whether to play again, where to place the card, and whether to give up."""

NOTHING = ("", "")


class Left(Exception):  # noqa: N818 nothing is wrong
    """The person leaves the table, or there is nothing more to read."""


class JoinLines:
    """Prints what happens at a table, and asks for a cell when it is this device's turn."""

    def __init__(self, joined: JoinedTable) -> None:
        self.joined = joined
        self.terminal = Terminal()
        self._line: asyncio.Future[str] | None = None
        """The line that is being read; one that came too late answers the next question."""
        self._asked = NOTHING
        """The last question, and what it was about; nothing after its answer."""
        self._sending: asyncio.Future[None] | None = None
        """What the person typed, while it is carried out."""
        self._is_resigning = False
        """Whether the person wants to give up, and is asked if they mean it."""

    async def run(self) -> None:
        """Follow what happens until the person leaves, or the match that they watch is over."""
        news = self.joined.news()
        coming = asyncio.ensure_future(anext(news))
        try:
            while True:
                if coming.done():
                    self.tell(await coming)
                    coming = asyncio.ensure_future(anext(news))
                    await asyncio.sleep(0)  # what has arrived already is told before a question
                    continue
                if self.joined.is_finished:
                    return
                self._ask()
                waiting = {it for it in (coming, self._line, self._sending) if it is not None}
                await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
                if not coming.done():
                    await self._go_on()
        except Left:
            return
        finally:
            await end([coming, self._sending], news)

    def tell(self, news: News) -> None:
        """Print what happened."""
        update = news.update
        if isinstance(update, Happened) and update.ended is not None:
            ended = update.ended
            self.say("")
            rows = cells_of_runs(ended.end)
            self.terminal.print(draw_board(Table.of_stacks(ended.stacks), (), ended.last, rows))
        if isinstance(update, RoomChanged) and update.before is None:
            self.say(self.joined.title, whole=True)
        if isinstance(update, Replaced):
            self.say(say("joined.table", link=str(self.joined.link)), whole=True)
            if update.table.phase == "waiting":
                news.sentences.extend(describe_lobby(update.table))
            elif update.table.over is not None:
                news.sentences.append(result_of(update.table))
        if isinstance(update, Connected):
            self._asked = NOTHING  # ask again, as it may have been long ago
        for sentence in news.sentences:
            self.say(sentence)

    def _ask(self) -> None:
        """Ask for what this device can do now, once."""
        if not self.joined.is_known or self._sending is not None:
            return
        if self.joined.can_play_again:
            words = self.joined.again_words
            question, prompt = (AGAIN, words), f"{words}? ({say('play.word.yes')})"
            if self.joined.has_agreed:
                self._asked = NOTHING
                return
        elif self._is_resigning:
            sure = f"{say('resign.title')} {say('resign.question')}"
            question, prompt = (RESIGN, ""), f"{sure} ({say('play.word.yes')})"
        elif self.joined.my_turn is not None:
            question, prompt = (CELL, f"{self.joined.table.number}"), say("play.where")
        else:
            self._asked = NOTHING
            return
        if self._asked == question:
            return
        if question[0] == CELL:
            self.show_turn()
        self._asked = question
        print(f"{prompt} ", end="", flush=True)
        if self._line is None:
            self._line = asyncio.wrap_future(start_in_background(read_line))

    async def _go_on(self) -> None:
        """Carry out a line that has been read, without waiting, or say why that was refused."""
        if self._sending is not None and self._sending.done():
            sending, self._sending = self._sending, None
            try:
                await sending
            except PuntoError as error:
                if error is self.joined.failure:
                    raise
                self.say(say("play.no", why=error_text(error).removesuffix(".")))
        if self._sending is None and self._line is not None and self._line.done():
            line, self._line = self._line.result(), None
            (asked, _), self._asked = self._asked, NOTHING
            if line == "":
                raise Left
            answer = line.strip()
            carry_out = {AGAIN: self._play_again, RESIGN: self._resign}.get(asked, self._carry_out)
            self._sending = asyncio.ensure_future(carry_out(answer))

    async def _play_again(self, answer: str) -> None:
        if not is_command(answer.lower(), "yes"):
            raise Left
        await self.joined.play_again()
        self.say(say("over.waiting"))

    async def _resign(self, answer: str) -> None:
        self._is_resigning = False
        if is_command(answer.lower(), "yes"):
            await self.joined.client.send("resign", seat=self.joined.my_turn or self.joined.mine[0])

    async def _carry_out(self, answer: str) -> None:
        client, seat = self.joined.client, self.joined.my_turn
        position = self.joined.table.position if self.joined.has_table else None
        if is_command(answer.lower(), "quit"):
            raise Left
        if is_command(answer.lower(), "help"):
            self.say(help_text())
        elif seat is None or position is None or position.card is None:
            self.say(say("play.no", why=error_text(too_late()).removesuffix(".")))
        elif is_command(answer.lower(), "undo"):
            await client.send("undo", last_event=self.joined.table.number)
        elif is_command(answer.lower(), "resign"):
            self._is_resigning = True
        elif doubt := question_card(answer, position.table, position.card):
            self.say(doubt)
        else:
            await client.place(seat, str(Cell(answer.lower())))

    def show_turn(self) -> None:
        """Print the table, and the card in hand."""
        position, names = self.joined.table.position, self.joined.names
        assert position is not None
        assert position.seat is not None
        assert position.card is not None
        self.say("")
        legal = position.legal_cells
        self.terminal.print(draw_board(position.table, legal, self.joined.table.last))
        self.show_held(position, names)
        key = "tell.your_turn" if len(self.joined.mine) == 1 else "tell.turn"
        turn = say(key, name=names[position.seat - 1], card=card_name(position.card))
        self.say(draw_card(position.card) + Text(f" {turn}"))

    def show_held(self, position: Position, names: list[str]) -> None:
        """Print how many cards everybody has, and those that lie face up."""
        left = zip(names, position.decks, strict=True)
        counts = ", ".join(f"{name} ({count})" for name, count in left)
        self.say(f"{say('holds.title')}: {counts}.")
        for name, card in zip(names, position.face_up, strict=True):
            if position.open_cards and card is not None and card is not position.card:
                self.say(f"{say('replay.has', name=name, card=card_name(card))}.")

    def say(self, sentence: str | Text, *, whole: bool = False) -> None:
        """Print a sentence, wrapped between words on a terminal unless it must stay `whole`."""
        self.terminal.print(sentence, wrap=not whole)
        sys.stdout.flush()


def too_late() -> PuntoError:
    """Make the error for an answer to a question that is no longer asked."""
    return PuntoError("too-late", "the match has moved on in the meantime: look again")


def read_line() -> str:
    """Read a line from standard input; empty at its end.

    Without a buffer: a thread that waits in one when the program ends would make Python abort.
    """
    buffer = getattr(sys.stdin, "buffer", None)
    if buffer is None:
        return "" if sys.stdin is None else sys.stdin.readline()
    line: bytes = getattr(buffer, "raw", buffer).readline()
    return line.decode(errors="replace")


async def end(
    tasks: "list[asyncio.Future[News] | asyncio.Future[None] | None]",
    news: AsyncGenerator[News, None],
) -> None:
    """Stop everything that runs, and disconnect."""
    running = [task for task in tasks if task is not None]
    for task in running:
        task.cancel()
    await asyncio.gather(*running, return_exceptions=True)
    await news.aclose()
