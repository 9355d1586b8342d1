"""Reasons for and against a cell, on positions where they are true, and on near ones."""

import re
from itertools import product
from pathlib import Path

import pytest

from punto import MODES, Card, Cell, Colour, IllegalPlacementError, Match, TurnError
from punto.engine import Kind, Reason, evaluate, explain
from punto.engine.evaluation import worths
from punto.lab.review import is_bad
from punto.rules.kernel import COMPILED
from punto.rules.position import Position

from .positions import puzzle, random_match, random_position

needs_speed = pytest.mark.skipif(not COMPILED, reason="many evaluations")


def reasons(position: Position, cell: str, kind: Kind) -> list[Reason]:
    return [reason for reason in explain(position, cell) if reason.kind is kind]


def only(position: Position, cell: str, kind: Kind) -> Reason:
    (reason,) = reasons(position, cell, kind)
    return reason


def cells(text: str) -> tuple[Cell, ...]:
    return tuple(map(Cell, text.split()))


def cards(text: str) -> tuple[Card, ...]:
    return tuple(map(Card, text.split()))


@pytest.mark.parametrize(
    ("mode", "table", "card", "line"),
    [
        ("2p", "f6:R3,g6:R8,h6:R4,i6:R9,f7:G1,g7:B2", "R1", "e6 f6 g6 h6 i6"),
        ("3p", "f6:R3,g6:R8,h6:R4,f7:G1,g7:B2", "R1", "e6 f6 g6 h6"),
        ("4p", "f6:R3,g6:R8,h6:R4,f7:G1,g7:B2", "R1", "e6 f6 g6 h6"),
        ("teams", "f6:O3,g6:O8,h6:O4,i6:O9,f7:G1,g7:B2", "O1", "e6 f6 g6 h6 i6"),
    ],
)
def test_wins_names_the_line(mode: str, table: str, card: str, line: str) -> None:
    position = puzzle(mode, table, card)
    assert explain(position, "e6") == (Reason(Kind.WINS, 1, Card(card).colour, cells(line)),)
    assert not reasons(position, "e5", Kind.WINS)


def test_one_card_may_complete_two_lines() -> None:
    table = "f6:R9,g6:R9,h6:R8,e7:R8,e8:R5,e9:R6,f7:G9,g7:B9"
    position = puzzle("4p", table, "R4")
    assert {reason.cells for reason in reasons(position, "e6", Kind.WINS)} == {
        cells("e6 f6 g6 h6"),
        cells("e6 e7 e8 e9"),
    }


def test_a_row_of_a_neutral_colour_wins_nothing() -> None:
    position = puzzle("3p", "f6:G3,g6:G8,h6:G4,f7:R1,g7:B2", "G1")
    for cell in position.legal_cells:
        kinds = {reason.kind for reason in explain(position, cell)}
        assert kinds.isdisjoint({Kind.WINS, Kind.MISSES, Kind.OPENS, Kind.LEAVES, Kind.HANDS_OVER})


def test_misses_names_the_winning_cells() -> None:
    position = puzzle("4p", "f6:R3,g6:R8,h6:R4,f7:G1,g7:B2", "R1")
    assert only(position, "f5", Kind.MISSES).instead == cells("e6 i6")
    other_card = puzzle("4p", "f6:R3,g6:R8,h6:R4,f7:G1,g7:B2", "O1", seat=2)
    assert not reasons(other_card, "f5", Kind.MISSES)


def test_blocks_names_the_row_and_the_cards_that_it_stops() -> None:
    table = "f6:B9,g6:B8,h6:B9,f7:O2,g7:O4,i6:R2,h7:G1"
    position = puzzle("4p", table, "R8", unseen=["R1", "O1", "B2367", "G1"])
    # Any blue card fits on e6, and those above R2 on i6. Both gaps are one row.
    assert only(position, "e5", Kind.LEAVES).cards == cards("B2 B3 B6 B7")
    assert only(position, "e5", Kind.LEAVES).instead == cells("e6")
    too_low = puzzle("4p", table, "R8", unseen=["R1", "O1", "B12", "G1"])
    blocked = only(too_low, "e6", Kind.BLOCKS)
    assert (blocked.side, blocked.cells, blocked.gaps) == (3, cells("f6 g6 h6"), cells("e6"))
    assert blocked.cards == cards("B1 B2")


