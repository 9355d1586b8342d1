"""A match that continues another one: how its decks are drawn, and the whole of both."""

from collections.abc import Callable

from punto.notation.position import read_position
from punto.notation.reader import read_record
from punto.rules.events import RoundEnded
from punto.rules.match import Match
from punto.rules.round import Placement
from punto.server.wire.shapes import PlayedOnShape

MAX_DRAWS = 1000
"""How many seeds are drawn at most; more than half of them fit."""


def draw_seed(played_on: PlayedOnShape, new_seed: Callable[[], bytes]) -> bytes:
    """Draw seeds until the decks agree with all that the match before the moment has shown.

    Decks are drawn from the position, which knows less than the match that led to it: in `3p`, it
    does not say how many neutral cards a seat kept from the round before. Other decks would make
    the record of the whole match a contradiction.
    """
    before = read_record(played_on["record"]).match
    position = read_position(played_on["position"])
    for _ in range(MAX_DRAWS):
        seed = new_seed()
        if may_follow(Match.from_position(position, seed=seed), before):
            break
    return seed


def may_follow(rest: Match, before: Match) -> bool:
    """Whether every seat may have the cards of its deck, by all that was seen before."""
    neutrals, round_ = before.stage.stock.neutrals, before.stage.round
    left = rest.stage.round.cards_left
    return all(
        neutrals.may_have(seat, filter(None, [*round_.laid_by(seat), *left(seat)]))
        for seat in before.mode.seats
    )


def whole_match(played_on: PlayedOnShape, rest: Match) -> Match:
    """Play a match again that continues another one, from its first card, with unknown decks."""
    match = read_record(played_on["record"]).match
    for event in rest.events:
        if isinstance(event, Placement):
            if match.card is None:
                match.turn_up(event.card)
            match.advance(event.cell)
        elif isinstance(event, RoundEnded):
            if not match.stage.round.over and event.end.stuck is not None:
                match.turn_up(event.end.stuck)
            if not match.over:
                match.deal(None)
    return match
