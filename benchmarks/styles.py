"""How the styles differ: how often each of them extends a row, blocks one, or covers a card.

`python3 dev.py bench styles` lets each style, and `skilled` for comparison, play rounds of `2p`
against `skilled`, and prints on how many of its turns it did each of these. `bench strength
builder skilled` tells how strong a style is.
"""

import argparse
from collections import Counter
from dataclasses import astuple, fields
from random import Random

from benchmarks._measuring import machine

from punto import Match
from punto.bots import bot_named
from punto.bots.styles import STYLES, Traits, traits_of

RIVAL = "skilled"
TRAITS = [field.name for field in fields(Traits)]


def main() -> None:
    """Play, and print a row for each style."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=200, help="how many rounds each plays")
    options = parser.parse_args()
    print(machine())
    print(f"{'share of turns that':20}" + "".join(f"{trait:>10}" for trait in TRAITS))
    for name in (RIVAL, *(style.name for style in STYLES)):
        shares = habits_of(name, options.rounds)
        print(f"{name:20}" + "".join(f"{shares[trait]:10.1%}" for trait in TRAITS))


def habits_of(name: str, rounds: int) -> dict[str, float]:
    """Play rounds against the rival, and return the share of turns with each trait."""
    counts: Counter[str] = Counter()
    turns = 0
    for number in range(rounds):
        random, seat = Random(number), 1 + number % 2
        match = Match("2p", start=1, seed=random.randbytes(32))
        while match.round_number == 1 and match.seat is not None:
            view = match.view(match.seat)
            cell = bot_named(name if match.seat == seat else RIVAL).choose(view, random)
            if match.seat == seat:
                turns += 1
                shown = astuple(traits_of(view.position, cell))
                counts.update(trait for trait, there in zip(TRAITS, shown, strict=True) if there)
            match.place(cell)
    return {trait: counts[trait] / turns for trait in TRAITS}


if __name__ == "__main__":
    main()
