"""The option that every deck's top card lies face up."""

from collections.abc import Iterator

import pytest

from punto import EDITIONS, MODES, Card, Match, TurnedUp, edition_named

from .dealing import line_cells, place_all, place_next, play_round, played_match, rising_decks


def stages(mode: str) -> Iterator[Match]:
    match = Match(mode, start=2, seed=bytes(32), open_cards=True)
    while match.round_number < 3 and not match.over:
        yield match
        place_next(match)


def test_open_cards_are_off_in_every_edition_unless_the_table_says_so() -> None:
    for edition in EDITIONS:
        assert Match("2p", edition=edition).open_cards is False
        assert not hasattr(edition_named(edition), "open_cards")


@pytest.mark.parametrize("mode", MODES)
def test_the_top_card_of_every_deck_always_lies_face_up(mode: str) -> None:
    for match in stages(mode):
        tops = tuple(next(iter(match.round.cards_left(seat)), None) for seat in match.mode.seats)
        for seat in (None, *match.mode.seats):
            assert match.view(seat).position.face_up == tops


@pytest.mark.parametrize("mode", MODES)
def test_events_turn_up_all_top_cards_at_first_and_then_the_next_of_who_placed(mode: str) -> None:
    match = Match(mode, start=2, seed=bytes(32), open_cards=True)
    order = match.mode.order_from(2)
    tops = [TurnedUp(seat, card) for seat in order if (card := match.round.decks[seat - 1][0])]
    assert list(match.events[1:]) == tops
    first, second = match.play("f6")
    assert first == match.round.placements[0]
    assert second == TurnedUp(2, match.round.decks[1][1])  # type: ignore[arg-type]


def test_the_last_card_of_a_deck_is_followed_by_none() -> None:
    whole = played_match("2p", "english-2018", 0, open_cards=True)
    turned = [event for event in whole.events if isinstance(event, TurnedUp)]
    placed = sum(len(round_.placements) for round_ in whole.rounds)
    left_in_sight = sum(
        round_.face_up(seat) is not None for round_ in whole.rounds for seat in (1, 2)
    )
    assert len(turned) == placed + left_in_sight


@pytest.mark.parametrize("mode", MODES)
def test_open_cards_change_what_is_seen_and_nothing_else(mode: str) -> None:
    covered = Match(mode, start=1, seed=bytes(32))
    opened = Match(mode, start=1, seed=bytes(32), open_cards=True)
    for _ in range(2):
        assert play_round(covered) == play_round(opened)
        assert covered.round.decks == opened.round.decks
        if covered.over:
            break
    assert covered.score == opened.score


@pytest.mark.parametrize("open_cards", [False, True])
def test_after_a_line_the_next_card_of_who_completed_it_is_not_turned_up(open_cards: bool) -> None:
    match = Match("4p", start=1, deals=[rising_decks("4p")], open_cards=open_cards, rounds_to_win=1)
    place_all(match, line_cells("4p", start=1, seat=1))
    assert match.over
    others = (Card("O4"), Card("B4"), Card("G4")) if open_cards else (None, None, None)
    assert match.position().face_up == (None, *others)


def test_open_neutral_cards_that_are_kept_are_known_to_be_kept() -> None:
    known = 0
    for number in range(12):
        whole = played_match("3p", "english-2018", number, open_cards=True)
        for place, before in enumerate(whole.rounds[:-1]):
            position = whole.at(place + 2, 0).position()
            for seat in (1, 2, 3):
                top = before.face_up(seat)
                if top is not None and top.colour is whole.mode.neutral:
                    assert top in (*position.kept[seat - 1], position.face_up[seat - 1])
                    known += top in position.kept[seat - 1]
    assert known > 3
