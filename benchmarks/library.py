"""How fast the library is in a program that uses it: copies, placements, views, pickles, rounds.

`python3 dev.py bench library` runs it; with `--peers` it also copies, pushes and pops with
python-chess. All figures come from one run on one core; only their ratios mean something elsewhere.
"""

import argparse
import pickle
import sys
from collections.abc import Callable
from functools import partial
from random import Random

from benchmarks._measuring import aim, machine, per_second

from punto import Cell, Match, Position, Turn, simulate
from punto.bots import bot_named

BATCH = 200
EARLY_CARDS, LATE_CARDS = 50, 1500
MIN_PICKLES = 20_000
MIN_LATE_OVER_EARLY = 0.8
"""A view late in a match may be this much slower: its round is another one."""
MIN_SIMULATED_ROUNDS = 1500
MIN_OVER_PEER = 1.0


def main() -> int:
    """Measure, print a table, and tell by the exit code whether every aim was met."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--peers", action="store_true", help="measure python-chess too")
    options = parser.parse_args()
    print(machine())
    met = [pickles(), views(), simulated()]
    if options.peers:
        met.append(compare_peer())
    return 0 if all(met) else 1


def played(cards: int, mode: str = "2p") -> Match:
    """Play a match at random until so many cards are placed and a round has 24 of them."""
    for seed in range(1000):
        match, random, count = (
            Match(mode, seed=bytes([seed % 256]) * 32, rounds_to_win=9),
            Random(seed),
            0,
        )
        while not match.over and (count < cards or match.stage.round.ply != 24):
            match.place(random.choice(match.legal_cells))
            count += 1
        if not match.over:
            return match
    raise AssertionError("no match lasted long enough")


def repeated(work: Callable[[], object]) -> float:
    """Count how often something can be done in a second."""

    def batch() -> int:
        for _ in range(BATCH):
            work()
        return BATCH

    return per_second(batch)


def pickles() -> bool:
    """Pickle a position in the middle of a round, and read it back."""
    position: Position = played(EARLY_CARDS).position()
    size = len(pickle.dumps(position))
    print(f"\n{'bytes of a pickled position':<40}{size:>12,}")
    figure = repeated(lambda: pickle.loads(pickle.dumps(position)))
    return aim("positions pickled and read a second", figure, MIN_PICKLES)


def views() -> bool:
    """Make views, and let a bot choose, early and late in a match."""
    early, late, bot = played(EARLY_CARDS), played(LATE_CARDS), bot_named("random")
    met = []
    questions: dict[str, Callable[[Match], object]] = {
        "views": lambda match: match.view(match.seat),
        "turns of a bot": lambda match: bot.choose(match.view(match.seat), Random(1)),
    }
    for what, ask in questions.items():
        speeds = [repeated(partial(ask, match)) for match in (early, late)]
        print(f"{what + ' a second, at card 50':<40}{speeds[0]:>12,.0f}")
        print(f"{what + ' a second, at card 1,500':<40}{speeds[1]:>12,.0f}")
        met.append(aim("late over early", speeds[1] / speeds[0], MIN_LATE_OVER_EARLY))
    return all(met)


def simulated() -> bool:
    """Play rounds between two trivial strategies."""

    def first(turn: Turn, _random: Random) -> Cell:
        return turn.legal_cells[0]

    def anywhere(turn: Turn, random: Random) -> Cell:
        return random.choice(turn.legal_cells)

    figure = per_second(lambda: simulate([first, anywhere], 50).rounds)
    return aim("simulated rounds a second", figure, MIN_SIMULATED_ROUNDS)


def compare_peer() -> bool:
    """Copy, place and undo beside python-chess's copy, push and pop, in the middle of a game."""
    import chess  # noqa: PLC0415 only needed here

    board, random = chess.Board(), Random(1)
    for _ in range(24):
        board.push(random.choice(list(board.legal_moves)))
    move = next(iter(board.legal_moves))
    match = played(0)
    cell = match.legal_cells[len(match.legal_cells) // 2]

    def place_and_undo() -> None:
        match.place(cell)
        match.undo()

    def push_and_pop() -> None:
        board.push(move)
        board.pop()

    print(f"\n{'a second, after 24 moves':<40}{'punto':>12}{'python-chess':>16}")
    met = []
    for what, ours, theirs in (
        ("copy", match.copy, board.copy),
        ("place and undo; push and pop", place_and_undo, push_and_pop),
    ):
        mine, peer = repeated(ours), repeated(theirs)
        print(f"{what:<40}{mine:>12,.0f}{peer:>16,.0f}")
        met.append(aim("ours over theirs", mine / peer, MIN_OVER_PEER))
    return all(met)


if __name__ == "__main__":
    sys.exit(main())
