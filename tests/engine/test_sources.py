"""The engine takes a match, a round, a position or a view alike."""

import pytest

from punto import MODES, Match, Position, Round, UnreadableError
from punto.engine import Budget, Source, analyse, choose
from punto.engine.source import position_in
from punto.rules.kernel import COMPILED

BUDGET = Budget(simulations=300 if COMPILED else 3)


@pytest.mark.unmeasured
@pytest.mark.parametrize("open_cards", [False, True])
@pytest.mark.parametrize("mode", MODES)
def test_all_of_them_give_the_same_answer(mode: str, open_cards: bool) -> None:
    match = Match(mode, start=1, seed=bytes(32), cells="f6 g6 h7", rounds_to_win=1)
    sources: list[Source] = [match, match.position(), match.view(1), match.view(None)]
    if mode != "3p":  # there, everybody at a match knows of neutral cards that a round has not
        sources += [match.round, match.round.copy()]
    cells = {choose(source, BUDGET, seed=4) for source in sources}
    assert len(cells) == 1
    found = [analyse(source, BUDGET, seed=4) for source in sources]
    assert all(each.position == match.position() for each in found)
    assert len({each.estimates for each in found}) == 1


@pytest.mark.parametrize("mode", MODES)
def test_a_round_by_itself_counts_as_a_match_of_one_round(mode: str) -> None:
    match = Match(mode, start=2, seed=bytes(32), cells="f6 g6 h7 g7", rounds_to_win=1)
    position, alone = match.position(), match.round.position()
    assert isinstance(alone, Position)
    for name in ("table", "seat", "card", "decks", "face_up", "unseen", "neutrals", "score"):
        assert getattr(alone, name) == getattr(position, name), name
    assert (alone.round_number, alone.rounds_to_win) == (1, 1)
    assert choose(match.round, BUDGET) in match.legal_cells


def test_a_puzzle_can_be_asked_about() -> None:
    puzzle = Round("4p", ["R5", "O1", "B1", "G1"], table="f6:R3,g6:R8,h6:R4,i6:B4")
    assert str(choose(puzzle, BUDGET)) in ("e6", "i6")
    assert analyse(puzzle, BUDGET).best.chances[0] > 0.99


def test_a_round_of_unknown_cards_is_asked_about_where_only_one_rest_is_possible() -> None:
    match = Match("2p", start=1, deals=[])
    match.deal(None)
    match.turn_up("R7")
    assert (
        position_in(match.round)
        == Match("2p", start=1, deals=[[["R7", *"?" * 35], ["?"] * 36]], rounds_to_win=1).position()
    )
    some = Round("2p", ["R1 ?", "B1 ?"])
    with pytest.raises(UnreadableError) as caught:
        choose(some, BUDGET)
    assert caught.value.code == "unreadable-decks"


def test_what_is_none_of_them_is_refused_with_a_code() -> None:
    for source in ("2p", None, Match("2p").table):
        for ask in (choose, analyse):
            with pytest.raises(UnreadableError) as caught:
                ask(source, BUDGET)  # type: ignore[arg-type]
            assert caught.value.code == "unreadable-position"


def test_the_estimate_of_a_cell_is_found_by_its_name_and_no_other_cell_has_one() -> None:
    match = Match("2p", start=1, seed=bytes(32), cells="f6")
    found = analyse(match, BUDGET)
    assert found.of("g7") is found.of(match.legal_cells[-1])
    with pytest.raises(UnreadableError, match="a legal cell"):
        found.of("a1")
