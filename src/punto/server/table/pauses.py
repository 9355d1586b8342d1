"""Commands that pause a match when all agree, and that continue it."""

from punto.server.table.change import Change
from punto.server.table.errors import refusal
from punto.server.table.moves import deadline, require_match, require_own_seat
from punto.server.table.table import Table
from punto.server.wire.commands import OfferPause, Resume
from punto.server.wire.words import DeviceNumber


def offer_pause(change: Change, command: OfferPause) -> None:
    """Offer to pause the match. It is paused when all people who are playing have offered that."""
    table = change.table
    require_match(table)
    require_own_seat(change, command.seat)
    if table.is_paused:
        raise refusal("paused")
    if change.device_number in table.pause_offers:
        raise refusal("already-offered")
    change.check_allowance("pause_offered")
    change.apply_and_record("pause_offered", seat=command.seat)
    if asked(table) <= table.pause_offers:
        change.apply_and_record("paused", seat=command.seat)


def asked(table: Table) -> set[DeviceNumber]:
    """List the devices that must agree: not those of people for whom bots stand in."""
    return {seat.device for seat in table.seats if seat.is_person and not seat.bot}


def resume(change: Change, command: Resume) -> None:
    """Continue the match: whoever wants to play on need not ask."""
    table = change.table
    require_match(table)
    require_own_seat(change, command.seat)
    if not table.is_paused:
        raise refusal("not-paused")
    change.apply_and_record("resumed", seat=command.seat, until=deadline_after_pause(change))


def deadline_after_pause(change: Change) -> int | None:
    """Find when the turn ends: the time that was left, or all of it if the holder changed."""
    table = change.table
    running = table.copy()
    running.is_paused = False
    until = deadline(running, change.now)
    if until is None or table.paused_ms_left is None:
        return until
    return change.now + table.paused_ms_left
