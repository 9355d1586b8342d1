"""The gate of a training: a network must beat other kinds of players, not only itself.

Gains in self-play may not carry over to anybody else. So a network that looks one card ahead plays
paired rounds against a greedy player and against a search that knows nothing but the rules.
"""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from punto.bots import greedy
from punto.engine import Budget, evaluate
from punto.engine.evaluation import worths
from punto.engine.network import Network
from punto.engine.search import search
from punto.rules.cell import Cell
from punto.rules.facts import Mode
from punto.rules.match import Match
from punto.rules.view import View

Strategy = Callable[[View, Random], Cell]

PLAYOUT_BUDGET = Budget(simulations=200)


@dataclass(frozen=True, slots=True)
class Rival:
    """Another kind of player, and the share of rounds that a network must win against it."""

    name: str
    choose: Strategy
    min_share: float
    """Of the share that is fair, which is one half with two sides."""


def choose_by_playouts(view: View, random: Random) -> Cell:
    """Choose by a search that plays rounds out, without a network."""
    position = view.position
    counts = search(position, PLAYOUT_BUDGET, random.getrandbits(64)).counts()
    return max(zip(counts, position.legal_cells, strict=True))[1]


RIVALS = (
    Rival("greedy", greedy.choose, 1.2),
    Rival("playouts", choose_by_playouts, 1.0),
)


def by_network(network: Network) -> Strategy:
    """Return the player that looks one card ahead with a network."""

    def choose(view: View, random: Random) -> Cell:
        del random  # it never wavers
        position = view.position
        judged = worths(position, evaluate(position, network=network))
        return max(zip(judged, position.legal_cells, strict=True))[1]

    return choose


def share_against(network: Network, rival: Rival, mode: Mode, rounds: int, seed: int) -> float:
    """Return the share of decided rounds that a network wins alone against rivals at all others.

    Every deal is played from each seat, so that the luck of the cards cancels out.
    """
    player, won, decided = by_network(network), 0, 0
    for deal in range(-(-rounds // len(mode.seats))):
        random = Random(f"{seed}/{deal}")
        shuffle = random.randbytes(32)
        for mine in mode.seats:
            match = Match(mode, seed=shuffle, start=1, rounds_to_win=1)
            while match.round_number == 1 and not match.over:
                assert match.seat is not None
                choose = player if match.seat == mine else rival.choose
                match.place(choose(match.view(match.seat), random))
            decided += match.over
            won += match.winner == mode.side_of(mine).number
    return won / max(1, decided)


def passes(share: float, rival: Rival, mode: Mode) -> bool:
    """Whether a share against a rival is good enough."""
    return share >= rival.min_share / len(mode.sides)
