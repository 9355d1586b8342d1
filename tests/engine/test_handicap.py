"""The search and the analysis know which cards a handicap took out of the match."""

from collections import Counter
from itertools import chain

import pytest

from punto import MODES, Colour, Match, Options, Round
from punto.engine import Budget, analyse
from punto.engine.layout import layout_of
from punto.engine.situation import Situation
from punto.rules.card import ALL_CARDS, Card
from punto.rules.facts import COPIES


@pytest.mark.parametrize("mode", MODES)
def test_no_simulation_can_draw_a_card_of_the_handicap(mode: str) -> None:
    handicap = (6, 3, 1, 2)[: len(MODES[mode].sides)]
    match = Match(mode, seed="05" * 32, options=Options(handicap=handicap))
    match.place("f6")
    position = match.position()
    dealt = Counter(map(Card, ALL_CARDS * COPIES)) - Counter(chain(*match.handicap_cards))
    assert position.card is not None
    hidden = dealt - Counter([*position.table.cards, position.card])
    assert Counter(layout_of(position).cards) == Counter(map(int, hidden.elements()))


@pytest.mark.parametrize(
    ("handicap", "lowest"), [((), [9]), ((0, 0, 1, 0), [9]), ((0, 0, 2, 0), [])]
)
def test_a_row_that_lacks_a_card_of_the_handicap_is_no_threat(
    handicap: tuple[int, ...], lowest: list[int]
) -> None:
    # Blue can only complete its row on the green 8.
    table = "e6:O9,f6:B1,g6:B2,h6:B3,i6:G8"
    blue = 15 - sum(handicap)
    decks = [["R1", *"?" * 17], ["?"] * 17, ["?"] * blue, ["?"] * 17]
    round_ = Round("4p", decks, table=table, options=Options(handicap=handicap))
    threats = Situation(round_.position()).threats
    assert [row.least for row in threats if row.colour is Colour.BLUE] == lowest
    found = analyse(round_.position(), Budget(simulations=10))
    assert {str(each.cell) for each in found.estimates} == set(map(str, round_.legal_cells))
