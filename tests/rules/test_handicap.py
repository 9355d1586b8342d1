"""The handicap: a side's highest cards leave the match before it begins, for everybody to see."""

import pickle
from collections import Counter
from itertools import chain
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from punto import (
    EDITIONS,
    MODES,
    Card,
    Match,
    Mode,
    Options,
    Record,
    Round,
    UnreadableError,
    mode_named,
    read_position,
    read_record,
    simulate,
    write_position,
)
from punto.bots import bot_named
from punto.rules.card import ALL_CARDS, cards_of, read_cards
from punto.rules.facts import COPIES
from punto.rules.handicap import HANDICAPS, handicap_cards

SEED = "0b" * 32
EVERY_CARD = Counter(ALL_CARDS * COPIES)
NAMES = ("Ada", "Ben", "Cleo", "Dag")


@st.composite
def matches(draw: st.DrawFn) -> Match:
    """Draw a match with a handicap, in any mode and edition, some cards into it."""
    mode = mode_named(draw(st.sampled_from(list(MODES))))
    numbers = draw(st.tuples(*[st.sampled_from(HANDICAPS)] * len(mode.sides)))
    match = Match(
        mode,
        edition=draw(st.sampled_from(list(EDITIONS))),
        rounds_to_win=draw(st.integers(1, 3)),
        seed=draw(st.binary(min_size=32, max_size=32)),
        options=Options(open_cards=draw(st.booleans()), handicap=numbers),
    )
    chance = Random(draw(st.integers(0, 2**32)))
    for _ in range(draw(st.integers(0, 100))):
        if not match.over:
            match.place(chance.choice(match.legal_cells))
    return match


def both_copies(match: Match) -> set[Card]:
    """List the cards of which the handicap took both."""
    return {card for card, count in Counter(chain(*match.handicap_cards)).items() if count > 1}


@pytest.mark.parametrize(
    ("mode", "handicap", "cards"),
    [
        ("2p", (6, 1), ("R9 R9 O9 O9 R8 R8", "B9")),
        ("3p", (0, 3, 1), ("", "O9 O9 O8", "B9")),
        ("4p", (6, 0, 0, 2), ("R9 R9 R8 R8 R7 R7", "", "", "G9 G9")),
        ("teams", (3, 5), ("R9 R9 O9", "B9 B9 G9 G9 B8")),
    ],
)
def test_the_highest_cards_leave_first_both_copies_before_the_next_colour(
    mode: str, handicap: tuple[int, ...], cards: tuple[str, ...]
) -> None:
    match = Match(mode, seed=SEED, options=Options(handicap=handicap))
    assert match.handicap_cards == tuple(map(read_cards, cards))
    assert match.position().handicap_cards == match.handicap_cards


@pytest.mark.parametrize("mode", MODES.values(), ids=str)
def test_without_a_handicap_a_seed_deals_what_it_always_dealt(mode: Mode) -> None:
    plain = Match(mode, seed=SEED)
    zeros = Match(mode, seed=SEED, options=Options(handicap=(0,) * len(mode.sides)))
    assert plain == zeros
    assert zeros.options == Options()
    assert not any(handicap_cards(mode, ()))


@settings(max_examples=40)
@given(match=matches())
def test_all_cards_are_somewhere_and_those_of_the_handicap_nowhere_else(match: Match) -> None:
    position, handicap = match.position(), match.options.handicap
    gone = Counter(chain(*match.handicap_cards))
    in_play = Counter(
        [
            *position.table.cards,
            *filter(None, position.face_up),
            *chain(*position.unseen, *position.kept),
            *position.unseen_neutrals,
        ]
    )
    out = Counter(chain(*match.stage.score.removed))  # what this round removed is on the table
    assert in_play + out + gone == EVERY_CARD
    assert gone.total() == sum(handicap)
    for seat in match.mode.seats:
        assert not position.possible_cards(seat) & both_copies(match)


@settings(max_examples=25)
@given(match=matches())
def test_a_match_comes_back_from_its_position_record_pickle_and_repr(match: Match) -> None:
    position = match.position()
    assert read_position(write_position(position)) == position
    assert pickle.loads(pickle.dumps(match)) == match
    assert eval(repr(match), {"Match": Match, "Options": Options}) == match
    record = Record(match, NAMES[: len(match.mode.seats)], "2026-11-18")
    assert read_record(str(record)).match.options == match.options
    assert str(read_record(str(record))) == str(record)
    if position.seat is not None:
        onward = Match.from_position(position, seed=SEED)
        assert onward.position() == position
        assert onward.handicap_cards == match.handicap_cards
    while match.events and match.round.ply + match.round_number > 1:
        match.undo()
    assert match == Match(
        match.mode,
        edition=match.edition,
        rounds_to_win=match.rounds_to_win,
        start=match.start,
        seed=match.seed,
        options=match.options,
    )


