"""People who are gone, who come back, and who go on elsewhere."""

from punto.bots import bot_named
from punto.server.table.allowance import THE_TABLE, is_allowed
from punto.server.table.deed import Deed, fingerprint
from punto.server.table.errors import refusal
from punto.server.table.moves import deadline, playing
from punto.server.wire.commands import StandIn

HANDOVER_MILLISECONDS = 5 * 60 * 1000


def stand_in(deed: Deed, command: StandIn, gone: set[int]) -> None:
    """Let a bot play for a person whose device is gone, if the one who asks plays too."""
    table = deed.table
    playing(table)
    if not table.seats_of(deed.number):
        raise refusal("not-your-seat")
    if command.seat > len(table.seats):
        raise refusal("no-such-seat", seat=command.seat)
    seat = table.seats[command.seat - 1]
    if not seat.is_person or seat.device not in gone:
        raise refusal("not-gone", seat=command.seat)
    if seat.bot:  # one that already stands in may be replaced, but not without end
        deed.check("stood_in")
    deed.happen("stood_in", seat=command.seat, bot=bot_named(command.bot).name)


def come_back(deed: Deed) -> None:
    """Give a person who is back the seats that bots have held.

    Who comes and goes too often in one turn leaves the seats to the bots until the next.
    """
    table = deed.table
    for place in table.seats_of(deed.number):
        if not is_allowed(table, deed.number, "returned"):
            return
        if table.seats[place - 1].bot and table.phase == "playing":
            deed.happen("returned", seat=place)
            if table.match is not None and table.match.seat == place:
                set_clock(deed)


def set_clock(deed: Deed) -> None:
    """Let the time to think begin anew, unless it has done so too often."""
    until = deadline(deed.table, deed.now)
    if until is not None and is_allowed(deed.table, THE_TABLE, "clock_set"):
        deed.happen("clock_set", until=until)


def offer_handover(deed: Deed, key: str) -> None:
    """Let another device take over the seats of this one, once."""
    seats, number = deed.table.seats_of(deed.number), deed.number
    if not seats and number != deed.table.host:
        raise refusal("nothing-to-hand-over")
    deed.check("handover_offered")
    until = deed.now + HANDOVER_MILLISECONDS
    secret = {"fingerprint": fingerprint(key), "device": number, "until": until}
    deed.happen("handover_offered", secret, seats=seats)


def take_over(deed: Deed, key: str) -> None:
    """Move seats to this device."""
    table = deed.table
    offer = table.handovers.get(fingerprint(key))
    if offer is None or deed.now > offer.until:
        raise refusal("no-such-handover")
    number = deed.number or len(table.devices) + 1
    if number == offer.device:
        raise refusal("same-device")
    mover = table.to_move
    deed.happen(
        "handed_over",
        {"device": deed.device, "from": offer.device},
        seats=table.seats_of(offer.device),
        device=number,
        host=number if table.host == offer.device else table.host,
    )
    if mover is not None and mover.is_person and mover.device == offer.device and mover.bot:
        set_clock(deed)
