"""Between rounds: everybody takes back what is theirs, but for the cards removed."""

from collections import Counter

import pytest

from punto import EDITIONS, MODES, Card, Match, UnreadableError, mode_named

from .dealing import played_match, rising_decks, transitions, won_by_line


@pytest.mark.unmeasured
@pytest.mark.parametrize("mode", MODES)
def test_a_side_takes_back_all_its_cards_less_those_removed(mode: str) -> None:
    for edition in EDITIONS:
        for before, after in transitions(mode, edition, matches=8):
            assert before.end is not None
            for side in mode_named(mode).sides:
                had, has = (
                    Counter(
                        card
                        for seat in side.seats
                        for card in round_.decks[seat - 1]
                        if card is not None and card.colour in side.colours
                    )
                    for round_ in (before, after)
                )
                won = before.end.winner == side.number
                gone = Counter([before.end.removed] if won and before.end.removed else [])
                assert has == had - gone


@pytest.mark.parametrize("mode", MODES)
def test_a_removed_card_is_not_played_again(mode: str) -> None:
    match = won_by_line(mode, start=1, seat=1)
    removed = Card("R5") if mode_named(mode).line == 5 else Card("R4")
    assert match.score.removed[0] == (removed,)
    decks = rising_decks(mode)
    with pytest.raises(UnreadableError) as caught:
        match.deal(decks)
    assert caught.value.code == "unreadable-deal"
    match.deal(None)
    assert match.holds(1)[removed] == 1
    assert match.holds(1).total() == (35 if mode in ("2p", "teams") else 17)


def test_a_card_of_which_both_copies_were_removed_is_in_no_deck_any_more() -> None:
    found = 0
    for number in range(25):
        match = played_match("4p", "english-2018", number)
        ends = [round_.end for round_ in match.rounds]
        for place, round_ in enumerate(match.rounds):
            gone = Counter(end.removed for end in ends[:place] if end and end.removed)
            for card in (card for card, count in gone.items() if count == 2):
                assert all(card not in deck for deck in round_.decks)
                found += 1
    assert found > 3


def test_an_odd_card_of_a_team_goes_to_the_member_who_plays_first_in_the_coming_round() -> None:
    sizes = {}
    for seat in (1, 2, 3, 4):
        match = won_by_line("teams", start=1, seat=seat)
        match.deal(None)
        sizes[seat] = (match.seat, match.position().decks)
    assert sizes == {
        1: (2, (17, 18, 18, 18)),
        2: (3, (18, 17, 18, 18)),
        3: (4, (18, 18, 17, 18)),
        4: (1, (18, 18, 18, 17)),
    }


@pytest.mark.unmeasured
def test_the_odd_card_does_not_follow_who_won() -> None:
    for before, after in transitions("teams", "english-2018"):
        assert before.end is not None
        first, second = after.start, after.start % 4 + 1
        for member in (first, second):
            partner = (member + 1) % 4 + 1
            size, smaller = len(after.decks[member - 1]), len(after.decks[partner - 1])
            assert size - smaller == (size + smaller) % 2


@pytest.mark.parametrize("mode", MODES)
def test_the_cards_of_the_next_round_are_shuffled_anew(mode: str) -> None:
    for before, after in transitions(mode, "english-2018", matches=3):
        for one, other in zip(before.decks, after.decks, strict=True):
            assert one != other
            assert one[:10] != other[:10]


def test_a_teams_cards_are_shuffled_together_again_and_not_kept_by_a_member() -> None:
    moved = 0
    for before, after in transitions("teams", "english-2018", matches=5):
        for had, has in zip(before.decks, after.decks, strict=True):
            moved += (Counter(has) - Counter(had)).total()
    assert moved > 100


@pytest.mark.parametrize("mode", MODES)
def test_the_table_is_empty_when_a_round_begins(mode: str) -> None:
    match = Match(mode, start=1, seed=bytes(32))
    number = match.round_number
    while match.round_number == number:
        match.place(match.legal_cells[-1])
    assert len(match.table) == 0
    assert [str(cell) for cell in match.legal_cells] == ["f6"]
