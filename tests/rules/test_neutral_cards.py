"""The neutral cards of 3p between rounds: who keeps which, and how the others are dealt."""

from collections import Counter

import pytest

from punto import EDITIONS, Card, Colour, Round

from .dealing import five_neutrals_played, transitions


def neutrals(cards: object) -> Counter[Card]:
    assert isinstance(cards, list | tuple)
    return Counter(card for card in cards if card is not None and card.colour is Colour.GREEN)


def kept(round_: Round, seat: int) -> Counter[Card]:
    return neutrals(round_.cards_left(seat))


@pytest.mark.unmeasured
@pytest.mark.parametrize("edition", EDITIONS)
def test_each_seat_keeps_the_neutral_cards_still_in_its_deck(edition: str) -> None:
    checked = 0
    for before, after in transitions("3p", edition):
        for seat in (1, 2, 3):
            assert kept(before, seat) <= neutrals(after.decks[seat - 1])
            checked += kept(before, seat).total()
    assert checked > 100


@pytest.mark.parametrize("edition", EDITIONS)
def test_those_that_were_played_covered_ones_too_are_dealt_again(edition: str) -> None:
    covered = 0
    for before, after in transitions("3p", edition):
        played = neutrals(before.table.cards)
        dealt = Counter[Card]()
        for seat in (1, 2, 3):
            dealt += neutrals(after.decks[seat - 1]) - kept(before, seat)
        assert dealt <= played
        assert played.total() - dealt.total() == (
            0 if edition == "nordic-2019" else played.total() % 3
        )
        covered += (
            played - neutrals([stack[-1] for stack in before.table.stacks().values()])
        ).total()
    assert covered > 20


def test_even_gives_each_seat_the_same_number_and_what_does_not_divide_by_three_leaves() -> None:
    for edition in ("english-2018", "german-2018"):
        match = five_neutrals_played(edition)
        assert neutrals(match.table.cards).total() == 5
        match.deal(None)
        assert match.position().neutrals == (5 + 1, 5 + 1, 3 + 1)
        assert match.position().decks == (17 + 6, 18 + 6, 18 + 4)


def test_from_winner_deals_one_at_a_time_beginning_with_the_winner_until_none_is_left() -> None:
    match = five_neutrals_played("nordic-2019")
    match.deal(None)
    assert match.seat == 2
    assert match.position().neutrals == (5 + 2, 5 + 2, 3 + 1)
    assert match.position().decks == (17 + 7, 18 + 7, 18 + 4)


def test_after_a_draw_from_winner_begins_with_the_seat_that_starts_the_coming_round() -> None:
    uneven = 0
    for before, after in transitions("3p", "nordic-2019", matches=60):
        assert before.end is not None
        first = before.end.winner or after.start
        order = [(first + place - 1) % 3 + 1 for place in range(3)]
        pool = neutrals(before.table.cards).total()
        shares = [
            neutrals(after.decks[seat - 1]).total() - kept(before, seat).total() for seat in order
        ]
        assert shares == [(pool + 2) // 3, (pool + 1) // 3, pool // 3]
        uneven += before.end.kind == "draw" and pool % 3 != 0
    assert uneven >= 2


@pytest.mark.parametrize("edition", ["english-2018", "german-2018"])
def test_even_shares_are_even_after_every_kind_of_end(edition: str) -> None:
    kinds = set()
    for before, after in transitions("3p", edition):
        assert before.end is not None
        shares = {
            neutrals(after.decks[seat - 1]).total() - kept(before, seat).total()
            for seat in (1, 2, 3)
        }
        assert shares == {neutrals(before.table.cards).total() // 3}
        kinds.add(before.end.kind)
    assert kinds == {"line", "stalemate", "draw"}


def test_cards_that_left_stay_away_for_the_rest_of_the_match() -> None:
    shrunk = 0
    for before, after in transitions("3p", "english-2018"):
        had = sum((neutrals(deck) for deck in before.decks), Counter[Card]())
        has = sum((neutrals(deck) for deck in after.decks), Counter[Card]())
        assert has <= had
        shrunk += has != had
    assert shrunk > 5


@pytest.mark.unmeasured
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_neutral_card_that_was_turned_up_and_could_not_be_played_is_kept(edition: str) -> None:
    found = 0
    for before, after in transitions("3p", edition, matches=60):
        assert before.end is not None
        stuck = before.end.stuck
        if stuck is not None and stuck.colour is Colour.GREEN:
            seat = before.end.seat
            assert before.cards_left(seat)[0] == stuck
            assert neutrals(after.decks[seat - 1])[stuck] >= kept(before, seat)[stuck] >= 1
            found += 1
    assert found > 0


def test_the_pool_is_shuffled_so_the_same_cards_do_not_come_back_to_who_played_them() -> None:
    moved = 0
    for before, after in transitions("3p", "nordic-2019", matches=10):
        for seat in (1, 2, 3):
            played_by_seat = neutrals(before.laid_by(seat))
            dealt = neutrals(after.decks[seat - 1]) - kept(before, seat)
            moved += (dealt - played_by_seat).total()
    assert moved > 30