@pytest.mark.parametrize("mode", MODES)
def test_views_tell_the_cards_of_the_handicap_and_no_deck(mode: str) -> None:
    handicap = (4, 2, 1, 3)[: len(MODES[mode].sides)]
    match = Match(mode, seed=SEED, options=Options(handicap=handicap))
    for viewer in (None, *match.mode.seats):
        position = match.view(viewer).position
        assert position.handicap_cards == match.handicap_cards
        assert [card for card in position.face_up if card] == [match.card]
        for side, unseen, gone in zip(
            match.mode.sides, position.unseen, match.handicap_cards, strict=True
        ):
            every = Counter(chain(*map(cards_of, side.colours)))
            up = [card for card in position.face_up if card is not None and card in every]
            assert list(unseen) == sorted((every - Counter([*gone, *up])).elements())


@pytest.mark.unmeasured
@pytest.mark.parametrize("mode", MODES)
def test_bots_play_whole_matches_with_a_handicap(mode: str) -> None:
    handicap = (6, 5, 0, 1)[: len(MODES[mode].sides)]
    match = Match(mode, seed=SEED, rounds_to_win=1, options=Options(handicap=handicap))
    bot, chance = bot_named("greedy"), Random(5)
    while not match.over:
        assert match.seat is not None
        match.place(bot.choose(match.view(match.seat), chance))
    laid = {card for round_ in match.rounds for card in round_.table.cards}
    assert not laid & both_copies(match)


def test_simulated_rounds_are_dealt_without_these_cards() -> None:
    seen: set[Card] = set()

    def first(turn: object, chance: Random) -> int:
        del chance
        position = turn.position  # type: ignore[attr-defined]
        seen.update(position.unseen[0], [position.card])
        return int(position.legal_cells[0])

    tally = simulate([first, first], rounds=2, options=Options(handicap=(4, 0)))
    assert tally.rounds == 2
    assert not seen & set(read_cards("R9 O9"))
    assert set(read_cards("R8 O8")) <= seen


@pytest.mark.parametrize(
    "handicap", [(7, 0), (-1, 0), (True, 0), (1.0, 0), ("1", "0"), "10", 2, None, (None, 1)]
)
def test_what_is_no_handicap_is_refused(handicap: tuple[int, ...]) -> None:
    with pytest.raises(UnreadableError, match="handicap: expected numbers from 0 to 6"):
        Options(handicap=handicap)


@pytest.mark.parametrize(("mode", "handicap"), [("2p", (1,)), ("2p", (1, 0, 0)), ("3p", (1, 0))])
def test_a_handicap_has_a_number_for_each_side_of_the_mode(
    mode: str, handicap: tuple[int, ...]
) -> None:
    options = Options(handicap=handicap)
    expected = f"handicap: expected {len(MODES[mode].sides)} numbers in {mode}"
    with pytest.raises(UnreadableError, match=expected):
        Match(mode, options=options)
    with pytest.raises(UnreadableError, match=expected):
        Round(mode, [["R1"]] * len(MODES[mode].seats), options=options)


def test_a_round_or_position_has_no_card_that_the_handicap_took() -> None:
    options = Options(handicap=(2, 0))
    with pytest.raises(UnreadableError, match="R9 at most 2 times"):
        Round("2p", ["R9", "B1"], options=options)
    match = Match("2p", start=1, seed=SEED, options=options)
    text = write_position(match.position())
    assert " handicap=2:0 " in text
    unseen = text.replace("R1", "R9", 1)  # as many cards as before, but one of them is gone
    with pytest.raises(UnreadableError):
        read_position(unseen)


def test_the_unknown_decks_of_a_round_are_the_rest_of_the_cards() -> None:
    options = Options(handicap=(6, 6))
    round_ = Round("2p", [("R1", *"?" * 29), ["?"] * 30], options=options)
    assert read_cards("R8")[0] not in round_.position().unseen[0]
    assert len(round_.position().unseen[1]) == 30
