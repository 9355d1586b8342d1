"""Events: everything that happened, as everybody at the table saw it."""

from itertools import pairwise

import pytest

from punto import (
    EDITIONS,
    MODES,
    Card,
    Cell,
    Event,
    Match,
    MatchEnded,
    Placement,
    RoundEnded,
    RoundStarted,
    Table,
    TurnedUp,
)

from .dealing import line_cells, place_all, place_next, played_match, rising_decks


@pytest.mark.parametrize("open_cards", [False, True])
@pytest.mark.parametrize("mode", MODES)
def test_what_each_placement_tells_adds_up_to_all_events(mode: str, open_cards: bool) -> None:
    match = Match(mode, start=2, seed=bytes(32), open_cards=open_cards)
    told: list[Event] = list(match.events)
    while not match.over:
        told += place_next(match)
    assert tuple(told) == match.events
    assert told[-1] == MatchEnded(match.winner)  # type: ignore[arg-type]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("mode", MODES)
def test_replaying_the_placements_reproduces_every_table_and_every_start(
    mode: str, edition: str
) -> None:
    match = played_match(mode, edition, 1)
    tables: list[Table] = []
    starts = []
    for event in match.events:
        if isinstance(event, RoundStarted):
            assert event.round_number == len(tables) + 1
            tables.append(Table())
            starts.append(event.start)
        elif isinstance(event, Placement):
            assert (event.cell in tables[-1].stacks()) is event.on_top
            tables[-1].place(event.card, event.cell)
        elif isinstance(event, RoundEnded):
            assert event == RoundEnded(len(tables), match.rounds[len(tables) - 1].end)  # type: ignore[arg-type]
    assert tables == [round_.table for round_ in match.rounds]
    assert starts == [round_.start for round_ in match.rounds]


@pytest.mark.parametrize("mode", MODES)
def test_a_card_is_turned_up_right_before_it_is_placed_by_the_seat_that_turned_it_up(
    mode: str,
) -> None:
    events = played_match(mode, "english-2018", 1).events
    for before, event in pairwise(events):
        if isinstance(event, Placement):
            assert before == TurnedUp(event.seat, event.card)
        if isinstance(before, TurnedUp):
            assert isinstance(event, Placement | RoundEnded)


def test_a_first_round_in_events() -> None:
    match = Match("2p", start=1, deals=[rising_decks("2p")], rounds_to_win=1)
    assert match.events == (RoundStarted(1, 1), TurnedUp(1, Card("R1")))
    assert match.play("f6") == (
        Placement(1, Card("R1"), Cell("f6"), on_top=False),
        TurnedUp(2, Card("B1")),
    )
    match.undo()
    assert match.events == (RoundStarted(1, 1), TurnedUp(1, Card("R1")))
    *cells, last = line_cells("2p", start=1, seat=1).split()
    place_all(match, " ".join(cells))
    told = match.play(last)
    assert match.last_end is not None
    assert told == (
        Placement(1, Card("R5"), Cell("j6"), on_top=False),
        RoundEnded(1, match.last_end),
        MatchEnded(1),
    )


def test_a_line_turns_up_no_further_card_but_the_next_round_does() -> None:
    match = Match("4p", start=1, seed=bytes(32))
    while match.round_number == 1:
        told = place_next(match)
    end = match.last_end
    assert end is not None
    assert match.seat is not None
    assert match.card is not None
    assert end.kind == "line"
    assert told[1:] == (
        RoundEnded(1, end),
        RoundStarted(2, match.seat),
        TurnedUp(match.seat, match.card),
    )


@pytest.mark.parametrize("mode", MODES)
def test_the_card_that_could_not_be_played_is_turned_up_before_the_round_ends(mode: str) -> None:
    found = 0
    for number in range(8):
        events = played_match(mode, "english-2018", number).events
        for before, event in pairwise(events):
            if isinstance(event, RoundEnded) and event.end.kind != "line":
                stuck = event.end.stuck
                if stuck is None:
                    assert isinstance(before, Placement)
                else:
                    assert before == TurnedUp(event.end.seat, stuck)
                    found += 1
    assert found > 3
