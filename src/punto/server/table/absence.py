"""Commands about absent people: bots that stand in, returning, and moving to another device."""

from punto.bots import bot_named
from punto.server.table.allowance import THE_TABLE, is_allowed
from punto.server.table.change import Change, fingerprint
from punto.server.table.errors import refusal
from punto.server.table.moves import deadline, require_match
from punto.server.wire.commands import StandIn
from punto.server.wire.words import DeviceNumber

HANDOVER_MS = 5 * 60 * 1000
"""How long the key of a handover is valid."""


def stand_in(change: Change, command: StandIn, absent: set[DeviceNumber]) -> None:
    """Let a bot play for an absent person. Only another player can ask for that."""
    table = change.table
    require_match(table)
    if not table.seats_of(change.device_number):
        raise refusal("not-your-seat")
    if command.seat > len(table.seats):
        raise refusal("no-such-seat", seat=command.seat)
    seat = table.seats[command.seat - 1]
    if not seat.is_person or seat.device not in absent:
        raise refusal("not-gone", seat=command.seat)
    if seat.bot:  # replacing a stand-in is allowed, but not without limit
        change.check_allowance("stood_in")
    change.apply_and_record("stood_in", seat=command.seat, bot=bot_named(command.bot).name)


def come_back(change: Change) -> None:
    """Give a returning person back the seats that bots have held.

    After too many returns within one turn, the bots keep the seats until the next turn.
    """
    table = change.table
    for place in table.seats_of(change.device_number):
        if not is_allowed(table, change.device_number, "returned"):
            return
        if table.seats[place - 1].bot and table.phase == "playing":
            change.apply_and_record("returned", seat=place)
            if table.match is not None and table.match.seat == place:
                set_clock(change)


def set_clock(change: Change) -> bool:
    """Restart the clock of the turn, unless it was restarted too often; return whether it was."""
    until = deadline(change.table, change.now)
    if until is None or not is_allowed(change.table, THE_TABLE, "clock_set"):
        return False
    change.apply_and_record("clock_set", until=until)
    return True


def offer_handover(change: Change, key: str) -> None:
    """Offer the seats of this device to another one. The key works once, for `HANDOVER_MS`."""
    seats, number = change.table.seats_of(change.device_number), change.device_number
    if not seats and number != change.table.host:
        raise refusal("nothing-to-hand-over")
    change.check_allowance("handover_offered")
    until = change.now + HANDOVER_MS
    secret = {"fingerprint": fingerprint(key), "device": number, "until": until}
    change.apply_and_record("handover_offered", secret, seats=seats)


def take_over(change: Change, key: str) -> None:
    """Move the offered seats to this device."""
    table = change.table
    mark = fingerprint(key)
    offer = table.handovers.get(mark)
    if mark in table.used_handovers:
        raise refusal("no-such-handover", why="used")
    if offer is None:
        raise refusal("no-such-handover")
    if change.now > offer.until:
        raise refusal("no-such-handover", why="expired")
    number = change.device_number or DeviceNumber(len(table.devices) + 1)
    if number == offer.device:
        raise refusal("same-device")
    mover = table.to_move
    change.apply_and_record(
        "handed_over",
        {"device": change.device, "from": offer.device, "fingerprint": mark},
        seats=table.seats_of(offer.device),
        device=number,
        host=number if table.host == offer.device else table.host,
    )
    if mover is not None and mover.is_person and mover.device == offer.device and mover.bot:
        set_clock(change)
