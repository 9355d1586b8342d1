"""A table or a room of a server on the screen: its lobby, its match, and those that follow."""

import asyncio
import time
from collections.abc import Coroutine

from punto.cli._board import cells_of_runs
from punto.cli._joined_table import JoinedTable, News
from punto.cli._language import card_name, error_text, say
from punto.cli._sentences import bot_name, describe_handicap, edition_name
from punto.cli._table_news import result_of
from punto.client import EndedRound, Happened, Replaced
from punto.rules.card import Card
from punto.rules.cell import Cell
from punto.rules.errors import PuntoError
from punto.tui.base import TextScreen
from punto.tui.board import Board, BoardState
from punto.tui.look import Look
from punto.tui.panel import held_text
from punto.tui.placing_screen import PlacingScreen

MAX_NEWS = 6
"""How many sentences of news are kept."""

STAND_IN_BOT = "medium"
AGAIN_KEY, STAND_IN_KEY = "p", "s"


class JoinedScreen(PlacingScreen):
    """Shows a place at a server, and lets the person at this keyboard place cards."""

    KEYS = (
        ("u", "undo", "undo"),
        ("l", "cards", "screen.cards"),
        ("r", "rules", "menu.rules"),
        ("x", "resign", "more.resign"),
        ("o", "offer_end", "more.offer_end"),
        (AGAIN_KEY, "play_again", "over.rematch"),
        ("question_mark", "help", "screen.help"),
        ("q", "quit", "screen.quit"),
    )
    MORE_KEYS = (
        (STAND_IN_KEY, "stand_in", "gone.stand_in"),
        ("w", "pause", "more.pause"),
    )

    def __init__(self, look: Look, joined: JoinedTable) -> None:
        super().__init__(look)
        self.joined = joined
        self.news: list[str] = []
        self.ended: EndedRound | None = None
        """A round whose end is shown until somebody continues."""
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def shown_round(self) -> int:
        """The number of the round on the screen."""
        position = self.joined.table.position
        return self.ended.number if self.ended else position.round_number if position else 1

    def on_mount(self) -> None:
        """Connect."""
        super().on_mount()
        self.show_title(self.joined.title)
        self.panel.show_news([say("loading")])
        self._start(self._follow())

    def on_unmount(self) -> None:
        """Disconnect when the screen is left."""
        for task in self._tasks:
            task.cancel()

    def _start(self, work: Coroutine[object, object, None]) -> None:
        """Run something in the loop of the screen."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _follow(self) -> None:
        """Show everything that happens, until the server ends the connection for good."""
        try:
            async for news in self.joined.news():
                self.tell(news)
        except (PuntoError, OSError) as error:
            self.app.fail(error)

    # What happens

    def tell(self, news: News) -> None:
        """Show what happened."""
        update = news.update
        if isinstance(update, Replaced):
            self.news, self.ended = [], None
        if isinstance(update, Happened) and update.ended is not None:
            self.ended, self.news = update.ended, []
        if isinstance(update, Happened) and update.kind == "undone":
            self.ended = None
        self.news = [*self.news, *news.sentences][-MAX_NEWS:]
        self.show()

    def on_board_chosen(self, event: Board.Chosen) -> None:
        """Place a card where somebody wants it, or say why that is impossible."""
        if not self.joined.has_table:
            return
        if self.ended is not None:
            self.ended = None
            self.show()
            return
        table, seat = self.joined.table, self.joined.my_turn
        if table.over is not None:
            self.say_news(result_of(table))
        elif not self.joined.mine:
            self.say_news(say("why.looking"))
        elif table.seat_to_move is None:
            self.say_news(self.joined.lobby()[-2])
        elif seat is None:
            self.say_news(say("why.turn", name=self.joined.names[table.seat_to_move - 1]))
        else:
            self.news = []
            self.command("place", last_event=table.number, seat=seat, cell=str(event.cell))

    def command(self, type_: str, **values: object) -> None:
        """Send a command, and show why if it is refused."""
        self._start(self._try(self.joined.client.send(type_, **values)))

    async def _try(self, command: Coroutine[object, object, object]) -> None:
        """Wait for the answer to a command."""
        try:
            await command
        except PuntoError as error:
            if error not in (self.joined.failure, self.joined.client.failure):
                self.say_news(say("play.no", why=error_text(error).removesuffix(".")))

    # What people ask for

    def action_undo(self) -> None:
        """Take the last card of a person back, where all play on one device."""
        if self.joined.has_table:
            self.command("undo", last_event=self.joined.table.number)

    def action_resign(self) -> None:
        """Give up, if the person means it."""
        if self.joined.has_table and self.joined.mine and self.joined.table.phase == "playing":
            self.ask_to_resign()

    def resign(self) -> None:
        """Give up for the seat to move, or else for the first of this device."""
        self.command("resign", seat=self.joined.my_turn or self.joined.mine[0])

    def action_offer_end(self) -> None:
        """Offer to end the match without a winner, or answer the offer of somebody else."""
        if (
            not self.joined.has_table
            or not self.joined.mine
            or self.joined.table.phase != "playing"
        ):
            return
        if not self.joined.table.end_offers - {self.joined.client.you.device}:
            self.command("offer_end", seat=self.joined.mine[0])
            return
        from punto.tui.question import Question  # noqa: PLC0415 only when asked for

        answers = {"offer_end": say("offer.accept"), "decline_end": say("offer.decline")}
        question = Question(self.look, f"{say('offer.accept')}?", answers)
        self.app.push_screen(question, self._answered_offer)

    def _answered_offer(self, answer: str | None) -> None:
        if answer:
            self.command(answer, seat=self.joined.mine[0])

    def action_pause(self) -> None:
        """Offer to pause the match, agree to that, or continue a match that is paused."""
        if self.joined.has_table and self.joined.mine and self.joined.table.phase == "playing":
            type_ = "resume" if self.joined.table.is_paused else "offer_pause"
            self.command(type_, seat=self.joined.mine[0])

    def action_stand_in(self) -> None:
        """Let a bot play for somebody who has been away for long enough."""
        now_ms = time.time() * 1000
        for seat, at_ms in self.joined.client.presence.away:
            if at_ms <= now_ms and self.joined.mine:
                self.command("stand_in", seat=seat, bot=STAND_IN_BOT)

    def action_play_again(self) -> None:
        """Ask for another match, or agree to one."""
        if self.joined.can_play_again:
            self._start(self._try(self.joined.play_again()))

    def action_cards(self) -> None:
        """Show which cards are still held."""
        position = self.joined.table.position if self.joined.has_table else None
        if position is None:
            return
        parts = [held_text(position, self.joined.names)]
        if position.options.handicap:
            cards, names = position.handicap_cards, self.joined.names
            parts.append(f"{describe_handicap(position.mode, cards, names)}\n")
        parts.append(f"{say('replay.fingerprint')}:\n{self.joined.table.commitment}")
        self.app.push_screen(TextScreen(self.look, say("holds.title"), "\n".join(parts)))

    def action_quit(self) -> None:
        """Leave the table; the seat stays."""
        self.app.farewell = self.farewell
        self.action_back()

    @property
    def farewell(self) -> str:
        """How to come back."""
        return self.joined.farewell() if self.joined.can_come_back else ""

    # What is shown

    def show(self) -> None:
        """Show the table and everything beside it."""
        if not self.joined.is_known:
            return
        panel = self.panel
        table = self.joined.table if self.joined.has_table else None
        position = table.position if table is not None else None
        if table is None or position is None:
            mode = "" if table is None else f"{say(f'mode.{table.mode.name}')}. "
            self.show_title(f"{mode}{self.joined.title}")
            panel.show_hand(None, self._again())
            panel.show_news([*self.joined.lobby(), "", *self.news])
            return
        self.board.show(*self._board_state())
        panel.show_seats(position, self.joined.names, self._notes())
        panel.show_hand(*self._hand())
        lobby = self.joined.lobby() if self.joined.is_between_matches else []
        panel.show_news([*lobby, *self.news])
        panel.show_moves(table.placements)
        if self.board.cursor is not None:
            self.show_title_cell(self.board.cursor)
        else:
            self.show_title(f"{say(f'mode.{table.mode.name}')}, {edition_name(position.edition)}")

    def _board_state(self) -> tuple[BoardState, Cell | None]:
        """Return what lies on the table, and where the cursor goes."""
        table = self.joined.table
        position = table.position
        assert position is not None
        if self.ended is not None:
            lit = cells_of_runs(self.ended.end)
            state = BoardState(self.ended.stacks, (), self.ended.last, lit)
        else:
            legal = position.legal_cells if self.joined.my_turn else ()
            state = BoardState(position.table.stacks(), legal, table.last)
        return state, self.next_cursor(state)

    def _notes(self) -> dict[int, str]:
        """Return what is special about seats: a bot stands in, or somebody is away."""
        notes = {seat: say("state.gone") for seat in self.joined.client.presence.away_seats}
        for seat, holder in enumerate(self.joined.table.seats, start=1):
            if holder.kind == "person" and holder.bot:
                notes[seat] = say("state.stood_in", bot=bot_name(holder.bot))
        return notes

    def _hand(self) -> tuple[Card | None, str]:
        """Return the card in hand, and whose turn it is."""
        table = self.joined.table
        if self.ended is not None:
            return None, say("screen.enter_continues")
        if table.over is not None:
            return None, f"{result_of(table)} {self._again()}".strip()
        position = table.position
        if position is None or position.seat is None or position.card is None:
            return None, say("loading")
        mine = len(self.joined.mine) == 1 and self.joined.my_turn is not None
        key = "tell.your_turn" if mine else "tell.turn"
        name = self.joined.names[position.seat - 1]
        return position.card, say(key, name=name, card=card_name(position.card))

    def _again(self) -> str:
        """Return how to ask for another match, or that others are waited for."""
        if not self.joined.can_play_again:
            return ""
        if self.joined.has_agreed:
            return say("over.waiting")
        return f"{AGAIN_KEY.upper()}: {self.joined.again_words}."
