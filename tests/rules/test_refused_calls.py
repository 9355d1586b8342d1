"""Every wrong call raises a PuntoError with a code and values."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

import punto
from punto import EDITIONS, MODES, Match, PuntoError, Round, Table, UnreadableError
from punto.bots import all_bots
from punto.engine import Budget
from punto.rules.shuffle import read_seed

SEED = "00" * 32
ANY: Any = object()
"""Something that no function takes."""

CALLS: dict[str, Callable[[], object]] = {
    "a card that is none": lambda: punto.Card(ANY),
    "a card that is a list": lambda: punto.Card(ANY and ["R1"]),  # type: ignore[arg-type]
    "a cell that is none": lambda: punto.Cell(ANY),
    "a cell in no column": lambda: punto.Cell.at(ANY, 3),
    "a mode that is none": lambda: Match(ANY),
    "a mode that is a list": lambda: punto.mode_named(ANY and []),  # type: ignore[arg-type]
    "an edition that is none": lambda: Match("2p", edition=ANY),
    "options that are none": lambda: Match("2p", options=ANY),
    "options of a round that are none": lambda: Round("2p", ["R1", "B1"], options=ANY),
    "an option that is neither on nor off": lambda: punto.Options(open_cards=ANY),
    "open cards that are neither on nor off": lambda: Match("2p", open_cards=ANY),
    "a number of rounds that is none": lambda: Match("2p", rounds_to_win=ANY),
    "half a round": lambda: Match("2p", rounds_to_win=ANY and 2.0),  # type: ignore[arg-type]
    "a start that is none": lambda: Match("2p", start=ANY),
    "half a seat": lambda: Match("2p", start=ANY and 1.0),  # type: ignore[arg-type]
    "a seed that is a number": lambda: Match("2p", seed=ANY and 5),  # type: ignore[arg-type]
    "a seed that is too short": lambda: Match("2p", seed="00"),
    "a seed that is none": lambda: read_seed(ANY),
    "a commitment to no seed": lambda: punto.commitment(ANY),
    "deals that are none": lambda: Match("2p", start=1, deals=ANY),
    "a deal that is none": lambda: Match("2p", start=1, deals=[ANY]),
    "cells that are none": lambda: Match("2p", start=1, seed=SEED, cells=ANY),
    "decks that are none": lambda: Round("2p", ANY),
    "a deck that is none": lambda: Round("2p", [ANY, "B1"]),
    "a table that is none": lambda: Round("2p", ["R1", "B1"], table=ANY),
    "cells of a round that are none": lambda: Round("2p", ["R1", "B1"], cells=ANY),
    "text of a table that is none": lambda: Table(ANY),
    "stacks that are none": lambda: Table.of_stacks(ANY),
    "stacks of no cards": lambda: Table.of_stacks({punto.ORIGIN: ("R0",)}),  # type: ignore[dict-item]
    "runs of no colour": lambda: Table().runs(9, 3),
    "runs of no length": lambda: Table().runs(0, ANY),
    "a seat of nobody": lambda: Match("2p").view(ANY),
    "a side of nobody": lambda: Match("2p").holds(ANY),
    "a round that was not": lambda: Match("2p").at(ANY),
    "a ply that was not": lambda: Match("2p").at(1, ANY),
    "a position that is no text": lambda: punto.read_position(ANY),
    "text of no position": lambda: punto.write_position(ANY),
    "a record that is none": lambda: punto.read_record(ANY),
    "a record of no match": lambda: punto.Record(ANY, ["Ada", "Ben"], "2026-11-17"),
    "a record of no names": lambda: punto.Record(Match("2p"), ANY, "2026-11-17"),
    "a record of no day": lambda: punto.Record(Match("2p"), ["Ada", "Ben"], ANY),
    "a move that is no text": lambda: punto.read_move(ANY),
    "a move that is a list": lambda: punto.read_move(ANY and []),  # type: ignore[arg-type]
    "rounds of no number": lambda: punto.random_rounds("2p", ANY),
    "rounds of no seed": lambda: punto.random_rounds("2p", 1, seed=ANY),
    "a tree of no round": lambda: punto.perft(ANY, 1),
    "a tree of no depth": lambda: punto.perft(Match("2p").round, ANY),
    "no strategies": lambda: punto.simulate([], 1),
    "simulated rounds of no number": lambda: punto.simulate([min, min], ANY),  # type: ignore[list-item]
    "a round from no position": lambda: Round.from_position(ANY),
    "a match from no position": lambda: Match.from_position(ANY),
    "a budget of nothing": lambda: Budget(simulations=ANY),
    "a search of nothing": lambda: punto.engine.choose(ANY, Budget(simulations=1)),
    "a theme that is none": lambda: punto.svg.table(Table(), theme="sepia"),
    "a picture of no table": lambda: punto.svg.table(ANY),
    "a picture of no card": lambda: punto.svg.card("R0"),
    "a picture of no size": lambda: punto.svg.table(Table(), size=0),
    "a picture with no heat": lambda: punto.svg.table(Table(), heat={"f6": 2}),
    "a bot that is none": lambda: punto.bots.bot_named(ANY),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_a_call_with_something_wrong_is_refused(call: Callable[[], object]) -> None:
    with pytest.raises(PuntoError) as caught:
        call()
    assert caught.value.code.startswith("unreadable-")
    assert caught.value.values["expected"]
    assert "expected" in caught.value.sentence


def test_a_seed_is_never_quoted() -> None:
    with pytest.raises(UnreadableError) as caught:
        Match("2p", seed=b"secret")
    assert "secret" not in caught.value.sentence + str(caught.value.values)


def test_an_edition_of_ones_own_is_refused_at_once() -> None:
    own = replace(EDITIONS["english-2018"], tie="lowest")
    named = replace(own, name="house-rules")
    for edition in (own, named):
        for play in (
            lambda edition=edition: Match("2p", edition=edition),
            lambda edition=edition: Round("2p", ["R1", "B1"], edition=edition),
            lambda edition=edition: punto.random_rounds("2p", 1, edition=edition),
            lambda edition=edition: punto.simulate([], 1, mode="2p", edition=edition),
        ):
            with pytest.raises(UnreadableError):
                play()
    with pytest.raises(UnreadableError, match="one of english-2018") as caught:
        Match("2p", edition=named)
    assert caught.value.code == "unreadable-edition"
    twin = replace(EDITIONS["english-2018"])
    assert Match("2p", edition=twin).edition == twin


def test_a_mode_of_ones_own_is_refused_at_once() -> None:
    with pytest.raises(UnreadableError) as caught:
        Match(replace(MODES["2p"], line=3))
    assert caught.value.code == "unreadable-mode"


@pytest.mark.parametrize("name", all_bots())
def test_a_bot_that_is_not_to_move_says_so(name: str) -> None:
    from random import Random

    match = Match("2p", start=1, seed=SEED)
    for seat in (None, 2):
        with pytest.raises(punto.TurnError, match="no card in hand"):
            all_bots()[name].choose(match.view(seat), Random(1))
