"""Cards: 72 of them, and how they are named."""

import copy
import pickle
from collections import Counter

import pytest

from punto import Card, Colour, UnreadableError
from punto.rules.card import ALL_CARDS, cards_of, read_cards


def test_72_cards_in_four_colours_two_of_each_value_1_to_9() -> None:
    deck = Counter(card for colour in Colour for card in cards_of(colour))
    assert deck.total() == 72
    assert deck == {Card(f"{letter}{value}"): 2 for letter in "ROBG" for value in range(1, 10)}


def test_the_two_copies_of_a_card_are_the_same_card() -> None:
    first, second = cards_of(Colour.BLUE)[:2]
    assert first is second is Card("B1")
    assert hash(first) == hash(Card("B1"))


@pytest.mark.parametrize(
    ("letter", "colour"),
    [("R", Colour.RED), ("O", Colour.ORANGE), ("B", Colour.BLUE), ("G", Colour.GREEN)],
)
def test_a_card_has_the_colour_and_the_value_of_its_name(letter: str, colour: Colour) -> None:
    for value in range(1, 10):
        card = Card(f"{letter}{value}")
        assert card.colour is colour
        assert card.value == value
        assert str(card) == f"{letter}{value}"
    assert colour.letter == letter


def test_cards_sort_by_colour_in_the_order_r_o_b_g_and_then_by_value() -> None:
    assert sorted(read_cards("G1 B9 R2 O3 R1")) == list(read_cards("R1 R2 O3 B9 G1"))


def test_a_cards_number_is_16_times_its_colour_plus_its_value() -> None:
    assert int(Card("R1")) == 1
    assert int(Card("G9")) == 57
    assert [Card(int(card)) for card in ALL_CARDS] == list(ALL_CARDS)


def test_cards_are_read_from_one_text_or_from_a_list() -> None:
    expected = (Card("R3"), Card("G9"))
    assert read_cards("R3  G9") == read_cards(["R3", 57]) == read_cards(expected) == expected


def test_a_colour_shows_its_name() -> None:
    assert repr(Colour.ORANGE) == str(Colour.ORANGE) == "Colour.ORANGE"


@pytest.mark.parametrize("card", ALL_CARDS)
def test_a_card_survives_pickling_and_copying_as_the_very_same_card(card: Card) -> None:
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(card, protocol)) is card
    assert copy.copy(card) is card
    assert copy.deepcopy([card])[0] is card


@pytest.mark.parametrize(
    "came",
    ["", "R", "R0", "R10", "X1", "r7", "7R", " R7", "R7 ", "R\uff17", 0, 10, 16, 58, -1, None],
)
def test_what_is_no_card_is_unreadable_and_the_sentence_says_what_came(came: str) -> None:
    with pytest.raises(UnreadableError) as caught:
        Card(came)
    assert caught.value.code == "unreadable-card"
    assert caught.value.sentence == (
        f"card: expected a colour R O B G and a value 1 to 9, got {came!r}"
    )
    assert caught.value.values["came"] == repr(came)
