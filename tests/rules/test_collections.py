"""Iteration, `in`, `len`, `hash` and `==` do what they look like."""

from collections.abc import Iterator
from random import Random

import pytest

from punto import MODES, Card, Cell, Match, Position, PuntoError, Round, Table, UnreadableError
from punto.rules.card import ALL_CARDS
from punto.rules.cell import ALL_CELLS

from .dealing import played_match
from .pictures import cells

TEXT = "f6:R3B7,g6:O1"


def test_a_cell_is_no_card_though_both_are_the_same_number() -> None:
    cell, card = Cell(7), Card("R7")
    assert int(cell) == int(card) == cell == card.__int__() == 7
    things: list[object] = [cell, card]
    assert [(one == other, one != other) for one in things for other in things] == [
        (True, False),
        (False, True),
        (False, True),
        (True, False),
    ]
    assert len(set(things)) == 2
    assert cell not in list(map(Card, ["R7", "R8"]))


def test_every_card_and_cell_equals_itself_and_its_number_and_nothing_else() -> None:
    for kind in (ALL_CARDS, ALL_CELLS):
        for thing in kind:
            assert [other for other in (*ALL_CARDS, *ALL_CELLS) if other == thing] == [thing]
            others = [other for other in (*ALL_CARDS, *ALL_CELLS) if other != thing]
            assert len(others) == len(ALL_CARDS) + len(ALL_CELLS) - 1
            assert thing == int(thing)
            assert hash(thing) == hash(int(thing))
            assert thing != str(thing)


def test_a_cell_cannot_be_read_as_a_card_nor_a_card_as_a_cell() -> None:
    with pytest.raises(UnreadableError, match="card: expected"):
        Card(Cell(7))
    with pytest.raises(UnreadableError, match="cell: expected"):
        Cell(Card("R7"))


def test_legal_cells_are_found_by_their_names() -> None:
    match = Match("2p", start=1, seed=bytes(32), cells="f6")
    for legal in (match.legal_cells, match.position().legal_cells, match.view(2).legal_cells):
        assert "g7" in legal
        assert Cell("g7") in legal
        assert "h6" not in legal
        assert Card("R7") not in legal
        with pytest.raises(UnreadableError):
            assert "R7" in legal


def test_every_card_and_cell_is_true() -> None:
    assert all(ALL_CELLS)
    assert all(ALL_CARDS)


def test_a_table_is_a_collection_of_its_cards_in_the_order_of_play() -> None:
    table = Table()
    for card, cell in (("R3", "f6"), ("O1", "g6"), ("B7", "f6")):
        table.place(card, cell)
    assert list(table) == table.cards == [Card("R3"), Card("O1"), Card("B7")]
    assert len(table) == len(list(table)) == 3
    assert all(card in table for card in table)
    assert [card for card in ALL_CARDS if card in table] == sorted(table)
    assert "R3" in table
    assert "R4" not in table
    assert not Table()
    assert list(Table()) == []


@pytest.mark.parametrize("thing", ["f6", Cell("f6"), None, [], 5.5])
def test_what_is_no_card_is_not_looked_for_on_a_table(thing: object) -> None:
    with pytest.raises(UnreadableError) as caught:
        thing in Table(TEXT)  # noqa: B015
    assert caught.value.code == "unreadable-card"


@pytest.mark.parametrize("attempt", [len, iter, list, lambda thing: thing[0]])
def test_positions_rounds_and_matches_are_no_collections_and_say_so(attempt: object) -> None:
    match = Match("2p", start=1, seed=bytes(32))
    for thing in (match, match.round, match.position()):
        with pytest.raises(TypeError):
            attempt(thing)  # type: ignore[operator]


def test_what_can_change_cannot_be_hashed() -> None:
    for thing in (Table(), Match("2p"), Match("2p").round.copy()):
        with pytest.raises(TypeError, match="unhashable"):
            hash(thing)


def test_a_table_that_cannot_change_equals_one_that_can_and_can_be_hashed() -> None:
    table, other = Table("f6:R1,g6:B1,f7:O1"), Table("f6:R1,f7:O1,g6:B1")
    assert table.frozen() == table == other.frozen()
    assert hash(table.frozen()) == hash(other.frozen())
    assert len({table.frozen(), other.frozen(), Table(TEXT).frozen()}) == 2
    assert table.frozen().frozen() == table