def test_a_row_that_fewer_cards_complete_is_one_reason() -> None:
    table = "f6:B9,g6:B8,h6:B9,f7:O2,g7:O4,i6:R2,h7:G1"
    position = puzzle("4p", table, "R8", unseen=["R1", "O1", "B2367", "G1"])
    reduced = only(position, "e6", Kind.REDUCES)
    assert (reduced.cards, reduced.gaps) == (cards("B3 B6 B7"), cells("i6"))
    assert (reduced.before, reduced.now, reduced.instead) == (4, 3, ())
    for kind in (Kind.BLOCKS, Kind.LEAVES, Kind.HANDS_OVER):
        assert not reasons(position, "e6", kind)
    # Elsewhere the card takes nothing from the row, or less than it could.
    for cell in ("e5", "i6"):
        assert not reasons(position, cell, Kind.REDUCES)
        assert only(position, cell, Kind.LEAVES).instead == cells("e6")


def test_covering_a_card_of_the_row_blocks_it_altogether() -> None:
    position = puzzle("2p", "f6:B9,g6:B3,h6:B9,i6:B8,f7:G2,g7:O4", "O5", unseen=["R1", "B12G1"])
    blocked = only(position, "g6", Kind.BLOCKS)
    assert (blocked.cards, blocked.out_of, blocked.chance) == (cards("B1 B2"), 3, 2 / 3)
    assert not reasons(position, "g6", Kind.LEAVES) + reasons(position, "g6", Kind.HANDS_OVER)
    (left,) = reasons(position, "j6", Kind.LEAVES)
    assert (left.cards, left.gaps, left.instead) == (cards("B1 B2"), cells("e6"), cells("g6"))
    assert not reasons(position, "j6", Kind.BLOCKS)


def test_the_edge_of_the_square_blocks_too() -> None:
    table = "f6:B9,g6:B8,h6:B9,i6:B8,j6:R9,f7:G9,g7:R9"
    position = puzzle("2p", table, "O5", unseen=["R1", "B12G1"])
    assert only(position, "k6", Kind.BLOCKS).gaps == cells("e6")
    assert only(position, "j7", Kind.LEAVES).instead == cells("k5 e6 k6 k7")


def test_no_row_is_in_danger_from_cards_that_cannot_come() -> None:
    table = "f6:B9,g6:B8,h6:B9,i6:B8,f7:G2,g7:O4"
    assert only(puzzle("2p", table, "O5"), "f5", Kind.HANDS_OVER)
    for unseen in (["R1", "G12"], ["R1", "-"]):
        position = puzzle("2p", table, "O5", unseen=unseen)
        assert not reasons(position, "f5", Kind.LEAVES) + reasons(position, "f5", Kind.HANDS_OVER)


def test_an_open_card_is_all_that_counts() -> None:
    table = "f6:B9,g6:B8,h6:B9,i6:B8,f7:G2,g7:O4"
    danger = puzzle("2p", table, "O5", open_cards=["B7"])
    assert only(danger, "f5", Kind.HANDS_OVER).cards == cards("B7")
    assert only(danger, "f5", Kind.HANDS_OVER).chance == 1
    harmless = puzzle("2p", table, "O5", open_cards=["G7"])
    assert not reasons(harmless, "f5", Kind.HANDS_OVER) + reasons(harmless, "f5", Kind.LEAVES)


def test_neutral_cards_make_the_next_one_less_likely_to_be_dangerous() -> None:
    position = puzzle("3p", "f6:O9,g6:O8,h6:O9,f7:G2,g7:B4", "R5")
    reason = only(position, "f5", Kind.HANDS_OVER)
    assert len(reason.cards) == 15
    assert reason.out_of == 15 + position.neutrals[1] == position.decks[1]


def test_partners_share_their_rows_and_cards() -> None:
    position = puzzle("teams", "f6:O3,g6:O8,h6:O4,f7:G1,g7:B2", "O6", unseen=["R1O259", "B1G1"])
    opened = only(position, "i6", Kind.OPENS)
    assert (opened.side, opened.cells, opened.gaps) == (1, cells("f6 g6 h6 i6"), cells("e6 j6"))
    assert (opened.cards, opened.out_of) == (cards("O2 O5 O9"), 4)


