"""Advice for the card in hand: a hint in two steps, and the chances of all cells."""

from collections.abc import Mapping
from concurrent.futures import Future
from typing import TYPE_CHECKING

from punto.cli._language import decimal, error_text, say
from punto.cli._reasons import describe_idea, describe_reason
from punto.cli.hint import MAX_REASONS, SIMULATIONS, best_move, good_reasons
from punto.engine import Analysis, Budget, analyse, explain
from punto.rules.cell import Cell
from punto.rules.errors import TurnError
from punto.rules.position import Position
from punto.tui.background import Background

if TYPE_CHECKING:
    from punto.tui.match_screen import MatchScreen

SEED = 1
HINT_KEY = "t"


class Advice:
    """Thinks about the position of a match when somebody asks."""

    def __init__(self, screen: "MatchScreen") -> None:
        self.screen = screen
        self.background = Background(screen)
        self.found: Analysis | None = None
        self.sentences: list[str] = []
        self.heat: Mapping[Cell, tuple[str, float]] = {}
        self._show: Show = self._show_idea
        """What is shown as soon as the analysis is there: what was asked for last."""

    def clear(self) -> None:
        """Forget what was said about the last position."""
        self.background.cancel()
        self.found, self.sentences, self.heat = None, [], {}

    def cancel(self) -> None:
        """Stop thinking."""
        self.background.cancel()

    def hint(self) -> None:
        """Give an idea; asked again, name the cell and the reasons."""
        if self.found is not None and self.sentences:
            self._show_cell(self.found)
        else:
            self._ask(self._show_idea)

    def toggle_heat(self) -> None:
        """Show the chances of all cells, or hide them."""
        if self.heat:
            self.heat = {}
            self.screen.show()
        else:
            self._ask(self._show_heat)

    def _ask(self, show: "Show") -> None:
        """Analyse the position in the background, unless that is done already."""
        played = self.screen.played
        seat = played.match.seat
        if self.screen.is_waiting or seat is None or seat in played.bots:
            return
        if played.day is not None:
            error = TurnError("hint-daily", "there are no hints in the deal of the day")
            self.screen.say_news(say("play.no", why=error_text(error).removesuffix(".")))
            return
        self._show = show
        if self.found is not None:
            show(self.found)
            return
        if self.background.is_busy:  # somebody pressed the key again, or the other one
            return
        position = played.match.position()
        self.screen.say_news(say("loading"))

        def done(outcome: "Future[Analysis]") -> None:
            self.found = outcome.result()
            played.count_hint(seat)
            self._show(self.found)

        budget = Budget(simulations=SIMULATIONS)
        self.background.start(lambda: analyse(position, budget, seed=SEED), done)

    def _show_idea(self, found: Analysis) -> None:
        reasons = explain(found.position, found.best.cell)
        idea = describe_idea(good_reasons(found, reasons))
        self.sentences = [idea, say("screen.hint_again", letter=HINT_KEY.upper())]
        self.screen.show()

    def _show_cell(self, found: Analysis) -> None:
        position, best = found.position, found.best
        side = position.mode.side_of(position.seat or 1).number
        chance, error = 100 * best.chances[side - 1], 100 * best.errors[side - 1]
        values = {"chance": decimal(chance), "error": decimal(error)}
        self.sentences = [say("hint.cell", move=best_move(found), **values)]
        for reason in explain(position, best.cell)[:MAX_REASONS]:
            names = self.screen.played.names
            text = describe_reason(reason, position.mode, side, names)
            self.sentences.append(f"- {text[:1].upper()}{text[1:]}")
        self.screen.show()
        self.screen.board.move_cursor(best.cell)

    def _show_heat(self, found: Analysis) -> None:
        self.heat = heat_of(found)
        self.screen.show()


if TYPE_CHECKING:
    from collections.abc import Callable

    Show = Callable[[Analysis], None]


def heat_of(found: Analysis) -> dict[Cell, tuple[str, float]]:
    """Return for every cell the mover's chance in per cent, and how good it is from 0 to 1."""
    side = mover(found.position)
    chances = {each.cell: each.chances[side - 1] for each in found.estimates}
    low, high = min(chances.values()), max(chances.values())
    spread = high - low or 1.0
    best = found.best.cell
    return {
        cell: (f"{'*' if cell == best else ''}{round(100 * chance)}", (chance - low) / spread)
        for cell, chance in chances.items()
    }


def mover(position: Position) -> int:
    """Return the number of the side to move."""
    return position.mode.side_of(position.seat or 1).number
