"""The set-up of a match: who plays, and by which rules."""

from collections.abc import Callable
from functools import partial

from textual.app import ComposeResult
from textual.widgets import Static

from punto.bots import all_bots
from punto.cli._arguments import DEFAULT_BOT
from punto.cli._language import error_text, say
from punto.cli._match_setup import MatchSetup, SeatChoice
from punto.cli._sentences import bot_name
from punto.cli.bots import character
from punto.notation.tags import Tag, check_tag
from punto.rules.editions import EDITIONS
from punto.rules.errors import PuntoError
from punto.rules.facts import MODES, ROUNDS_TO_WIN
from punto.rules.handicap import HANDICAPS
from punto.tui.base import BaseScreen
from punto.tui.form import Action, Choice, Form, Heading, Row, Typed, fixed
from punto.tui.look import Look


class SetupScreen(BaseScreen):
    """A form for a new match; `begin` gets what was chosen."""

    KEYS = (("escape", "back", "screen.back"),)

    def __init__(self, look: Look, begin: Callable[[MatchSetup], None]) -> None:
        super().__init__(look)
        self.begin = begin
        self.mode = Choice(
            "mode",
            fixed("mode.title"),
            lambda: say(f"mode.{self.mode.value}.needs"),
            [(name, fixed(f"mode.{name}")) for name in MODES],
        )
        self.holders = [self._holder(seat) for seat in range(1, 5)]
        self.names = [
            Typed(f"name{seat}", fixed("seat.name", number=seat), placeholder=self._own_name(seat))
            for seat in range(1, 5)
        ]
        self.edition = Choice(
            "edition",
            fixed("edition.title"),
            lambda: say(f"edition.{self.edition.value}.about"),
            [(name, fixed(f"edition.{name}")) for name in EDITIONS],
        )
        rounds = [(count, fixed("rounds", count=count)) for count in ROUNDS_TO_WIN]
        self.rounds = Choice("rounds", fixed("rounds.title"), values=rounds, place=1)
        self.open_cards = Choice(
            "open",
            fixed("open_cards.title"),
            fixed("open_cards.about"),
            [(False, fixed("screen.no")), (True, fixed("screen.yes"))],
        )
        self.stalemate = Choice(
            "stalemate",
            fixed("stalemate_removes.title"),
            fixed("stalemate_removes.about"),
            [(True, fixed("screen.yes")), (False, fixed("screen.no"))],
        )
        self.handicaps = [self._handicap(side) for side in range(1, 5)]
        drawn = [(None, fixed("starter.drawn"))]
        self.start = Choice("start", fixed("starter.title"), values=drawn)
        self.form = Form(look, self._rows())
        self.about = Static("", id="about", markup=False)

    def _holder(self, seat: int) -> Choice:
        """Make the choice of who has a seat: a person or one of the bots."""
        people = [(None, fixed("seat.person"))]
        bots = [(name, partial(bot_name, name)) for name in all_bots()]
        choice = Choice(f"seat{seat}", fixed("side.seat", number=seat), values=[*people, *bots])
        choice.about = lambda: self._about_holder(choice.value)
        choice.select(None if seat == 1 else DEFAULT_BOT)
        return choice

    def _handicap(self, side: int) -> Choice:
        """Make the choice of how many cards a side goes without."""

        def label() -> str:
            kind = "side.team" if MODES[str(self.mode.value)].is_teams else "side.seat"
            return f"{say('handicap.title')}: {say(kind, number=side)}"

        fewer = [(count, fixed("handicap", count=count)) for count in HANDICAPS[1:]]
        values = [(0, fixed("handicap.none")), *fewer]
        return Choice(f"handicap{side}", label, fixed("handicap.about"), values)

    def _about_holder(self, value: object) -> str:
        return say("way.together.about") if value is None else character(all_bots()[str(value)])

    def _own_name(self, seat: int) -> Callable[[], str]:
        return lambda: say("name.none", name=say("seat.player", number=seat))

    def _rows(self) -> list[Row]:
        seats = MODES[str(self.mode.value)].seats
        chosen = self.start.value
        named = [(seat, fixed("side.seat", number=seat)) for seat in seats]
        self.start.values = [(None, fixed("starter.drawn")), *named]
        self.start.select(chosen)
        players: list[Row] = []
        for seat in seats:
            holder = self.holders[seat - 1]
            players.append(holder)
            if holder.value is None:
                players.append(self.names[seat - 1])
        return [
            Action("begin", fixed("way.computer.go")),
            Heading("players", fixed("setup.players")),
            self.mode,
            *players,
            Heading("rules", fixed("setup.rules")),
            self.rounds,
            self.edition,
            self.start,
            self.open_cards,
            self.stalemate,
            *self.handicaps[: len(MODES[str(self.mode.value)].sides)],
        ]

    def content(self) -> ComposeResult:
        """Make the form, and the line about its row."""
        yield self.form
        yield self.about

    def on_mount(self) -> None:
        """Give the keys to the form."""
        super().on_mount()
        self.show_title(say("screen.new"))
        self.form.focus()
        self.show_about()

    def show_about(self) -> None:
        """Explain the row with the cursor."""
        self.about.update(self.look.text(self.form.row.about()))

    def on_form_cursor_moved(self) -> None:
        """Explain another row."""
        self.show_about()

    def on_form_changed(self, event: Form.Changed) -> None:
        """Show the rows that fit to the number of players and who they are."""
        if event.key == "mode" or event.key.startswith("seat"):
            self.form.set_rows(self._rows())
        self.show_about()

    def on_form_started(self) -> None:
        """Begin the match."""
        setup = self.setup()
        try:
            for seat in setup.seats:
                check_tag(Tag("Seat1", seat.name), "name")
        except PuntoError as error:
            self.about.update(self.look.text(error_text(error)))
            return
        self.begin(setup)

    def setup(self) -> MatchSetup:
        """Return what was chosen."""
        seats = []
        for seat in MODES[str(self.mode.value)].seats:
            bot, name = self.holders[seat - 1].value, self.names[seat - 1].text.strip()
            seats.append(SeatChoice(str(bot)) if bot is not None else SeatChoice(None, name))
        start, rounds = self.start.value, self.rounds.value
        return MatchSetup(
            mode=str(self.mode.value),
            edition=str(self.edition.value),
            rounds_to_win=rounds if isinstance(rounds, int) else 2,
            start=start if isinstance(start, int) else None,
            open_cards=bool(self.open_cards.value),
            stalemate_removes=bool(self.stalemate.value),
            handicap=self.handicap,
            seats=tuple(seats),
        )

    @property
    def handicap(self) -> tuple[int, ...]:
        """How many cards each side goes without; empty if none does."""
        sides = MODES[str(self.mode.value)].sides
        counts = tuple(it.place for it in self.handicaps[: len(sides)])
        return counts if any(counts) else ()