def test_opens_a_row_only_if_a_card_can_complete_it() -> None:
    table = "f6:R9,g6:R8,f7:G1,g7:B2"
    opened = only(puzzle("4p", table, "R5", unseen=["R34", "O1", "B1", "G1"]), "h6", Kind.OPENS)
    assert (opened.gaps, opened.cards, opened.out_of) == (cells("e6 i6"), cards("R3 R4"), 2)
    alone = puzzle("4p", table, "R5", unseen=["-", "O1", "B1", "G1"])
    assert not reasons(alone, "h6", Kind.OPENS)
    blocked = puzzle("4p", f"{table},e6:O9,i6:B9,h7:O1", "R5")
    assert not reasons(blocked, "h6", Kind.OPENS)
    another_colour = puzzle("4p", table, "O5", seat=2)
    assert not reasons(another_colour, "h6", Kind.OPENS)


def test_a_row_that_stays_as_good_is_not_opened_again() -> None:
    position = puzzle("4p", "f6:R9,g6:R8,h6:R3,f7:G1,g7:B9", "R4", unseen=["R5", *"---"])
    for cell in ("h6", "h5"):
        assert not reasons(position, cell, Kind.OPENS)


def test_spoils_names_the_own_row() -> None:
    position = puzzle("2p", "f6:R9,g6:R8,h6:R3,i6:R7,f7:G1,g7:B2", "O5", unseen=["R1O1", "B1"])
    spoiled = only(position, "h6", Kind.SPOILS)
    assert (spoiled.cells, spoiled.cards) == (cells("f6 g6 h6 i6"), cards("R1"))
    assert only(position, "h6", Kind.COVERS).side == 1
    assert not reasons(position, "e6", Kind.SPOILS)  # j6 is left
    assert not reasons(position, "h7", Kind.SPOILS)


def test_covers_names_the_card_and_its_owner() -> None:
    position = puzzle("3p", "f6:G3,g6:O2,h6:R1", "B5", seat=3)
    covered = [only(position, cell, Kind.COVERS) for cell in ("f6", "g6", "h6")]
    assert [(each.cards, each.side) for each in covered] == [
        (cards("G3"), None),
        (cards("O2"), 2),
        (cards("R1"), 1),
    ]
    assert not reasons(position, "g7", Kind.COVERS)


def test_closes_the_square_one_way_or_both() -> None:
    position = puzzle("2p", "f6:O9,g7:R9,h8:B9,i9:G9,j10:O9", "R1")
    closed = {
        cell: {reason.kind for reason in explain(position, cell)}
        & {Kind.CLOSES_COLUMNS, Kind.CLOSES_ROWS}
        for cell in ("k11", "k10", "j11", "j9", "e5")
    }
    assert closed == {
        "k11": {Kind.CLOSES_COLUMNS, Kind.CLOSES_ROWS},
        "k10": {Kind.CLOSES_COLUMNS},
        "j11": {Kind.CLOSES_ROWS},
        "j9": set(),
        "e5": {Kind.CLOSES_COLUMNS, Kind.CLOSES_ROWS},
    }


def test_a_square_is_closed_once() -> None:
    position = puzzle("2p", "f6:O9,g7:R9,h8:B9,i9:G9,j10:O9,k11:B9", "R1")
    for cell in position.legal_cells:
        kinds = {reason.kind for reason in explain(position, cell)}
        assert kinds.isdisjoint({Kind.CLOSES_COLUMNS, Kind.CLOSES_ROWS})


def test_builds_a_row_that_lacks_two_cards() -> None:
    table = "f6:R9,g6:R8,f7:G1,g7:B2"
    position = puzzle("2p", table, "R5", unseen=["R36O2", "B1"])
    built = only(position, "h6", Kind.BUILDS)
    assert (built.cells, built.side) == (cells("f6 g6 h6"), 1)
    assert built.gaps == cells("d6 e6 i6 j6")
    assert not reasons(position, "h5", Kind.BUILDS)
    one_card_left = puzzle("2p", table, "R5", unseen=["R3O26", "B1"])
    assert not reasons(one_card_left, "h6", Kind.BUILDS)
    no_room = puzzle("2p", f"{table},e6:B9,i6:B9,h7:O1", "R5")
    assert not reasons(no_room, "h6", Kind.BUILDS)