def moments(mode: str) -> Iterator[Match]:
    whole = played_match(mode, "english-2018", 3)
    for number, round_ in enumerate(whole.rounds, start=1):
        for ply in range(0, round_.ply, 7):
            yield whole.at(number, ply)


@pytest.mark.parametrize("mode", MODES)
def test_equal_positions_hash_alike_and_different_ones_are_told_apart(mode: str) -> None:
    found = set()
    for count, match in enumerate(moments(mode), start=1):
        position, again = match.position(), match.copy().position()
        assert position is not again
        assert position == again == match.view(None).position
        assert hash(position) == hash(again)
        assert {again: count}[position] == count
        found.add(position)
        assert len(found) == count


def test_a_view_can_be_hashed_too() -> None:
    match = Match("3p", start=1, seed=bytes(32), cells="f6 g6")
    assert len({match.view(1), match.copy().view(1), match.view(2)}) == 2


def test_a_transposition_table_finds_positions_reached_in_another_order() -> None:
    decks = ["R1 R2 R3", "B1 B2 B3"]
    known: dict[Position, int] = {}
    reached = 0

    def count(match: Match, depth: int) -> int:
        """Count the ways on from here; whatever was counted before is looked up."""
        nonlocal reached
        reached += 1
        position = match.position()
        if depth == 0 or match.seat is None:
            return 1
        if position not in known:
            known[position] = sum(count(placed(match, cell), depth - 1) for cell in legal(match))
        return known[position]

    def plain(match: Match, depth: int) -> int:
        if depth == 0 or match.seat is None:
            return 1
        return sum(plain(placed(match, cell), depth - 1) for cell in legal(match))

    start = full_match(decks)
    assert count(start, 4) == plain(start, 4)
    assert len(known) < reached


def test_the_order_in_which_cards_were_placed_makes_no_difference() -> None:
    one, other = full_match(["R1 R2 R2", "B1 B2 B3"]), full_match(["R1 R2 R2", "B1 B2 B3"])
    for cell, another in zip(cells("f6 g7 e5 h8 e7"), cells("f6 g7 e7 h8 e5"), strict=True):
        one.place(cell)
        other.place(another)
    assert one != other
    assert one.position() == other.position()
    assert {one.position(): "known"}[other.position()] == "known"


def legal(match: Match) -> list[Cell]:
    return Random(len(match.table)).sample(list(match.legal_cells), k=1 + len(match.table) % 4)


def placed(match: Match, cell: Cell) -> Match:
    twin = match.copy()
    twin.place(cell)
    return twin


def full_match(tops: list[str]) -> Match:
    """Start a match of two whose decks begin with these cards."""
    decks = []
    for top, colours in zip(tops, ("RO", "BG"), strict=True):
        rest = [f"{colour}{value}" for colour in colours for value in range(1, 10)] * 2
        for card in top.split():
            rest.remove(card)
        decks.append([*top.split(), *rest])
    return Match("2p", start=1, deals=[decks])


@pytest.mark.parametrize("mode", MODES)
def test_rounds_and_matches_are_equal_when_all_that_was_dealt_and_played_is(mode: str) -> None:
    match = played_match(mode, "english-2018", 3).at(2, 4)
    assert match == match.copy()
    assert match.round == match.copy().round == match.round.copy()
    assert match != match.at(2, 3)
    assert match.round != match.at(2, 3).round
    assert match.round != match.rounds[0]
    assert match != Match(mode, seed=match.seed, start=match.start)
    assert match != repr(match)
    assert match.round != repr(match.round)


def test_rounds_that_began_from_another_table_are_different() -> None:
    decks = ["R5", "O1", "B1", "G1"]
    one, other = (Round("4p", decks, table=text) for text in ("f6:R3", "f6:B4"))
    assert one != other
    assert one == Round("4p", decks, table=Table("f6:R3"))


def test_the_error_of_a_lost_change_is_one_of_the_games() -> None:
    with pytest.raises(PuntoError, match="copy"):
        Table(TEXT).frozen().undo()
