"""A handicap goes with the person: whoever gets another seat takes it there.

Settings have a number for each side, which is a seat; only in teams two seats share one, and there
it stays with the side.
"""

from collections.abc import Sequence

from punto.rules.facts import MODES
from punto.server.room.room import OPEN, Place, Room
from punto.server.wire.table_settings import Settings


def settings_for(room: Room, seats: Sequence[Place]) -> Settings:
    """Return the settings of the next match if these people play it."""
    if _is_for_teams(room):
        return room.settings
    handicap = [
        room.handicaps.get(place.member, number if was in (OPEN, place) else 0)
        if place.kind == "member"
        else number * (was in (OPEN, place))
        for place, was, number in zip(
            seats, _seats_before(room, seats), _numbers(room, seats), strict=True
        )
    ]
    return room.settings.model_copy(update={"handicap": handicap if any(handicap) else []})


def remember_handicaps(room: Room, seats: Sequence[Place]) -> None:
    """Remember the handicaps of those who have a seat, for when they get another one."""
    if not _is_for_teams(room):
        chosen = zip(seats, _numbers(room, seats), strict=True)
        there = {place.member: number for place, number in chosen if place.kind == "member"}
        room.handicaps = {**room.handicaps, **there}


def _is_for_teams(room: Room) -> bool:
    return any(len(side.seats) > 1 for side in MODES[room.settings.mode].sides)


def _numbers(room: Room, seats: Sequence[Place]) -> Sequence[int]:
    return room.settings.handicap or [0] * len(seats)


def _seats_before(room: Room, seats: Sequence[Place]) -> Sequence[Place]:
    """Return who had these seats; those that a larger mode adds were open."""
    return [*room.seats, *[OPEN] * len(seats)][: len(seats)]
