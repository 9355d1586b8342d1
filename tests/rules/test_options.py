"""The options of a match: one object, from the match to its rounds, positions and records."""

import pytest

from punto import Match, Options, Round, UnreadableError
from punto.rules.options import CHANGES

OPEN = Options(open_cards=True)


def test_every_option_has_its_default_unless_the_table_says_so() -> None:
    assert Options() == Options(open_cards=False, stalemate_removes=True)
    assert Options().names() == ()


def test_options_are_named_as_records_name_them() -> None:
    assert CHANGES == ("open_cards", "no stalemate_removes")
    assert Options(stalemate_removes=False).names() == ("no stalemate_removes",)
    assert OPEN.names() == ("open_cards",)
    assert Options().with_named("open_cards") == OPEN


@pytest.mark.parametrize(
    ("options", "name"),
    [
        (Options(), "blind"),
        (Options(), "no open_cards"),
        (Options(), "stalemate_removes"),
        (OPEN, "open_cards"),
    ],
)
def test_an_unknown_option_or_one_twice_is_refused(options: Options, name: str) -> None:
    with pytest.raises(UnreadableError) as caught:
        options.with_named(name)
    assert caught.value.code == "unreadable-option"
    assert caught.value.sentence == f"option: expected {', '.join(CHANGES)}, once, got {name!r}"


def test_a_match_takes_its_options_as_one_object_or_by_name() -> None:
    as_object = Match("2p", start=1, seed=bytes(32), options=OPEN)
    by_name = Match("2p", start=1, seed=bytes(32), open_cards=True)
    assert as_object == by_name
    assert as_object.open_cards
    assert as_object.round.options == as_object.position().options == OPEN


def test_a_round_names_options_in_its_repr_only_if_they_differ() -> None:
    decks = ["R1", "B1"]
    assert "options" not in repr(Round("2p", decks))
    round_ = Round("2p", decks, options=OPEN)
    assert eval(repr(round_), {"Round": Round, "Options": Options}) == round_
