"""The examples on docs/shuffle.md are what the program does."""

import re
from itertools import islice
from pathlib import Path

import pytest

from punto import Match
from punto.rules.card import Card, read_cards
from punto.rules.deck import deck_text
from punto.rules.facts import MODES
from punto.rules.shuffle import below, commitment, shuffled, words
from punto.rules.stock import Neutrals, Stock

PAGE = (Path(__file__).parents[2] / "docs" / "shuffle.md").read_text(encoding="utf-8")
SEED = bytes(range(32))
LABEL = "round 1 side 1"


def block_after(text: str) -> list[str]:
    """Find the indented lines that follow a text on the page."""
    lines = PAGE[PAGE.index(text) + len(text) :].splitlines()[1:]
    found: list[str] = []
    for line in lines:
        if line.startswith("    "):
            found.append(line.strip())
        elif found:
            return found
    return found


def dealt(stock: Stock, number: int) -> list[str]:
    decks = stock.deal(SEED, number)
    return [f"deal {seat} {deck_text(deck)}" for seat, deck in enumerate(decks, start=1)]


def test_seed_and_commitment() -> None:
    seed, committed = (line.split()[1] for line in block_after("## Examples"))
    assert (seed, committed) == (SEED.hex(), commitment(SEED))


def test_numbers_of_a_stream() -> None:
    first, later = block_after("the first of block 11:")
    stream = [f"{word:08x}" for word in islice(words(SEED, LABEL), 89)]
    assert first.split() == stream[:9]
    assert later == stream[88]


def test_draws_pass_unfair_numbers_over() -> None:
    (line,) = block_after("which skip some of its numbers:")
    source = words(SEED, LABEL)
    assert line.split() == [str(below(2**31 + 1, source)) for _ in range(5)]


def test_a_shuffled_list() -> None:
    (line,) = block_after("shuffled with that label:")
    assert line.split() == [str(thing) for thing in shuffled(range(1, 11), SEED, LABEL)]


def test_drawn_starting_seats() -> None:
    drawn = {mode: Match(mode, seed=SEED).start for mode in MODES}
    assert drawn == {"2p": 1, "3p": 2, "4p": 3, "teams": 3}
    assert "Drawn starting seats: 1 in `2p`, 2 in `3p`, 3 in `4p` and in `teams`." in PAGE


@pytest.mark.parametrize("mode", MODES)
def test_first_rounds(mode: str) -> None:
    expected = block_after(f"\n`{mode}`\n")
    assert dealt(Stock.at_start(MODES[mode], start=2), 1) == expected
    decks = Match(mode, seed=SEED, start=2).round.decks
    assert [deck_text(deck) for deck in decks] == [line[7:] for line in expected]


@pytest.mark.parametrize(
    ("redeal", "leaving", "first"), [("even", 2, 3), ("from the winner", 0, 2)]
)
def test_second_rounds_with_neutral_cards(redeal: str, leaving: int, first: int) -> None:
    mode = MODES["3p"]
    kept = tuple(map(read_cards, ("G2 G7", "G3 G6 G8 G9 G9", "G1 G4 G4")))
    pool = read_cards("G1 G2 G3 G5 G5 G6 G7 G8")
    start = Stock.at_start(mode, start=3)
    neutrals = Neutrals(mode, kept, ((), (), ()), pool, leaving=leaving, first=first)
    stock = Stock(mode, 3, (start.own[0], start.own[1][:-1], start.own[2]), neutrals)
    assert dealt(stock, 2) == block_after(f"`3p`, {redeal}")
    shuffled_pool = shuffled(pool, SEED, "round 2 neutral")
    assert f"shuffled to {deck_text(tuple(shuffled_pool))}" in re.sub(r"\s+", " ", PAGE)


def test_second_round_of_teams_with_an_odd_card() -> None:
    start = Stock.at_start(MODES["teams"], start=3)
    own = list(start.own[0])
    own.remove(Card("R9"))
    stock = Stock(MODES["teams"], 3, (tuple(own), start.own[1]), start.neutrals)
    assert dealt(stock, 2) == block_after("`teams`, where R9 left")
