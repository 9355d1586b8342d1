"""The three errors: each with a code, its values, and a sentence of what was expected and came."""

import pickle

import pytest

from punto import (
    Card,
    IllegalPlacementError,
    Match,
    PuntoError,
    Table,
    TurnError,
    UnreadableError,
)
from punto.rules.errors import shortened


def test_all_three_are_punto_errors_and_value_errors_and_none_is_another() -> None:
    kinds = (UnreadableError, IllegalPlacementError, TurnError)
    for kind in kinds:
        assert issubclass(kind, PuntoError)
        assert issubclass(kind, ValueError)
        assert [other for other in kinds if issubclass(kind, other)] == [kind]


def test_what_cannot_be_read_names_what_was_expected_and_what_came() -> None:
    with pytest.raises(UnreadableError) as caught:
        Card("Q5")
    error = caught.value
    assert error.code == "unreadable-card"
    assert error.values == {"expected": "a colour R O B G and a value 1 to 9", "came": "'Q5'"}
    assert error.sentence == str(error) == f"card: expected {error.values['expected']}, got 'Q5'"


def test_what_the_rules_forbid_names_the_card_the_cell_and_why() -> None:
    with pytest.raises(IllegalPlacementError) as caught:
        Table("f6:R5").place("B3", "f6")
    error = caught.value
    assert error.code == "not-lower"
    assert error.values == {"card": "B3", "cell": "f6", "below": "R5"}
    assert error.sentence == "B3 cannot be placed on f6: the card there, R5, is not lower than 3"


def test_what_comes_out_of_turn_names_whose_turn_it_is() -> None:
    with pytest.raises(TurnError) as caught:
        Match("2p", start=2, seed=bytes(32)).place("f6", seat=1)
    error = caught.value
    assert error.code == "not-your-turn"
    assert error.values == {"expected": 2, "came": 1}
    assert error.sentence == "it is the turn of seat 2, not of seat 1"


@pytest.mark.parametrize("came", ["x" * 10_000, b"x" * 10_000, ["x"] * 10_000, 10**100])
def test_what_came_is_cut_to_a_length_that_fits_in_a_sentence(came: object) -> None:
    quoted = shortened(came)
    assert len(quoted) == 61
    assert quoted.endswith("…")
    assert repr(came).startswith(quoted[:-1])


def test_what_is_short_is_quoted_whole() -> None:
    assert shortened("x" * 58) == repr("x" * 58)
    assert shortened("é\n") == repr("é\n")
    assert shortened(None) == "None"


def test_errors_travel_between_processes_as_they_are() -> None:
    match = Match("2p", start=2, seed=bytes(32))
    for request in (
        lambda: Card("Q5"),
        lambda: match.place("a1"),
        lambda: match.place("f6", seat=1),
    ):
        with pytest.raises(PuntoError) as caught:
            request()
        error, twin = caught.value, pickle.loads(pickle.dumps(caught.value))
        assert type(twin) is type(error)
        assert (twin.code, twin.values, twin.sentence) == (error.code, error.values, error.sentence)
