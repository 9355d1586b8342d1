"""Plays one deal of a series, as its kind asks for, from the seed of the study alone."""

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from random import Random
from typing import cast

from punto.lab.play import MAX_ROUNDS
from punto.lab.study.habits import player_named
from punto.lab.study.record import Deal, Play
from punto.lab.study.series import Kind, Series
from punto.rules.card import Card
from punto.rules.deck import Deck, deck_text
from punto.rules.editions import edition_named
from punto.rules.ending import next_start
from punto.rules.facts import mode_named
from punto.rules.match import Match
from punto.rules.options import DEFAULT_OPTIONS
from punto.rules.round import Round
from punto.rules.simulate import Turn, shuffled_decks
from punto.rules.stock import Stock
from punto.rules.view import View

MISSING_VALUES = (9, 5, 1)
WHOLE = "whole"
"""The label of a play in which no card is missing."""

FIRST = "first"
"""The label of the round that decides who loses a card."""


class DealPlayer:
    """Plays one deal; the same seed, series and number give the same rounds on every machine."""

    def __init__(self, seed: int, series: Series, number: int) -> None:
        self.series, self.number = series, number
        self.mode = mode_named(series.mode)
        self.edition = edition_named(series.edition)
        self.bots = {name: player_named(name) for name in series.players}
        self.label = f"punto study 1 seed {seed} {series.name} deal {number}"
        # Series of one mode share their decks, so that players and editions meet the same luck.
        self.deal_label = f"punto study 1 seed {seed} {series.mode} deal {number}"
        self.chance = Random(self.deal_label)

    def run(self) -> Deal:
        """Play all rounds of the deal."""
        plays: dict[Kind, Callable[[], Deal]] = {
            Kind.EQUALS: self.play_equals,
            Kind.DUEL: self.play_duel,
            Kind.MATCH: self.play_match,
            Kind.REMOVED: self.play_removed,
            Kind.MISSING: self.play_missing,
        }
        return plays[self.series.kind]()

    def play_equals(self) -> Deal:
        """Play the deal once with every seat starting."""
        decks, players = self.deal(), self.everybody()
        return self.kept(
            decks, [Play.of(self.play(decks, start, players), players) for start in self.mode.seats]
        )

    def play_duel(self) -> Deal:
        """Play the deal once with the first player on each side; the same seat always starts."""
        decks = self.deal()
        start = self.chance.choice(self.mode.seats)
        one, other = self.series.players
        plays = []
        for place in self.mode.sides:
            players = tuple(one if side is place else other for side in self.mode.sides)
            plays.append(Play.of(self.play(decks, start, players), players))
        return self.kept(decks, plays)

    def play_match(self) -> Deal:
        """Play a whole match; its rounds are the plays."""
        seed = sha256(self.deal_label.encode()).digest()
        match = Match(self.mode, edition=self.edition, seed=seed)
        bots, generators = list(map(self.bots.__getitem__, self.everybody())), self.generators(0)
        while not match.over and match.round_number <= MAX_ROUNDS:
            seat = match.seat
            assert seat is not None
            bot = bots[self.mode.side_of(seat).number - 1]
            match.place(bot.choose_by_seed(match.view(seat), generators[seat - 1]))
        rounds = [round_ for round_ in match.rounds if round_.over]
        return self.kept((), [Play.of(round_, self.everybody()) for round_ in rounds])

    def play_removed(self) -> Deal:
        """Play a round, and the next one with the removed card and without it.

        The decks of the next round are the same but for that card, and so are the random numbers
        of the players.
        """
        decks, players = self.deal(), self.everybody()
        start = self.chance.choice(self.mode.seats)
        first = self.play(decks, start, players)
        plays, end = [Play.of(first, players, FIRST)], first.end
        assert end is not None
        if end.removed is not None:
            begins = next_start(self.mode, self.edition, end)
            again = self.deal()
            for label, dealt in (
                (WHOLE, again),
                (str(end.removed), without_one(again, end.removed, self.chance)),
            ):
                plays.append(Play.of(self.play(dealt, begins, players, 1), players, label))
        return self.kept(decks, plays)

    def play_missing(self) -> Deal:
        """Play the same decks whole, and without a card of each of some values.

        One side misses a card, another one for every deal, and any seat may start.
        """
        decks, players = self.deal(), self.everybody()
        start = self.chance.choice(self.mode.seats)
        side = self.mode.sides[self.number % len(self.mode.sides)]
        plays = [Play.of(self.play(decks, start, players), players, f"{WHOLE} {side.number}")]
        for value in MISSING_VALUES:
            card = Card(f"{self.chance.choice(side.colours).letter}{value}")
            dealt = without_one(decks, card, self.chance)
            play = Play.of(self.play(dealt, start, players), players, f"{value} {side.number}")
            plays.append(play)
        return self.kept(decks, plays)

    def deal(self) -> tuple[Deck, ...]:
        """Shuffle the decks of a first round."""
        return shuffled_decks(Stock.at_start(self.mode, 1), self.chance)

    def everybody(self) -> tuple[str, ...]:
        """Return the same player for all sides."""
        return tuple(self.series.players[0] for _ in self.mode.sides)

    def play(
        self, decks: tuple[Deck, ...], start: int, players: tuple[str, ...], part: int = 0
    ) -> Round:
        """Play one round to its end."""
        generators = self.generators(part)
        round_ = Round.dealt(self.mode, self.edition, DEFAULT_OPTIONS, decks, start)
        while round_.end is None:
            seat, card = round_.seat, round_.card
            assert seat is not None
            assert card is not None
            bot = self.bots[players[self.mode.side_of(seat).number - 1]]
            # Bots ask a view for the position and the legal cells only, and a turn has both.
            turn = cast(View, Turn(round_, seat, card))
            round_.advance(bot.choose_by_seed(turn, generators[seat - 1]))
        return round_

    def generators(self, part: int) -> list[Random]:
        """Return a source of random numbers for every seat."""
        return [Random(f"{self.label} part {part} seat {seat}") for seat in self.mode.seats]

    def kept(self, decks: tuple[Deck, ...], plays: list[Play]) -> Deal:
        """Return what is kept of the deal."""
        return Deal(self.number, tuple(map(deck_text, decks)), tuple(plays))


@dataclass(frozen=True, slots=True)
class DealChunk:
    """A deal as a chunk of work; its line follows from these three alone."""

    seed: int
    series: Series
    number: int

    def run(self) -> str:
        """Play the deal, and return its line."""
        return DealPlayer(self.seed, self.series, self.number).run().to_line()


def without_one(decks: tuple[Deck, ...], card: Card, chance: Random) -> tuple[Deck, ...]:
    """Take one copy of a card out of the decks, drawn at random; the cards below it move up."""
    places = [
        (seat, place)
        for seat, deck in enumerate(decks)
        for place, held in enumerate(deck)
        if held == card
    ]
    gone_from, gone = chance.choice(places)
    return tuple(
        (*deck[:gone], *deck[gone + 1 :]) if seat == gone_from else deck
        for seat, deck in enumerate(decks)
    )
