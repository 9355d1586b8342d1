"""A match on the screen: between people at this keyboard and bots."""

from concurrent.futures import Future

from punto.cli._board import cells_of_runs
from punto.cli._language import card_name, error_text, say
from punto.cli._played_match import PlayedMatch, choose_with
from punto.cli._sentences import (
    describe_end,
    describe_handicap,
    describe_match,
    describe_move,
    describe_score,
    edition_name,
)
from punto.rules.card import Card
from punto.rules.cell import Cell
from punto.rules.errors import PuntoError
from punto.rules.events import Event, RoundEnded, RoundStarted
from punto.rules.round import Placement
from punto.tui.advice import HINT_KEY, Advice
from punto.tui.background import Background
from punto.tui.base import TextScreen
from punto.tui.board import Board, BoardState
from punto.tui.look import Look
from punto.tui.panel import held_text
from punto.tui.placing_screen import PlacingScreen

WATCH_KEY = "v"


class MatchScreen(PlacingScreen):
    """Shows a match, lets people place their cards, and bots theirs."""

    KEYS = (
        ("u", "undo", "undo"),
        (HINT_KEY, "hint", "hinted.ask"),
        ("m", "heat", "screen.chances"),
        ("l", "cards", "screen.cards"),
        ("r", "rules", "menu.rules"),
        ("x", "resign", "more.resign"),
        ("question_mark", "help", "screen.help"),
        ("q", "quit", "screen.quit"),
    )

    MORE_KEYS = ((WATCH_KEY, "watch", "over.replay"),)

    def __init__(self, look: Look, played: PlayedMatch) -> None:
        super().__init__(look)
        self.played = played
        self.news: list[str] = []
        self.ended_round: int | None = None
        """The number of a round whose end is shown until somebody continues."""
        self.thinking = Background(self)
        self.advice = Advice(self)

    @property
    def shown_round(self) -> int:
        """The number of the round on the screen."""
        return self.ended_round or self.played.match.round_number

    @property
    def is_alone(self) -> bool:
        """Whether one person plays against bots, and is addressed without a name."""
        return len(self.played.people) == 1

    def on_mount(self) -> None:
        """Begin, or go on where the match stands."""
        super().on_mount()
        match = self.played.match
        self.show_title(
            f"{say(f'mode.{match.mode.name}')}, {edition_name(match.edition)}, "
            + say("replay.first_to", count=match.rounds_to_win)
        )
        if not match.stage.round.ply:
            self.news = [describe_match(match, self.played.names)]
        self.go_on()

    def on_unmount(self) -> None:
        """Stop thinking when the screen is left."""
        self.thinking.cancel()
        self.advice.cancel()

    # What happens

    def go_on(self) -> None:
        """Show where the match stands, and let a bot move if it is a bot's turn."""
        self.advice.clear()
        seat = self.played.match.seat
        bot = self.played.bots.get(seat or 0)
        if bot is not None and seat is not None and not self.is_waiting:
            view, random = self.played.match.view(seat), self.played.generator()
            by_seed = self.played.day is not None
            self.thinking.start(lambda: choose_with(bot, view, random, by_seed), self._bot_chose)
        self.show()

    @property
    def is_waiting(self) -> bool:
        """Whether no card is to be placed now: a round has just ended, or the match is over."""
        return self.ended_round is not None or self.played.over

    def _bot_chose(self, outcome: "Future[Cell]") -> None:
        """Place a bot's card after a moment in which one can see whose turn it is."""
        self.thinking.is_busy = True
        task = self.thinking.current
        pause = self.app.pause_seconds
        if pause:
            self.set_timer(pause, lambda: self._place_for_bot(outcome, task))
        else:
            self._place_for_bot(outcome, task)

    def _place_for_bot(self, outcome: "Future[Cell]", task: int) -> None:
        if task != self.thinking.current:
            return
        self.thinking.cancel()
        try:
            cell = outcome.result()
            self.place(cell)
        except (PuntoError, OSError) as error:
            self.app.farewell = self.farewell
            self.app.fail(error)

    def place(self, cell: Cell) -> None:
        """Place the card in hand, and tell what follows from it."""
        match = self.played.match
        below = match.table[cell]
        by_person = match.seat not in self.played.bots
        events = self.played.place(cell)
        told = [line for event in events for line in self.tell(event, below)]
        self.news = told if by_person else [*self.news, *told][-6:]
        self.go_on()

    def tell(self, event: Event, below: Card | None) -> list[str]:
        """Return what an event means, in sentences."""
        match, names = self.played.match, self.played.names
        if isinstance(event, Placement) and event.seat in self.played.bots:
            return [describe_move(event, below, names)]
        if isinstance(event, RoundEnded):
            self.ended_round = event.round_number
            self.news = []
            return [
                say("end.title", round=event.round_number),
                describe_end(match.mode, match.edition, event.end, names),
                describe_score(match.mode, match.score.wins, names),
            ]
        if isinstance(event, RoundStarted) and event.round_number == 1:
            name = names[event.start - 1]
            return [say("replay.begins", round=event.round_number, name=name)]
        return []

    def on_board_chosen(self, event: Board.Chosen) -> None:
        """Place a card where somebody wants it, or say why that is impossible."""
        if self.played.over:
            self.say_news(self.played.describe_result())
            return
        if self.ended_round is not None:
            self.continue_match()
            return
        seat = self.played.match.seat
        if seat is None or seat in self.played.bots:
            self.say_news(say("why.turn", name=self.played.names[(seat or 1) - 1]))
            return
        try:
            self.place(event.cell)
        except PuntoError as error:
            self.say_news(say("play.no", why=error_text(error).removesuffix(".")))
        except OSError as error:  # the disk is full, say: the match cannot be kept
            self.app.fail(error)

    def continue_match(self) -> None:
        """Go on to the next round."""
        self.ended_round = None
        match = self.played.match
        start = match.stage.round.start
        name = self.played.names[start - 1]
        self.news = [say("replay.begins", round=match.round_number, name=name)]
        self.go_on()

    # What people ask for

    def action_undo(self) -> None:
        """Take the last card of a person back."""
        self.thinking.cancel()
        try:
            count = self.played.take_back()
        except PuntoError as error:
            self.news = [say("play.no", why=error_text(error).removesuffix("."))]
        else:
            self.ended_round = None
            self.news = [say("tell.undone", count=count)]
        self.go_on()

    def action_hint(self) -> None:
        """Give an idea, and when asked again the cell."""
        self.advice.hint()

    def action_heat(self) -> None:
        """Show how good each cell is, or hide it again."""
        self.advice.toggle_heat()

    def action_cards(self) -> None:
        """Show which cards are still held, and all moves."""
        match, names = self.played.match, self.played.names
        parts = [held_text(match.position(), names)]
        if match.options.handicap:
            parts.append(f"{describe_handicap(match.mode, match.handicap_cards, names)}\n")
        for number, round_ in enumerate(match.rounds, start=1):
            moves = " ".join(map(str, round_.placements)) or say("moves.none")
            end = describe_end(match.mode, match.edition, round_.end, names) if round_.end else ""
            parts.append(f"{say('round', round=number)}\n{moves}\n{end}\n")
        parts.append(f"{say('replay.fingerprint')}:\n{match.commitment}")
        if self.played.over and match.seed is not None:
            parts.append(f"{say('replay.seed')}:\n{match.seed.hex()}")
        self.app.push_screen(TextScreen(self.look, say("holds.title"), "\n".join(parts)))

    def action_watch(self) -> None:
        """Watch the match again, once it is over."""
        if self.played.over:
            from punto.tui.replay_screen import ReplayScreen  # noqa: PLC0415 only at the end

            self.app.push_screen(ReplayScreen(self.look, self.played.record))

    def action_resign(self) -> None:
        """Give up, if the person means it."""
        seat = self.played.match.seat
        if self.played.over or self.ended_round is not None or seat not in self.played.people:
            return
        self.ask_to_resign()

    def resign(self) -> None:
        """Give up for the seat to move."""
        seat = self.played.match.seat
        assert seat is not None
        self.played.resign(seat)
        self.news = []
        self.go_on()

    def action_quit(self) -> None:
        """Leave the match, which can be continued."""
        self.app.farewell = self.farewell
        self.action_back()

    @property
    def farewell(self) -> str:
        """How to continue the match."""
        return "" if self.played.over else self.played.farewell()

    # What is shown

    def show(self) -> None:
        """Show the table and everything beside it."""
        match, names = self.played.match, self.played.names
        position, panel = match.position(), self.panel
        if self.ended_round is not None or match.over:
            round_ = match.rounds[(self.ended_round or match.round_number) - 1]
            lit = cells_of_runs(round_.end)
            state = BoardState(round_.table.stacks(), (), round_.table.last, lit)
            placements = round_.placements
        else:
            heat = self.advice.heat
            legal = () if self.played.over else position.legal_cells
            table = position.table
            state = BoardState(table.stacks(), legal, table.last, heat=heat)
            placements = match.stage.round.placements
        self.board.show(state, self.next_cursor(state))
        panel.show_seats(position, names)
        panel.show_hand(*self._hand())
        self.show_open_cards()
        panel.show_news([*self.news, *self.advice.sentences])
        panel.show_moves(placements)
        if self.board.cursor is not None:
            self.show_title_cell(self.board.cursor)

    def show_open_cards(self) -> None:
        """Add to the news which cards lie face up, if the match is played that way."""
        match = self.played.match
        if not match.open_cards or self.is_waiting:
            return
        position = match.position()
        for name, card in zip(self.played.names, position.face_up, strict=True):
            sentence = card and f"{say('replay.has', name=name, card=card_name(card))}."
            if sentence and card is not position.card and sentence not in self.news:
                self.news = [*self.news, sentence]

    def _hand(self) -> tuple[Card | None, str]:
        """Return the card in hand, and whose turn it is."""
        match = self.played.match
        if self.played.over:
            again = f"{WATCH_KEY.upper()}: {say('over.replay')}."
            return None, f"{self.played.describe_result()} {again}"
        if self.ended_round is not None:
            return None, say("screen.enter_continues")
        assert match.seat is not None
        assert match.card is not None
        mine = self.is_alone and match.seat in self.played.people
        key = "tell.your_turn" if mine else "tell.turn"
        name = self.played.names[match.seat - 1]
        return match.card, say(key, name=name, card=card_name(match.card))
