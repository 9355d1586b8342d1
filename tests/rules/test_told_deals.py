"""Deals that are told instead of drawn from a seed, and those that cannot be."""

import pytest

from punto import Card, Colour, Match, TurnError, UnreadableError

from .dealing import (
    Decks,
    five_neutrals_played,
    full_decks,
    line_cells,
    place_all,
    rising_decks,
    without,
    won_by_line,
)


def refusal(match: Match, decks: Decks, seat: int | None = None) -> str:
    before = match.copy()
    with pytest.raises(UnreadableError) as caught:
        match.deal(decks)
    assert caught.value.code == "unreadable-deal"
    assert caught.value.values.get("seat") == seat
    assert match == before
    assert match.round_number == before.round_number
    return caught.value.sentence


def second_decks_in_3p() -> Decks:
    """Deal the round after five_neutrals_played as nordic-2019 has it."""
    match = five_neutrals_played("nordic-2019")
    pool = [card for card in match.table.cards if card.colour is Colour.GREEN]
    own = [card for deck in full_decks("3p", "", "", "") for card in deck]
    decks, gone = [], match.score.removed
    for seat, colour in zip((1, 2, 3), (Colour.RED, Colour.ORANGE, Colour.BLUE), strict=True):
        kept = [card for card in match.round.cards_left(seat) if card and card.colour == 3]
        mine = without([card for card in own if card.colour is colour], list(gone[seat - 1]))
        decks.append((*mine, *kept, *pool[seat - 1 :: 3]))
    return decks


def swapped(decks: Decks, seat: int, old: str, new: str) -> Decks:
    cards = list(decks[seat - 1])
    cards[cards.index(Card(old))] = Card(new)
    return [*decks[: seat - 1], tuple(cards), *decks[seat:]]


def test_a_deal_that_follows_from_the_round_before_is_taken() -> None:
    match = five_neutrals_played("nordic-2019")
    match.deal(second_decks_in_3p())
    assert match.round_number == 2
    assert match.seat == 2


def test_a_deck_of_the_wrong_size_is_refused() -> None:
    match = won_by_line("2p", start=1, seat=1)
    assert (
        refusal(match, rising_decks("2p"), seat=1) == "deal: expected 35 cards for seat 1, got 36"
    )


def test_too_few_decks_are_refused() -> None:
    match = won_by_line("2p", start=1, seat=1)
    assert refusal(match, rising_decks("2p")[:1]) == "deal: expected 2 decks in 2p, got 1"


def test_a_removed_card_is_refused() -> None:
    match = won_by_line("2p", start=1, seat=1)
    first, second = rising_decks("2p")
    decks = [tuple(without(first, [Card("R1")])), second]
    assert refusal(match, decks, seat=1) == (
        "deal: expected R5 no more often than side 1 has it, got 2"
    )
    match.deal([tuple(without(first, [Card("R5")])), second])
    assert match.round_number == 2


def test_a_card_of_another_side_is_refused() -> None:
    decks = swapped(rising_decks("4p"), 1, "R5", "B5")
    with pytest.raises(UnreadableError) as caught:
        Match("4p", start=1, deals=[decks])
    assert caught.value.sentence == "deal: expected B5 no more often than side 1 has it, got 1"


def test_too_many_neutral_cards_for_a_seat_are_refused() -> None:
    decks = swapped(second_decks_in_3p(), 1, "R9", "G9")
    assert refusal(five_neutrals_played("nordic-2019"), decks, seat=1) == (
        "deal: expected 7 neutral cards for seat 1, got 8"
    )


def test_a_neutral_card_that_another_seat_kept_is_refused() -> None:
    decks = second_decks_in_3p()
    kept = [card for card in five_neutrals_played("nordic-2019").round.cards_left(2) if card][-1]
    decks = swapped(decks, 2, str(kept), "G5")
    assert refusal(five_neutrals_played("nordic-2019"), decks, seat=2) == (
        f"deal: expected {kept} for seat 2, which kept it, got none"
    )


def test_a_neutral_card_that_was_not_played_cannot_be_dealt() -> None:
    match = five_neutrals_played("nordic-2019")
    with pytest.raises(UnreadableError) as caught:
        match.deal(swapped(second_decks_in_3p(), 1, "G5", "G9"))
    assert caught.value.sentence == (
        "deal: expected G9 no more often than it is to be dealt, got 1"
    )


def test_the_seat_with_the_wrong_neutral_card_is_named_and_not_one_that_kept_its_own() -> None:
    match = five_neutrals_played("nordic-2019")
    assert match.round.cards_left(3).count(Card("G9")) == 2
    assert refusal(match, swapped(second_decks_in_3p(), 1, "G5", "G9"), seat=1)


def test_a_deal_cannot_be_told_while_a_round_is_in_play_or_after_the_match_or_beside_a_seed() -> (
    None
):
    in_play = Match("2p", start=1, deals=[rising_decks("2p")])
    over = won_by_line("2p", start=1, seat=1, rounds_to_win=1)
    seeded = Match("2p", start=1, seed=bytes(32))
    for match in (in_play, over, seeded):
        before = match.copy()
        with pytest.raises(TurnError) as caught:
            match.deal(rising_decks("2p"))
        assert caught.value.code == "no-deal"
        assert match == before


def test_a_match_waits_for_its_first_deal() -> None:
    match = Match("2p", start=1, deals=[])
    assert match.round_number == 0
    assert not match.over
    assert match.events == ()
    assert match.score.wins == (0, 0)
    for ask in (lambda: match.seat, lambda: match.place("f6"), lambda: match.view(1)):
        with pytest.raises(TurnError) as caught:
            ask()
        assert caught.value.code == "not-dealt"
    match.deal(rising_decks("2p"))
    assert match.seat == 1


def test_an_undo_before_the_first_deal_is_refused_and_changes_nothing() -> None:
    match = Match("2p", start=1, deals=[])
    with pytest.raises(TurnError) as caught:
        match.undo()
    assert caught.value.code == "not-dealt"
    match.deal(rising_decks("2p"))
    assert match.seat == 1


def test_all_deals_may_be_given_at_once() -> None:
    second = [tuple(without(rising_decks("2p")[0], [Card("R5")])), rising_decks("2p")[1]]
    match = Match("2p", start=1, deals=[rising_decks("2p"), second])
    place_all(match, line_cells("2p", start=1, seat=1))
    assert match.round_number == 2
    assert match.round.decks == tuple(second)


def test_a_placement_whose_next_deal_is_refused_either_stands_or_changes_nothing() -> None:
    match = Match("2p", start=1, deals=[rising_decks("2p"), rising_decks("2p")])
    *cells, last = line_cells("2p", start=1, seat=1).split()
    place_all(match, " ".join(cells))
    before = match.copy()
    try:
        match.place(last)
    except UnreadableError:
        assert match == before
    else:
        assert match.last_end is not None


def test_a_seed_and_deals_exclude_each_other_and_deals_need_a_start() -> None:
    with pytest.raises(UnreadableError, match="match: expected a seed or deals, got both"):
        Match("2p", start=1, seed=bytes(32), deals=[])
    with pytest.raises(UnreadableError, match="start: expected a seat, where deals are given"):
        Match("2p", deals=[])
