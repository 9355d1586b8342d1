"""Rounds of the environments are those of the rules, and show nothing but what is public."""

from collections import Counter
from itertools import chain
from random import Random

import pytest

from punto import EDITIONS, Match, PuntoError
from punto.envs.observation import PARTS, SIZE, colour_order, mask_of, observation_of, prizes
from punto.rules.facts import MODES, mode_named

from .replaying import place, play

ROUNDS = 12


def test_the_parts_fill_the_observation() -> None:
    end = 0
    for part in PARTS:
        size = 1
        for length in part.shape:
            size *= length
        assert part.start == end
        end += size
    assert end == SIZE


@pytest.mark.parametrize("mode", MODES)
def test_every_step_agrees_with_the_rules(mode: str) -> None:
    seats = len(mode_named(mode).seats)
    for number, played in enumerate(play(mode, ROUNDS, seed=5)):
        round_ = played.as_round(seed=number)
        for ply, action in enumerate(played.actions):
            position = round_.position()
            assert position.seat == ply % seats + 1
            assert played.masks[ply] == mask_of(position)
            assert played.observations[ply] == observation_of(position, position.seat)
            place(round_, action)
        assert round_.end is not None
        next_seat = len(played.actions) % seats + 1
        assert played.observations[-1] == observation_of(round_.position(), next_seat)
        assert played.masks[-1] == bytes(49)
        winner = round_.end.winner or 0
        assert played.rewards == prizes(round_.mode)[4 * winner : 4 * winner + seats].tolist()


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("mode", MODES)
def test_later_rounds_of_a_match_can_be_observed(mode: str, edition: str) -> None:
    random = Random(mode)
    match = Match(mode, edition=edition, start=1, seed="05" * 32, rounds_to_win=9)
    (unseen,) = (part for part in PARTS if part.name == "unseen")
    kept = 0
    while match.round_number < 4:
        position = match.position()
        for seat in position.mode.seats:
            order = [colour.letter for colour in colour_order(position.mode, seat)]
            shown = observation_of(position, seat)[unseen.start : unseen.start + 36]
            found = Counter(
                {
                    f"{letter}{value}": shown[9 * place + value - 1]
                    for place, letter in enumerate(order)
                    for value in range(1, 10)
                }
            )
            hidden = chain(*position.unseen, *position.kept, position.unseen_neutrals)
            assert +found == Counter(map(str, hidden))
        kept += sum(map(len, position.kept))
        match.place(random.choice(match.legal_cells))
    assert bool(kept) == (mode == "3p")


def test_only_seats_of_the_mode_observe() -> None:
    position = Match("2p", start=1, seed="00" * 32).position()
    for seat in (0, 3):
        with pytest.raises(PuntoError, match=f"seat: expected 1 to 2, got {seat}"):
            observation_of(position, seat)


@pytest.mark.parametrize("mode", MODES)
def test_rewards_are_shared_by_partners_and_add_up_to_nothing(mode: str) -> None:
    agreed = mode_named(mode)
    ends = prizes(agreed)
    assert ends[:4].tolist() == [0, 0, 0, 0]
    for side in agreed.sides:
        rewards = ends[4 * side.number : 4 * side.number + 4].tolist()
        assert sum(rewards) == pytest.approx(0, abs=1e-6)
        for seat in agreed.seats:
            assert (rewards[seat - 1] == 1) == (seat in side.seats)


@pytest.mark.parametrize("mode", MODES)
def test_an_observation_does_not_depend_on_what_lies_unseen(mode: str) -> None:
    for played in play(mode, 4, seed=9):
        first, second = played.as_round(seed=1), played.as_round(seed=2)
        assert first.decks != second.decks or len(played.actions) > 60
        for action in played.actions:
            for seat in first.mode.seats:
                seen = observation_of(first.position(), seat)
                assert seen == observation_of(second.position(), seat)
            place(first, action)
            place(second, action)
