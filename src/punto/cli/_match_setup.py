"""What is chosen before a match begins: the rules, and who has which seat."""

from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from random import Random
from shlex import quote

from punto.bots import Bot, load_bot
from punto.bots.deal_of_the_day import PERSON_SEAT, bot_of, deal_seed
from punto.bots.loading import runs_code
from punto.cli._language import say
from punto.cli._played_match import DAILY_TAG, PlayedMatch
from punto.cli._seating import bot_tags, recorded_bots
from punto.notation.record import Record
from punto.notation.tags import Tag
from punto.rules.editions import DEFAULT_EDITION
from punto.rules.errors import PuntoError
from punto.rules.facts import DEFAULT_ROUNDS_TO_WIN, MODES
from punto.rules.match import Match
from punto.rules.options import Options


@dataclass(frozen=True, slots=True)
class SeatChoice:
    """Who has a seat: a bot, as `--bot` names it, or a person; an empty name is filled in."""

    bot: str | None = None
    name: str = ""


@dataclass(frozen=True, slots=True)
class MatchSetup:
    """The rules of a match, and who has which seat."""

    mode: str = "2p"
    edition: str = DEFAULT_EDITION
    rounds_to_win: int = DEFAULT_ROUNDS_TO_WIN
    start: int | None = None
    """The seat that starts; None draws it."""
    open_cards: bool = False
    stalemate_removes: bool = True
    handicap: tuple[int, ...] = ()
    """How many of its highest cards each side goes without; empty if none does."""
    seats: tuple[SeatChoice, ...] = field(default_factory=tuple)
    seed: str | bytes | None = None
    day: str | None = None
    """The date, if this is the deal of a day."""


def setup_of_day(day: str, name: str = "") -> MatchSetup:
    """Return the deal of a day: one round for two, against the bot of the day."""
    seats = {PERSON_SEAT: SeatChoice(name=name or say("seat.player", number=PERSON_SEAT))}
    return MatchSetup(
        rounds_to_win=1,
        seats=tuple(
            seats.get(seat, SeatChoice(bot_of(day)))
            for seat in range(1, 1 + len(MODES["2p"].seats))
        ),
        seed=deal_seed(day),
        day=day,
    )


def begin_match(setup: MatchSetup, path: Path | None) -> PlayedMatch:
    """Begin a new match, which is saved in `path`."""
    match = Match(
        setup.mode,
        edition=setup.edition,
        rounds_to_win=setup.rounds_to_win,
        start=setup.start,
        seed=setup.seed,
        options=Options(
            open_cards=setup.open_cards,
            stalemate_removes=setup.stalemate_removes,
            handicap=setup.handicap,
        ),
    )
    sources = {seat: it.bot for seat, it in enumerate(setup.seats, start=1) if it.bot is not None}
    bots = {seat: load_bot(source) for seat, source in sources.items()}
    names, today = names_of(setup, bots), date.today()
    further = [Tag(DAILY_TAG, setup.day)] if setup.day else []
    tags = (*Record(match, names, today, deals=True).tags, *further, *bot_tags(sources))
    record = Record(match, names, today, deals=True, tags=tags)
    return PlayedMatch(record, bots, path, Random(match.commitment))


def continue_match(record: Record, path: Path, bot: str | None = None) -> PlayedMatch:
    """Continue a recorded match with the players that it had; `bot` is the one given by hand."""
    refuse_finished(record, path)
    sources = recorded_bots(record)
    if bot is None:
        refuse_programs(sources, path)
    bots = {seat: load_bot(source) for seat, source in sources.items()}
    return PlayedMatch(record, bots, path, Random(record.match.commitment))


def refuse_programs(sources: dict[int, str], path: Path) -> None:
    """Run no program just because a record names it: somebody else may have written that."""
    programs = [source for source in sources.values() if runs_code(source)]
    if programs:
        there = f"--bot {quote(programs[0])}"
        sentence = (
            f"{path}: this match was begun with {there}, which runs a program:"
            " to continue it, give that option again"
        )
        raise PuntoError("program-in-record", sentence, file=path, there=there)


def refuse_finished(record: Record, path: Path) -> None:
    """Refuse a match that cannot go on."""
    ended = any(tag[0] == "Ended" for tag in record.tags)
    if record.match.over or ended or record.match.seed is None:
        sentence = f"{path}: this match is over or has no seed: choose a new file"
        raise PuntoError("cannot-go-on", sentence, file=path)


def names_of(setup: MatchSetup, bots: dict[int, Bot]) -> list[str]:
    """Return a name for every seat; each bot takes another of its names."""
    taken = {it.name for it in setup.seats if it.name}
    names = []
    for seat, choice in enumerate(setup.seats, start=1):
        name = choice.name
        if not name and seat in bots:
            bot = bots[seat]
            several = sum(1 for each in bots.values() if each is bot) > 1
            own_name = f"{bot.name} {seat}" if several else bot.name
            name = next((it for it in bot.names if it not in taken), own_name)
        elif not name:
            name = say("seat.player", number=seat)
        taken.add(name)
        names.append(name)
    return names
