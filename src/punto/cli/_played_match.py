"""A match at this keyboard: its players, its record on the disk, and what happens in it.

The line mode (`_session.py`) and the full screen (`punto.tui`) show the same `PlayedMatch`.
"""

from collections.abc import Sequence
from pathlib import Path
from random import Random
from shlex import quote

from punto.bots import Bot, bot_named
from punto.bots.deal_of_the_day import choice_seed
from punto.bots.faults import check_answer, describe_exception
from punto.bots.loading import runs_code
from punto.cli._language import say
from punto.cli._records import tag_value
from punto.cli._seating import BOT_TAG, bot_tags, recorded_bots
from punto.cli._sentences import bot_name, describe_result
from punto.notation.record import Record
from punto.notation.tags import Tag
from punto.notation.text_file import write_atomically
from punto.rules.cell import Cell
from punto.rules.errors import PuntoError, TurnError
from punto.rules.events import Event
from punto.rules.match import Match
from punto.rules.view import View

ENDED_TAG, DAILY_TAG, HINTS_TAG = "Ended", "Daily", "Hints"
"""The tags that the server's records have, too."""

SUBSTITUTE_BOT = "medium"
"""The bot that takes the seat of a person who gave up while others play on."""


class BotFailure(PuntoError):  # noqa: N818 a bot's, not ours
    """A bot raised an exception or gave no legal answer, so the match cannot continue."""

    def __init__(self, bot: str, what: str) -> None:
        super().__init__("bot-failed", f"the bot {bot} failed: {what}", bot=bot, what=what)


class PlayedMatch:
    """A match between people at one keyboard and bots, saved after every change."""

    def __init__(
        self, record: Record, bots: dict[int, Bot], path: Path | None, random: Random
    ) -> None:
        self.record = record
        self.bots = bots
        self.path = path
        self.random = random
        self.day = tag_value(record, DAILY_TAG)
        """The date if this is a deal of the day, as in 2026-11-17."""

    @property
    def match(self) -> Match:
        """The match as it stands."""
        return self.record.match

    @match.setter
    def match(self, match: Match) -> None:
        self.record.match = match

    @property
    def names(self) -> list[str]:
        """The names of all seats; those of bots in the reader's language."""
        return [
            bot_name(name) if seat in self.bots else name
            for seat, name in enumerate(self.record.names, start=1)
        ]

    @property
    def people(self) -> list[int]:
        """The seats that are played at this keyboard."""
        return [seat for seat in self.match.mode.seats if seat not in self.bots]

    @property
    def ended(self) -> str | None:
        """How the match ended before somebody won it, such as `resigned Seat1`."""
        return tag_value(self.record, ENDED_TAG)

    @property
    def over(self) -> bool:
        """Whether no card will be placed any more."""
        return self.match.over or self.ended is not None

    def save(self) -> None:
        """Write the record, if there is a file for it."""
        if self.path is not None:
            write_atomically(self.path, str(self.record))

    def place(self, cell: Cell) -> tuple[Event, ...]:
        """Place the card in hand, save, and return what happened."""
        events = self.match.play(cell)
        self.save()
        return events

    def generator(self) -> Random:
        """Return the randomness for the next choice of a bot."""
        if self.day is None:
            return self.random
        return Random(choice_seed(self.day, sum(each.ply for each in self.match.rounds)))

    def ask_bot(self, bot: Bot, seat: int) -> Cell:
        """Let a bot choose; BotFailure says what it did instead."""
        return choose_with(bot, self.match.view(seat), self.generator(), self.day is not None)

    def take_back(self) -> int:
        """Take back everything from the last placement of a person on; return how many cards."""
        if self.day is not None:
            raise TurnError("undo-daily", "in the deal of the day no card can be taken back")
        if self.ended is not None:
            raise TurnError("match-over", "the match is over; it was given up")
        before = self.match.copy()
        count = 1
        try:
            while self.match.undo().seat in self.bots:
                count += 1
        except TurnError:
            self.match = before
            raise
        self.save()
        return count

    def resign(self, seat: int) -> None:
        """Give up for a seat: with two sides the other one wins, as at a table of a server.

        With more sides, a bot plays on for the seat if other people are there, and otherwise the
        match ends without a winner.
        """
        others = [each for each in self.people if each != seat]
        if len(self.match.mode.sides) > 2 and others:
            self.bots[seat] = bot_named(SUBSTITUTE_BOT)
            sources = [Tag(*tag) for tag in self.record.tags if tag[0] == BOT_TAG]
            self._set_tags(BOT_TAG, [*sources, *bot_tags({seat: SUBSTITUTE_BOT})])
        else:
            how = "resigned" if len(self.match.mode.sides) == 2 else "abandoned"
            self._set_tags(ENDED_TAG, [Tag(ENDED_TAG, f"{how} Seat{seat}")])
        self.save()

    def describe_result(self) -> str:
        """Say who won the match, or how else it ended."""
        mode, names = self.match.mode, self.names
        if self.ended is None:
            return describe_result(mode, names, "won", self.match.winner)
        how, _, seat = self.ended.partition(" Seat")
        side = mode.side_of(int(seat)).number
        return describe_result(mode, names, how, 3 - side, int(seat))

    def count_hint(self, seat: int) -> None:
        """Remember in the record that a seat took a hint."""
        tags = [Tag(*tag) for tag in self.record.tags if tag[0] == HINTS_TAG]
        counts = {tag.value.split(" ")[0]: int(tag.value.split(" ")[1]) for tag in tags}
        counts[f"Seat{seat}"] = counts.get(f"Seat{seat}", 0) + 1
        values = (f"{place} {count}" for place, count in sorted(counts.items()))
        self._set_tags(HINTS_TAG, [Tag(HINTS_TAG, value) for value in values])
        self.save()

    def farewell(self) -> str:
        """Return how to continue the match."""
        if self.path is None:
            return say("play.not_kept")
        programs = filter(runs_code, recorded_bots(self.record).values())
        again = "".join({f" --bot {quote(source)}" for source in programs})
        return say("play.kept", command=f"punto play --record {quote(str(self.path))}{again}")

    def _set_tags(self, name: str, tags: Sequence[Tag]) -> None:
        """Replace all tags of a name in the record."""
        old = self.record
        others = [tag for tag in old.tags if tag[0] != name]
        self.record = Record(old.match, old.names, old.date, deals=old.deals, tags=[*others, *tags])


def choose_with(bot: Bot, view: View, random: Random, by_seed: bool = False) -> Cell:
    """Let a bot choose; `by_seed` makes the choice the same on every machine."""
    choose = bot.choose_by_seed if by_seed else bot.choose
    try:
        answer = check_answer(choose(view, random), view)
    except (Exception, SystemExit) as error:
        answer = describe_exception(error)
    if isinstance(answer, str):
        raise BotFailure(bot.name, answer)
    return answer
