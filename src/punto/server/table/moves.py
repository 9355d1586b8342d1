"""Commands during the match: laying cards and taking them back."""

from typing import Any, Literal

from punto.rules.cell import Cell
from punto.rules.events import MatchEnded, RoundEnded
from punto.rules.match import Match
from punto.rules.round import Placement
from punto.server.table import allowance
from punto.server.table.change import Change
from punto.server.table.client_view import match_shape, step_shapes, turn_shape
from punto.server.table.errors import refusal
from punto.server.table.table import Seat, Table
from punto.server.wire.commands import Place, Undo
from punto.server.wire.shapes import TurnShape


def place(change: Change, command: Place) -> None:
    """Lay the card in hand, for a seat of the device."""
    match, seat = require_match(change.table), require_own_seat(change, command.seat)
    refuse_while_paused(change.table)
    check_last_event(change.table, command.last_event)
    if seat.bot:
        raise refusal("not-your-seat", seat=command.seat)
    lay(change, match, command.seat, command.cell)


def lay(
    change: Change,
    match: Match,
    seat: int,
    cell: str | Cell,
    by: Literal["bot", "clock"] | None = None,
) -> None:
    """Lay the card in hand, and record what follows from it.

    A match that reaches `MAX_CARDS_LAID`, with one drawn round after another, is ended.
    """
    placement, *then = match.play(cell, seat=seat)
    assert isinstance(placement, Placement)
    more: dict[str, Any] = {} if by is None else {"by": by}
    kinds = set(map(type, then))
    if RoundEnded in kinds:
        more["match"] = match_shape(match, deadline(change.table, change.now))
    change.record(
        "placed",
        seat=placement.seat,
        card=str(placement.card),
        cell=str(placement.cell),
        on_top=placement.on_top,
        then=step_shapes(then),
        turn=next_turn(change),
        **more,
    )
    if MatchEnded in kinds:
        end(change, "won", match.winner)
    elif change.table.cards_laid >= allowance.MAX_CARDS_LAID:
        end(change, "abandoned", None)


def undo(change: Change, command: Undo) -> None:
    """Take cards back until it is the turn of the person who last laid one."""
    table, match = change.table, require_match(change.table)
    if not table.seats_of(change.device_number):
        raise refusal("not-your-seat")
    if len(table.people) > 1:
        raise refusal("undo-online")
    if table.daily:
        raise refusal("undo-daily")
    refuse_while_paused(table)
    check_last_event(table, command.last_event)
    change.check_allowance("undone")
    seats = [event.seat for event in match.events if isinstance(event, Placement)]
    by_people = [turn for turn, seat in enumerate(seats) if table.seats[seat - 1].is_person]
    if not by_people:
        raise refusal("nothing-to-undo")
    count = len(seats) - by_people[-1]
    for _ in range(count):
        match.undo()
    change.record("undone", count=count, match=match_shape(match, deadline(table, change.now)))


def next_turn(change: Change) -> TurnShape | None:
    """Describe the turn that begins now, with its deadline."""
    table, match = change.table, change.table.match
    assert match is not None
    return turn_shape(match, deadline(table, change.now))


def deadline(table: Table, now: int) -> int | None:
    """Return the deadline of the current turn in ms, if a person is to move and has a limit."""
    seconds, seat = table.settings.turn_seconds, table.to_move
    if seconds is None or seat is None or seat.bot:
        return None
    return now + 1000 * seconds


def end(
    change: Change,
    how: Literal["won", "resigned", "agreed", "abandoned"],
    winner: int | None,
    seat: int | None = None,
) -> None:
    """End the match, and publish its seed."""
    match = change.table.match
    assert match is not None
    assert match.seed is not None
    change.apply_and_record("over", winner=winner, how=how, seat=seat, seed=match.seed.hex())


def check_last_event(table: Table, last_event: int) -> None:
    """Refuse a command whose client did not know the current turn (optimistic concurrency)."""
    if last_event < table.turn_number:
        raise refusal("too-late", number=table.number)
    if last_event > table.number:
        raise refusal("from-the-future", number=table.number)


def require_match(table: Table) -> Match:
    """Return the match, or refuse if none is being played."""
    if table.phase != "playing" or table.match is None:
        raise refusal("not-playing")
    return table.match


def refuse_while_paused(table: Table) -> None:
    """Refuse what only a match that goes on allows."""
    if table.is_paused:
        raise refusal("paused")


def require_own_seat(change: Change, seat: int) -> Seat:
    """Return a seat of the device that makes the change, or refuse."""
    return own_seat(change.table, change.device_number, seat)


def own_seat(table: Table, device_number: int, seat: int) -> Seat:
    """Return a seat, or refuse if it does not belong to the device."""
    if seat > len(table.seats):
        raise refusal("no-such-seat", seat=seat)
    holder = table.seats[seat - 1]
    if not (holder.is_person and holder.device == device_number):
        raise refusal("not-your-seat", seat=seat)
    return holder
