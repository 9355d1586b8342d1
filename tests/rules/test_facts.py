"""The tables of modes and editions, and what derives from them."""

import pytest

import punto
from punto import EDITIONS, MODES, Colour, Match, UnreadableError, edition_named, mode_named

MODE_TABLE = {
    "2p": ([(1,), (2,)], ["RO", "BG"], "", 5),
    "3p": ([(1,), (2,), (3,)], ["R", "O", "B"], "G", 4),
    "4p": ([(1,), (2,), (3,), (4,)], ["R", "O", "B", "G"], "", 4),
    "teams": ([(1, 3), (2, 4)], ["RO", "BG"], "", 5),
}
EDITION_TABLE = {
    "english-2018": ("winner", "even", "total"),
    "german-2018": ("ender", "even", "lowest"),
    "nordic-2019": ("winner", "from-winner", "lowest"),
}


def test_there_are_four_modes_and_three_editions() -> None:
    assert list(MODES) == list(MODE_TABLE)
    assert list(EDITIONS) == list(EDITION_TABLE)


@pytest.mark.parametrize("name", MODE_TABLE)
def test_a_mode_has_the_seats_sides_colours_and_line_of_the_table(name: str) -> None:
    seats, colours, neutral, line = MODE_TABLE[name]
    mode = mode_named(name)
    assert [side.seats for side in mode.sides] == seats
    assert [side.number for side in mode.sides] == list(range(1, len(seats) + 1))
    assert ["".join(colour.letter for colour in side.colours) for side in mode.sides] == colours
    assert (mode.neutral.letter if mode.neutral is not None else "") == neutral
    assert mode.line == line
    assert list(mode.seats) == list(range(1, sum(map(len, seats)) + 1))
    assert mode.is_teams is (name == "teams")


@pytest.mark.parametrize("name", MODE_TABLE)
def test_every_seat_plays_for_the_side_that_counts_it_in(name: str) -> None:
    mode = mode_named(name)
    for side in mode.sides:
        for seat in side.seats:
            assert mode.side_of(seat) is side


@pytest.mark.parametrize("name", EDITION_TABLE)
def test_an_edition_reads_the_disputed_points_as_its_booklet_does(name: str) -> None:
    edition = edition_named(name)
    assert (edition.starter, edition.redeal, edition.tie) == EDITION_TABLE[name]


def test_english_2018_two_rounds_and_covered_decks_are_the_defaults() -> None:
    match = Match(start=1)
    assert match.mode.name == "2p"
    assert match.edition.name == "english-2018"
    assert match.rounds_to_win == 2
    assert match.open_cards is False


def test_play_goes_round_in_seat_order() -> None:
    mode = mode_named("4p")
    assert [mode.after(seat) for seat in mode.seats] == [2, 3, 4, 1]
    assert mode.order_from(3) == (3, 4, 1, 2)
    assert mode_named("3p").order_from(1) == (1, 2, 3)


def test_the_neutral_colour_has_no_line() -> None:
    assert mode_named("3p").line_by_colour == (4, 4, 4, 0)
    assert mode_named("2p").line_by_colour == (5, 5, 5, 5)
    assert mode_named("3p").neutral is Colour.GREEN


def test_modes_and_editions_are_found_by_name_or_are_themselves() -> None:
    for mode in MODES.values():
        assert mode_named(mode) is mode_named(mode.name) is mode
        assert eval(repr(mode), vars(punto)) is mode
    for edition in EDITIONS.values():
        assert edition_named(edition) is edition_named(edition.name) is edition
        assert eval(repr(edition), vars(punto)) is edition


def test_an_unknown_mode_is_unreadable_and_the_sentence_lists_the_known_ones() -> None:
    with pytest.raises(UnreadableError) as caught:
        Match("5p")
    assert caught.value.code == "unreadable-mode"
    assert caught.value.sentence == "mode: expected one of 2p, 3p, 4p, teams, got '5p'"


def test_an_unknown_edition_is_unreadable_and_the_sentence_lists_the_known_ones() -> None:
    with pytest.raises(UnreadableError) as caught:
        Match("2p", edition="french-2018")
    assert caught.value.code == "unreadable-edition"
    assert caught.value.sentence == (
        "edition: expected one of english-2018, german-2018, nordic-2019, got 'french-2018'"
    )
