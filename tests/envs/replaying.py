"""Rounds of the environments, played again by the rules."""

from collections import Counter
from dataclasses import dataclass, field
from itertools import chain
from random import Random

import numpy as np

from punto.envs.observation import PARTS, cell_of, colour_order
from punto.envs.vector import PuntoVectorEnv
from punto.rules.card import Card, cards_of
from punto.rules.facts import Colour, Mode, mode_named
from punto.rules.round import Round

START = {part.name: part.start for part in PARTS}


@dataclass
class Played:
    """All that an environment showed of one round."""

    mode: Mode
    observations: list[bytes] = field(default_factory=list)
    """Of the seat to move, one more than there were actions."""
    masks: list[bytes] = field(default_factory=list)
    actions: list[int] = field(default_factory=list)
    rewards: list[float] = field(default_factory=list)
    """Of all seats, in the last step."""

    def cards(self) -> list[Card]:
        """List the cards in hand, as the observations show them."""
        return [
            card_in(self.mode, seen, ply % len(self.mode.seats) + 1)
            for ply, seen in enumerate(self.observations[:-1])
        ]

    def stuck(self) -> list[Card]:
        """List the card that was turned up at the end and had no cell, if there was one."""
        seat = len(self.actions) % len(self.mode.seats) + 1
        left = unseen(self.mode, self.observations[-1], seat)
        every = Counter(chain(*map(cards_of, Colour)))
        return list((every - Counter(self.cards()) - left).elements())

    def as_round(self, seed: int) -> Round:
        """Return a round with the same cards, in which those that nobody saw lie anyhow."""
        mode, count = self.mode, len(self.mode.seats)
        turned_up = [*self.cards(), *self.stuck()]
        decks = [turned_up[seat::count] for seat in range(count)]
        left = unseen(mode, self.observations[-1], len(self.actions) % count + 1)
        hidden = sorted(left.elements())
        Random(seed).shuffle(hidden)
        for seat, deck in zip(mode.seats, decks, strict=True):
            size, neutral = len(hidden_size(mode)), mode.neutral
            neutrals = 6 if neutral is not None else 0
            wanted = neutrals - sum(card.colour is neutral for card in deck)
            take(hidden, deck, wanted, [] if neutral is None else [neutral])
            take(hidden, deck, size - len(deck), list(mode.side_of(seat).colours))
        assert not hidden
        return Round(mode, decks)


def hidden_size(mode: Mode) -> range:
    """Return as many numbers as a seat has cards at the start."""
    return range(72 // len(mode.seats))


def take(pile: list[Card], deck: list[Card], count: int, colours: list[Colour]) -> None:
    """Move so many cards of some colours from a pile to a deck."""
    chosen = [card for card in pile if card.colour in colours][:count]
    assert len(chosen) == count
    for card in chosen:
        pile.remove(card)
    deck.extend(chosen)


def unseen(mode: Mode, seen: bytes, seat: int) -> Counter[Card]:
    """Count the cards that an observation calls unseen."""
    order, first = colour_order(mode, seat), START["unseen"]
    return Counter(
        {
            card: seen[first + 9 * order.index(card.colour) + card.value - 1]
            for card in chain(*map(cards_of, Colour))
        }
    )


def card_in(mode: Mode, seen: bytes, seat: int) -> Card:
    """Return the card in hand in an observation."""
    colour = seen[START["hand_colour"] : START["hand_value"]].index(1)
    value = seen[START["hand_value"] : START["mover"]].index(1) + 1
    return Card(f"{colour_order(mode, seat)[colour].letter}{value}")


def play(mode: str, rounds: int, seed: int, *, symmetries: bool = False) -> list[Played]:
    """Play random rounds, and write down what is shown."""
    envs = PuntoVectorEnv(rounds, mode=mode, symmetries=symmetries)
    found = [Played(mode_named(mode)) for _ in range(rounds)]
    shown, _ = envs.reset(seed=seed)
    over = np.zeros(rounds, np.bool_)
    while True:
        for i in np.flatnonzero(~over).tolist():
            found[i].observations.append(shown["observation"][i].tobytes())
            found[i].masks.append(shown["action_mask"][i].tobytes())
        actions = envs.random_actions()
        shown, _, ended, _, infos = envs.step(actions)
        for i in np.flatnonzero(~over).tolist():
            found[i].actions.append(int(actions[i]))
            if ended[i]:
                found[i].observations.append(shown["observation"][i].tobytes())
                found[i].masks.append(shown["action_mask"][i].tobytes())
                found[i].rewards = infos["rewards"][i].tolist()
        over |= ended
        if over.all():
            return found


def place(round_: Round, action: int) -> None:
    """Play an action in a round."""
    round_.place(cell_of(round_.position(), action))