def test_hampers_a_row_that_lacked_two_cards() -> None:
    table = "f6:B9,g6:B3,h6:B9,f7:G1,g7:R2"
    position = puzzle("2p", table, "O5")
    hampered = only(position, "g6", Kind.HAMPERS)
    assert (hampered.side, hampered.cells) == (2, cells("f6 g6 h6"))
    assert not reasons(position, "e6", Kind.HAMPERS)  # i6 and j6 are left
    assert not reasons(puzzle("2p", table, "O5", unseen=["R1", "B1G2"]), "g6", Kind.HAMPERS)


def test_counts_runs_where_a_stalemate_is_near() -> None:
    table = "f6:R9,g6:R8,h6:R7,e6:B9,j6:B9,i5:G9,f7:B1,g7:B8,h7:B8,i7:B2"
    few = ["R1", "B1"]
    gained = only(puzzle("2p", table, "R5", unseen=few), "i6", Kind.COUNTS)
    assert (gained.side, gained.cells) == (1, cells("f6 g6 h6 i6"))
    assert (gained.before, gained.now) == (0, 1)
    taken = only(puzzle("2p", table, "O5", unseen=few), "i7", Kind.COUNTS)
    assert (taken.side, taken.cells) == (2, cells("f7 g7 h7 i7"))
    assert (taken.before, taken.now) == (1, 0)
    assert not reasons(puzzle("2p", table, "O5", unseen=few), "i6", Kind.COUNTS)
    # With all cards still to come, nobody thinks of a stalemate.
    assert not reasons(puzzle("2p", table, "R5"), "i6", Kind.COUNTS)


def test_a_stalemate_is_near_when_no_line_is_possible() -> None:
    table = "f6:R9,g6:R8,h6:R7,e6:B9,j6:B9,i5:G9"
    nothing_left = ["R112O112", "B112G112"]
    assert only(puzzle("2p", table, "R5", unseen=nothing_left), "i6", Kind.COUNTS).now == 1
    enough = ["R1122O112", "B112G112"]
    assert not reasons(puzzle("2p", table, "R5", unseen=enough), "i6", Kind.COUNTS)


def test_joins_rows_in_two_directions() -> None:
    table = "f6:R9,g6:R8,h7:R7,h8:R6,g7:B9"
    position = puzzle("2p", table, "R5")
    joined = only(position, "h6", Kind.JOINS)
    assert (joined.now, joined.cells) == (2, cells("f6 g6 h7 h8"))
    assert len(reasons(position, "h6", Kind.BUILDS)) == 2
    assert not reasons(position, "e6", Kind.JOINS)
    assert not reasons(puzzle("2p", table, "O5"), "h6", Kind.JOINS)


def test_connects_with_cards_of_its_colour() -> None:
    position = puzzle("2p", "f6:R9,g6:B9,f7:G9", "R5")
    # Of the windows with e5 and f6, those that fit in a square with all cards.
    connected = only(position, "e5", Kind.CONNECTS)
    assert (connected.side, connected.cells, connected.now) == (1, cells("f6"), 4)
    assert not reasons(position, "h7", Kind.CONNECTS)
    assert not reasons(puzzle("2p", "f6:R9,g6:B9,f7:G9", "O5"), "e5", Kind.CONNECTS)
    assert not reasons(puzzle("4p", "f6:R9,g6:B9,f7:G9", "R5"), "e5", Kind.CONNECTS)  # builds
    no_cards = puzzle("2p", "f6:R9,g6:B9,f7:G9", "R5", unseen=["R12O1", "B1"])
    assert not reasons(no_cards, "e5", Kind.CONNECTS)


def test_starts_where_lines_are_possible() -> None:
    position = puzzle("2p", "f6:R9,g6:B9,f7:G9", "O5")
    started = only(position, "e5", Kind.STARTS)
    assert (started.side, started.cells) == (1, cells("e5"))
    assert started.now > 0
    assert not reasons(puzzle("2p", "f6:R9,g6:B9,f7:G9", "R5"), "e5", Kind.STARTS)
    last = puzzle("2p", "f6:R9,g6:B9,f7:G9", "O5", unseen=["R12O123", "B1"])
    assert not reasons(last, "e5", Kind.STARTS)
    assert not reasons(puzzle("3p", "f6:R9,g6:B9", "G5"), "e5", Kind.STARTS)


