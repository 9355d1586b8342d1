"""A recorded match to watch again, with the curve of its review and the chances of all cells."""

from collections.abc import Sequence
from concurrent.futures import Future
from threading import Thread
from typing import ClassVar

from punto.cli._board import cells_of_runs
from punto.cli._language import card_name, say
from punto.cli._sentences import describe_end, describe_score, edition_name
from punto.cli.hint import SIMULATIONS
from punto.cli.review import describe_turning_point
from punto.engine import Analysis, Budget, analyse
from punto.lab.review import DEFAULT_SIMULATIONS, Judgement, judgements
from punto.notation.record import Record
from punto.rules.match import Match
from punto.tui.advice import SEED, heat_of
from punto.tui.background import Background
from punto.tui.base import TableScreen, TextScreen
from punto.tui.board import BoardState
from punto.tui.curve import curve_text
from punto.tui.help import help_text
from punto.tui.look import Look


class ReplayScreen(TableScreen):
    """Goes through a match card by card."""

    KEYS = (
        ("left", "step_back", "screen.step_back"),
        ("right", "step_on", "screen.step_on"),
        ("v", "review", "reviewed.title"),
        ("m", "heat", "screen.chances"),
        ("question_mark", "help", "screen.help"),
        ("q", "back", "screen.quit"),
    )
    MORE_KEYS = (
        ("pageup", "round_before", "replay.round_before"),
        ("pagedown", "round_after", "replay.round_after"),
    )

    BINDINGS: ClassVar = [("home", "go_to(0)"), ("end", "go_to(-1)")]

    def __init__(
        self, look: Look, record: Record, *, simulations: int = DEFAULT_SIMULATIONS
    ) -> None:
        super().__init__(look)
        self.record, self.simulations = record, simulations
        rounds = enumerate(record.match.rounds, start=1)
        self.moments = [(number, ply) for number, it in rounds for ply in range(it.ply + 1)]
        self.place = 0
        self.judged: dict[tuple[int, int], Judgement] = {}
        """What the review found about each card, by round and number of cards before it."""
        self.is_reviewing = False
        self.analysis = Background(self)
        self.found: tuple[int, Analysis] | None = None
        """The chances of all cells, and the moment that they belong to."""
        self.board.can_focus = False

    @property
    def moment(self) -> Match:
        """The match as it was at this moment."""
        return self.record.match.at(*self.moments[self.place])

    def on_mount(self) -> None:
        """Show the first moment; the keys belong to the screen."""
        super().on_mount()
        self.show()

    def on_unmount(self) -> None:
        """Stop the review."""
        self.is_reviewing = False
        self.analysis.cancel()

    # Moving through the match

    def go_to(self, place: int) -> None:
        """Show another moment."""
        self.place = min(max(0, place), len(self.moments) - 1)
        self.found = None
        self.analysis.cancel()
        self.show()

    def action_go_to(self, place: int) -> None:
        """Go to a moment, which is counted from the end if it is negative."""
        self.go_to(range(len(self.moments))[place])

    def action_step_back(self) -> None:
        """Go back by one card."""
        self.go_to(self.place - 1)

    def action_step_on(self) -> None:
        """Go on by one card."""
        self.go_to(self.place + 1)

    def action_round_before(self) -> None:
        """Go to the start of the round, or of the one before."""
        earlier = [n for n, (_, ply) in enumerate(self.moments) if ply == 0 and n < self.place]
        self.go_to(earlier[-1] if earlier else 0)

    def action_round_after(self) -> None:
        """Go to the start of the next round, or to the end."""
        later = [n for n, (_, ply) in enumerate(self.moments) if ply == 0 and n > self.place]
        self.go_to(later[0] if later else len(self.moments) - 1)

    # The review

    def action_review(self) -> None:
        """Judge all cards in the background; the curve grows while that goes on."""
        if self.is_reviewing or self.judged:
            return
        self.is_reviewing = True
        Thread(target=self._review, daemon=True).start()
        self.show()

    def _review(self) -> None:
        """Judge card by card on a thread until all are done, or the screen is left."""
        for judgement in judgements(self.record.match, self.simulations, seed=SEED):
            if not self.is_reviewing:
                return
            self.call_later(self._judged, judgement)
        self.call_later(self._reviewed)

    def _judged(self, judgement: Judgement) -> None:
        moment = judgement.moment
        self.judged[moment.round_number, moment.ply] = judgement
        self._show_curve()

    def _reviewed(self) -> None:
        self.is_reviewing = False
        self.show()

    @property
    def chances(self) -> list[Sequence[float] | None]:
        """Each side's chance before every card of the match, as far as it is known."""
        cards = [(number, ply) for number, ply in self.moments if self._has_card(number, ply)]
        known = (self.judged.get(it) for it in cards)
        return [None if it is None else it.analysis.best.chances for it in known]

    def _has_card(self, number: int, ply: int) -> bool:
        return ply < self.record.match.rounds[number - 1].ply

    # The chances of all cells

    def action_heat(self) -> None:
        """Show how good each cell is for the card in hand, or hide it."""
        if self.found is not None:
            self.found = None
            self.show()
            return
        moment, place = self.moment, self.place
        if moment.card is None:
            return
        position = moment.position()
        self.panel.show_news([say("loading")])

        def done(outcome: "Future[Analysis]") -> None:
            self.found = place, outcome.result()
            self.show()

        budget = Budget(simulations=SIMULATIONS)
        self.analysis.start(lambda: analyse(position, budget, seed=SEED), done)

    def action_help(self) -> None:
        """Explain keys and marks."""
        text = help_text(self.look, (*self.KEYS, *self.MORE_KEYS), has_cursor=False)
        self.app.push_screen(TextScreen(self.look, say("screen.help"), text))

    # What is shown

    def show(self) -> None:
        """Show the moment."""
        moment, names, panel = self.moment, self.record.names, self.panel
        position, round_ = moment.position(), moment.stage.round
        number, ply = self.moments[self.place]
        where = say("replay.where", round=number, count=ply)
        self.show_title(f"{', '.join(names)}. {edition_name(moment.edition)}. {where}")
        table, lit = position.table, cells_of_runs(round_.end)
        heat = heat_of(self.found[1]) if self.found and self.found[0] == self.place else {}
        legal = position.legal_cells if not round_.end else ()
        self.board.show(BoardState(table.stacks(), legal, table.last, lit, heat))
        panel.show_seats(position, names)
        if round_.end is not None:
            end = describe_end(moment.mode, moment.edition, round_.end, names)
            score = describe_score(moment.mode, moment.score.wins, names)
            panel.show_hand(None, say("end.title", round=number))
            panel.show_news([end, score])
        elif moment.card is not None:
            name = names[(moment.seat or 1) - 1]
            sentence = say("tell.turn", name=name, card=card_name(moment.card))
            panel.show_hand(moment.card, sentence)
            panel.show_news(self._judgement_sentences())
        else:
            panel.show_hand(None, "")
            panel.show_news([])
        self._show_curve()
        panel.show_moves(round_.placements)

    def _judgement_sentences(self) -> list[str]:
        """Say what the review found about the card that is placed next."""
        judgement = self.judged.get(self.moments[self.place])
        if judgement is None:
            return []
        if not judgement.gave_away:
            return [say("reviewed.best")]
        return [describe_turning_point(judgement, self.record.names)]

    def _show_curve(self) -> None:
        if not self.judged and not self.is_reviewing:
            return
        width, chances = self.panel.text_width, self.chances
        here = sum(1 for it in self.moments[: self.place] if self._has_card(*it))
        curve = curve_text(chances, self.record.match.mode, here, width, self.look)
        if self.is_reviewing:
            done = say("reviewed.progress", done=len(self.judged), count=len(chances))
            curve.append(f"\n{self.look.text(done)}", self.look.quiet)
        self.panel.set_part("curve", curve)
