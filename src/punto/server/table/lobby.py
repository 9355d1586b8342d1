"""Commands before the match begins: opening the table, seats, settings and the start."""

from collections.abc import Sequence

from punto.bots import bot_named
from punto.bots.deal_of_the_day import deal_seed
from punto.rules.facts import MODES
from punto.server.table.change import Change
from punto.server.table.client_view import match_shape, step_shapes
from punto.server.table.errors import refusal
from punto.server.table.moves import deadline, next_turn
from punto.server.table.names import bot_seat, free_name, names_beside, with_names
from punto.server.table.played_on import draw_seed
from punto.server.table.table import OPEN, Seat, Table
from punto.server.wire.commands import Leave, SetSeat, SetSettings, Sit, Start
from punto.server.wire.programs import program_of
from punto.server.wire.requests import Machine, NewTable, Nobody, Person
from punto.server.wire.shapes import PlayedOnShape
from punto.server.wire.words import DeviceNumber


def open_table(
    code: str,
    device: str,
    wish: NewTable,
    now: int,
    *,
    daily: str | None = None,
    played_on: PlayedOnShape | None = None,
) -> Change:
    """Open a table. The device that asks becomes the host, and holds all seats of people in it.

    `daily` is the date of the deal of the day, if that is to be played here; `played_on` is where
    the match comes from, if it continues another one.
    """
    change = Change(Table(code), device, now)
    seats = with_names([_seat_for(holder, DeviceNumber(1)) for holder in wish.seats])
    seats += [OPEN] * (len(MODES[wish.settings.mode].seats) - len(seats))
    shapes = [seat.shape() for seat in seats]
    more: dict[str, object] = {"daily": daily} if daily else {}
    if played_on is not None:
        more["played_on"] = played_on
    change.apply_and_record(
        "opened", {"devices": [device]}, settings=wish.settings.shape(), seats=shapes, **more
    )
    begin_if_full(change)
    return change


def _seat_for(holder: Nobody | Person | Machine, device: DeviceNumber) -> Seat:
    """Make the seat that this holder takes."""
    if isinstance(holder, Person):
        return Seat("person", holder.name, device)
    if isinstance(holder, Machine):
        return Seat("bot", bot=bot_named(holder.bot).name)
    return OPEN


def sit(change: Change, command: Sit) -> None:
    """Take an open seat, or change the name at your own."""
    seat = waiting_seat(change, command.seat)
    mine = seat.is_person and seat.device == change.device_number
    if seat.kind != "open" and not mine:
        raise refusal("seat-taken", seat=command.seat)
    change.check_allowance("seat_changed")
    device = change.device_number or DeviceNumber(len(change.table.devices) + 1)
    others = names_beside(change.table.seats, command.seat)
    name = free_name(command.name, others)
    holder = Seat("person", name, device, program=program_of(change.device))
    change.apply_and_record(
        "seat_changed", {"device": change.device}, seat=command.seat, holder=holder.shape()
    )
    begin_if_full(change)


def is_new_guest(change: Change, command: Sit) -> bool:
    """Return whether a device without a number here is about to take its first seat."""
    table = change.table
    waits = table.phase == "waiting" and not change.device_number
    return waits and table.seats[command.seat - 1 : command.seat] == (OPEN,)


def leave(change: Change, command: Leave) -> None:
    """Leave your own seat."""
    seat = waiting_seat(change, command.seat)
    if not seat.is_person or seat.device != change.device_number:
        raise refusal("not-your-seat", seat=command.seat)
    change.check_allowance("seat_changed")
    change.apply_and_record("seat_changed", seat=command.seat, holder=OPEN.shape())


def set_seat(change: Change, command: SetSeat) -> None:
    """Open a seat, or give it to a bot."""
    require_host(change)
    waiting_seat(change, command.seat)
    change.check_allowance("seat_changed")
    holder = _seat_for(command.holder, change.device_number)
    if holder.kind == "bot":
        holder = bot_seat(holder.bot, names_beside(change.table.seats, command.seat))
    change.apply_and_record("seat_changed", seat=command.seat, holder=holder.shape())
    begin_if_full(change)


def set_settings(change: Change, command: SetSettings) -> None:
    """Change the settings. Seats that the new mode does not have must be open."""
    require_host(change)
    table = change.table
    require_waiting(table)
    count = len(MODES[command.settings.mode].seats)
    lost = [place for place, seat in enumerate(table.seats, 1) if place > count and seat != OPEN]
    if lost:
        raise refusal("seat-taken", seat=lost[0])
    change.check_allowance("settings_changed")
    seats = [*table.seats[:count], *[OPEN] * (count - len(table.seats))]
    change.apply_and_record(
        "settings_changed",
        settings=command.settings.shape(),
        seats=[seat.shape() for seat in seats],
    )
    begin_if_full(change)


def start(change: Change, command: Start) -> None:
    """Begin the match. If `fill` names a bot, it takes the seats that are still open."""
    require_host(change)
    table = change.table
    require_waiting(table)
    if command.fill is not None:
        bot = Seat("bot", bot=bot_named(command.fill).name)
        begin(change, [bot if seat == OPEN else seat for seat in table.seats])
    elif table.is_full:
        begin(change, table.seats)
    else:
        raise refusal("seats-open")


def begin_if_full(change: Change) -> None:
    """Begin the match if all seats are taken, unless the host wants to start it."""
    if change.table.is_full and change.table.settings.begins_when_full:
        begin(change, change.table.seats)


def begin(change: Change, seats: Sequence[Seat]) -> None:
    """Begin the match. Its seed stays a secret of the server until the end.

    Only that of a deal of the day is known to everybody.
    """
    seats = with_names(seats)  # a table of an old log has bots without names
    seed = seed_of(change).hex()
    match = change.table.begin(seats, seed, change.now)
    change.record(
        "started",
        {"seed": seed},
        seats=[seat.shape() for seat in seats],
        commitment=match.commitment,
        then=step_shapes(match.events),
        turn=next_turn(change),
        match=match_shape(match, deadline(change.table, change.now)),
    )


def seed_of(change: Change) -> bytes:
    """Draw the seed of the match; that of a deal of the day follows from the day."""
    table = change.table
    if table.daily:
        return deal_seed(table.daily)
    return draw_seed(table.played_on, change.seed) if table.played_on else change.seed()


def waiting_seat(change: Change, number: int) -> Seat:
    """Find a seat, or refuse if there is none or the match has begun."""
    require_waiting(change.table)
    if number > len(change.table.seats):
        raise refusal("no-such-seat", seat=number)
    return change.table.seats[number - 1]


def require_waiting(table: Table) -> None:
    """Refuse if the match has begun."""
    if table.phase != "waiting":
        raise refusal("not-waiting")


def require_host(change: Change) -> None:
    """Refuse if the device is not the host's."""
    if change.device_number != change.table.host:
        raise refusal("not-the-host")
