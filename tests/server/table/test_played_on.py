"""Matches that continue another one: the record of the whole is one that can be read."""

import random
from pathlib import Path

import pytest

from punto.notation.position import write_position
from punto.notation.reader import read_record
from punto.notation.record import Record
from punto.rules.match import Match
from punto.server.table.played_on import draw_seed, whole_match
from punto.server.wire.shapes import PlayedOnShape

VECTORS = Path(__file__).parents[2] / "vectors"
NAMES = ["Ada", "Ben", "Cleo"]


CONTINUATIONS = 6
"""Of each record. When only the position counted, every fifth one was a contradiction."""


@pytest.mark.unmeasured
@pytest.mark.parametrize("name", ["3p-english-2018-1", "3p-nordic-2019-2", "options/3p-handicap-2"])
def test_decks_agree_with_what_was_seen_of_neutral_cards(name: str) -> None:
    chance = random.Random(name)
    whole = read_record((VECTORS / f"{name}.punto").read_text("utf-8")).match
    for _ in range(CONTINUATIONS):
        round_number = chance.randint(2, len(whole.rounds))
        ply = chance.randrange(whole.rounds[round_number - 1].ply)
        moment = whole.at(round_number, ply)
        played_on: PlayedOnShape = {
            "record": str(Record(moment, NAMES, "2026-11-17", deals=False)),
            "moment": f"{round_number}.{ply}",
            "position": write_position(moment.position()),
        }
        seed = draw_seed(played_on, lambda: chance.randbytes(32))
        rest = Match.from_position(moment.position(), seed=seed)
        while not rest.over:
            rest.place(chance.choice(rest.legal_cells))
        text = str(Record(whole_match(played_on, rest), NAMES, "2026-11-17", deals=False))
        assert str(read_record(text)) == text
