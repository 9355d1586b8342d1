"""What the search may draw from: all that is public of the decks."""

from collections import Counter

import pytest

from punto import MODES, Card, Match, Position, TurnError, read_position
from punto.engine.layout import Layout, layout_of
from punto.rules.kernel import COMPILED

from .asking import ask
from .positions import puzzle, random_match
from .report_draws import KEPT

MOMENTS = [
    (mode, plies, open_cards)
    for mode in MODES
    for plies in (0, 1, 10, 40, 75)
    for open_cards in (False, True)
]


def moment(mode: str, plies: int, open_cards: bool) -> Position:
    return random_match(mode, 5, plies, open_cards=open_cards, rounds_to_win=9).position()


def pool(layout: Layout, number: int) -> bytes:
    return bytes(layout.cards[layout.bounds[number] : layout.bounds[number + 1]])


@pytest.mark.parametrize(("mode", "plies", "open_cards"), MOMENTS)
def test_every_pool_has_what_its_seats_can_draw(mode: str, plies: int, open_cards: bool) -> None:
    position = moment(mode, plies, open_cards)
    layout = layout_of(position)
    for side in position.mode.sides:
        held = Counter(map(Card, pool(layout, side.number - 1)))
        own = Counter({card: count for card, count in held.items() if card.colour in side.colours})
        assert own == Counter(position.unseen[side.number - 1])
        drawn = sum(layout.hidden[seat - 1] for seat in side.seats)
        assert held.total() == drawn
        for seat in side.seats:
            assert layout.pool_of[seat - 1] == side.number - 1
            assert layout.side_of[seat - 1] == side.number


@pytest.mark.parametrize(("mode", "plies", "open_cards"), MOMENTS)
def test_open_cards_lie_on_top_and_in_no_pool(mode: str, plies: int, open_cards: bool) -> None:
    position = moment(mode, plies, open_cards)
    layout = layout_of(position)
    assert position.seat == layout.seat + 1
    assert position.card == layout.card
    for seat, up in zip(position.mode.seats, position.face_up, strict=True):
        shown = 0 if seat == position.seat or up is None else up
        assert layout.shown[seat - 1] == shown
        assert layout.hidden[seat - 1] == position.decks[seat - 1] - (up is not None)


@pytest.mark.parametrize(("mode", "plies", "open_cards"), MOMENTS)
def test_only_neutral_cards_that_nobody_knows_are_loose(
    mode: str, plies: int, open_cards: bool
) -> None:
    position = moment(mode, plies, open_cards)
    layout = layout_of(position)
    loose = [Card(layout.cards[place]) for place in layout.loose]
    if loose:
        assert Counter(loose) == Counter(position.unseen_neutrals)
    else:
        assert len(layout.cards) == layout.bounds[-1]
    assert all(card.colour is position.mode.neutral for card in loose)


def test_kept_neutral_cards_stay_with_their_seat() -> None:
    layout = layout_of(read_position(KEPT))
    fixed = set(range(len(layout.cards))) - set(layout.loose)
    pools = [range(*layout.bounds[number : number + 2]) for number in range(3)]
    kept = [[str(Card(layout.cards[place])) for place in part if place in fixed] for part in pools]
    assert [[name for name in names if name[0] == "G"] for names in kept] == [[], ["G5"], []]
    assert [sum(place in layout.loose for place in part) for part in pools] == [1, 0, 2]


def test_partners_share_a_pool() -> None:
    layout = layout_of(puzzle("teams", "f6:R5", "R4", unseen=("R129", "B34")))
    assert layout.pool_of == (0, 1, 0, 1)
    assert pool(layout, 0) == bytes(map(Card, ("R1", "R2", "R9")))
    assert pool(layout, 1) == bytes(map(Card, ("B3", "B4")))
    assert layout.hidden == (2, 1, 1, 1)


@pytest.mark.parametrize(
    ("mode", "owners", "second"),
    [
        ("2p", (1, 1, 2, 2), (0, 1, 0, 1)),
        ("3p", (1, 2, 3, 0), (0, 0, 0, 1)),
        ("4p", (1, 2, 3, 4), (0, 0, 0, 0)),
        ("teams", (1, 1, 2, 2), (0, 1, 0, 1)),
    ],
)
def test_colours_belong_to_sides(
    mode: str, owners: tuple[int, ...], second: tuple[int, ...]
) -> None:
    layout = layout_of(Match(mode, seed=bytes(32)).position())
    assert (layout.owners, layout.second) == (owners, second)


def test_nothing_is_laid_out_without_a_card_in_hand() -> None:
    over = random_match("4p", 1, 10_000)
    assert over.over
    with pytest.raises(TurnError, match="no card in hand"):
        layout_of(over.position())
    with pytest.raises(TurnError, match="no card in hand"):
        layout_of(Match("2p", start=1, deals=[["? " * 36] * 2]).position())


def test_simulations_deal_what_each_seat_may_have() -> None:
    rounds = 2_000 if COMPILED else 600
    assert ask("report_draws", str(rounds), interpreted=True) == "as it should be\n"