def test_narrows_what_another_colour_can_do() -> None:
    table = "f6:B9,g6:B8,f7:R9,g7:R9"
    position = puzzle("4p", table, "O9", seat=2)
    narrowed = only(position, "h6", Kind.NARROWS)
    assert (narrowed.side, narrowed.colour) == (3, Colour.BLUE)
    assert narrowed.cells == cells("f6 g6")
    # Of d6-g6, e6-h6 and f6-i6, one is left.
    assert (narrowed.before, narrowed.now) == (3, 1)
    low = puzzle("4p", table, "O1", seat=2)
    assert not reasons(low, "h6", Kind.NARROWS)  # it can be covered again


def test_a_colour_whose_row_is_stopped_is_not_narrowed_as_well() -> None:
    position = puzzle("2p", "f6:B9,g6:B3,h6:B9,f7:G1,g7:R2", "O5")
    assert reasons(position, "g6", Kind.HAMPERS)
    assert not [
        each for each in reasons(position, "g6", Kind.NARROWS) if each.colour is Colour.BLUE
    ]


def test_a_colour_with_single_cards_is_narrowed_too() -> None:
    position = puzzle("2p", "f6:R9,f5:G2", "O5")
    assert only(position, "f5", Kind.NARROWS).now == 0
    assert only(position, "f5", Kind.NARROWS).colour is Colour.GREEN


def test_holds_if_no_card_can_cover_it() -> None:
    table = "f6:R9,g6:B9,f7:G9"
    for card, holds in (("R9", True), ("R8", False)):
        assert bool(reasons(puzzle("2p", table, card), "e5", Kind.HOLDS)) is holds
    assert reasons(puzzle("2p", table, "R6", unseen=["R178", "B6G6"]), "e5", Kind.HOLDS)
    assert not reasons(puzzle("2p", table, "R6", unseen=["R178", "B7"]), "e5", Kind.HOLDS)


def test_spares_the_rows_of_its_own_side() -> None:
    table = "f6:R9,g6:R9,h7:B9,f7:O9"
    position = puzzle("3p", table, "G9")
    assert reasons(position, "e8", Kind.SPARES)
    assert not reasons(position, "h6", Kind.SPARES)
    assert not reasons(puzzle("3p", table, "R8"), "h6", Kind.SPARES)
    # Without a row of one's own there is nothing to spare.
    assert not reasons(puzzle("3p", "f6:O9,g6:O9", "G9"), "h6", Kind.SPARES)


WEAK = {Kind.COVERS, Kind.CLOSES_COLUMNS, Kind.CLOSES_ROWS}


def test_weak_reasons_come_last() -> None:
    assert set(list(Kind)[-3:]) == WEAK


@needs_speed
def test_nearly_every_best_cell_has_a_good_reason() -> None:
    without, total = 0, 0
    for mode, seed, plies in product(MODES, range(1, 9), (2, 6, 12, 20, 30)):
        position = random_position(mode, seed, plies)
        judged = zip(worths(position, evaluate(position)), position.legal_cells, strict=True)
        found = explain(position, max(judged)[1])
        side = position.mode.side_of(position.seat or 1).number
        kinds = {reason.kind for reason in found if not is_bad(reason, side)}
        without, total = without + (kinds <= WEAK), total + 1
    assert without / total < 0.05


def test_the_page_of_analyses_lists_every_kind_in_order() -> None:
    page = Path(__file__).parents[2] / "docs" / "analysis.md"
    rows = [line for line in page.read_text("utf-8").splitlines() if line.startswith("| `")]
    listed = [name for line in rows for name in re.findall(r"`(\w+)`", line.split("|")[1])]
    assert listed == list(Kind)


def test_the_most_important_reason_comes_first() -> None:
    for mode in ("2p", "3p", "4p", "teams"):
        position = random_position(mode, 3, 26)
        for cell in position.legal_cells:
            kinds = [list(Kind).index(reason.kind) for reason in explain(position, cell)]
            assert kinds == sorted(kinds)


def test_a_match_is_explained_by_what_everybody_may_know() -> None:
    match = random_match("3p", 5, 20, rounds_to_win=9)
    cell = match.legal_cells[0]
    assert explain(match, cell) == explain(match.position(), cell) == explain(match.view(1), cell)


def test_only_legal_cells_can_be_explained() -> None:
    with pytest.raises(IllegalPlacementError):
        explain(Match("2p", start=1, seed=bytes(32), cells="f6"), "a1")
    with pytest.raises(TurnError, match="no card in hand"):
        explain(random_match("4p", 1, 10_000), "f6")
