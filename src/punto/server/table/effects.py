"""What each event does to a table."""

from collections.abc import Callable, Iterable
from dataclasses import replace

from punto.rules.cell import Cell
from punto.server.table import allowance
from punto.server.table.seat import Seat, read_seat_shape
from punto.server.table.stored_event import Body, StoredEvent, decode_event
from punto.server.table.table import Offer, Table
from punto.server.wire.settings import read_stored_settings


def table_of(code: str, log: Iterable[tuple[int, int, str, str]]) -> Table:
    """Make a table from its log of numbers, times, kinds and bodies."""
    table = Table(code)
    for number, at, kind, body in log:
        apply(table, decode_event(kind, body), number, at)
    return table


def apply(table: Table, event: StoredEvent, number: int, at: int) -> None:
    """Change a table as an event says."""
    EFFECTS[event.kind](table, event.public, event.secret, at)
    table.note(event, number)


def opened(table: Table, public: Body, secret: Body, _at: int) -> None:
    """A table begins."""
    table.settings = read_stored_settings(public["settings"])
    table.seats = [read_seat_shape(shape) for shape in public["seats"]]
    table.devices = list(secret["devices"])
    table.host = secret.get("host", 1)
    table.before = public.get("before")


def settings_changed(table: Table, public: Body, _secret: Body, _at: int) -> None:
    """The host changed how the table plays."""
    table.settings = read_stored_settings(public["settings"])
    table.seats = [read_seat_shape(shape) for shape in public["seats"]]


def seat_changed(table: Table, public: Body, secret: Body, _at: int) -> None:
    """Somebody sat down, left, or was replaced."""
    table.seats[public["seat"] - 1] = read_seat_shape(public["holder"])
    add_device(table, secret)


def started(table: Table, public: Body, secret: Body, at: int) -> None:
    """The match begins: all its deals follow from the seed."""
    seats = [read_seat_shape(shape) for shape in public["seats"]]
    table.begin(seats, secret["seed"], at)


def placed(table: Table, public: Body, _secret: Body, _at: int) -> None:
    """A card is laid."""
    assert table.match is not None
    table.match.advance(Cell(public["cell"]))


def undone(table: Table, public: Body, _secret: Body, _at: int) -> None:
    """Cards are taken back."""
    assert table.match is not None
    for _ in range(public["count"]):
        table.match.undo()


def clock_set(table: Table, public: Body, _secret: Body, _at: int) -> None:
    """The time to think begins anew."""
    table.until = public["until"]


def resigned(table: Table, public: Body, _secret: Body, _at: int) -> None:
    """A person gave up; a bot has the seat if the match goes on."""
    place = public["seat"] - 1
    if public["bot"]:
        table.seats[place] = Seat("bot", bot=public["bot"])
        table.end_offers &= table.people


def end_offered(table: Table, public: Body, _secret: Body, _at: int) -> None:
    """A person would end the match."""
    table.end_offers.add(table.seats[public["seat"] - 1].device)


def end_declined(table: Table, _public: Body, _secret: Body, _at: int) -> None:
    """A person would not."""
    table.end_offers.clear()


def stood_in(table: Table, public: Body, _secret: Body, _at: int) -> None:
    """A bot plays for a person."""
    place = public["seat"] - 1
    table.seats[place] = replace(table.seats[place], bot=public["bot"])


def returned(table: Table, public: Body, _secret: Body, _at: int) -> None:
    """The person is back."""
    place = public["seat"] - 1
    table.seats[place] = replace(table.seats[place], bot="")


def handover_offered(table: Table, _public: Body, secret: Body, _at: int) -> None:
    """Seats may move; an older offer ends with that."""
    device = secret["device"]
    forget_handovers(table, device)
    table.handovers[secret["fingerprint"]] = Offer(device, secret["until"])


def handed_over(table: Table, public: Body, secret: Body, _at: int) -> None:
    """Seats have moved, once and for all."""
    old, new = secret["from"], public["device"]
    add_device(table, secret)
    forget_handovers(table, old)
    allowance.carry_over(table, old, new)
    table.seats = [
        replace(seat, device=new, bot="") if seat.is_person and seat.device == old else seat
        for seat in table.seats
    ]
    table.host = public["host"]
    table.end_offers.discard(old)
    table.rematch_offers -= {old, new}  # only a wish opens the next table, never a hand-over


def over(table: Table, public: Body, _secret: Body, _at: int) -> None:
    """The match is over."""
    table.phase = "over"
    table.until = None
    table.end_offers.clear()
    table.over = {
        "winner": public["winner"],
        "how": public["how"],
        "seat": public["seat"],
        "seed": public["seed"],
    }


def rematch_wanted(table: Table, public: Body, _secret: Body, _at: int) -> None:
    """A person asks for another match."""
    table.rematch_offers.add(table.seats[public["seat"] - 1].device)


def rematched(table: Table, public: Body, _secret: Body, _at: int) -> None:
    """There is one."""
    table.next = public["table"]


def add_device(table: Table, secret: Body) -> None:
    """Give a device that is new here the next number."""
    if secret.get("device") and secret["device"] not in table.devices:
        table.devices.append(secret["device"])


def forget_handovers(table: Table, device: int) -> None:
    """End what a device has offered."""
    table.handovers = {
        key: offer for key, offer in table.handovers.items() if offer.device != device
    }


EFFECTS: dict[str, Callable[[Table, Body, Body, int], None]] = {
    "opened": opened,
    "settings_changed": settings_changed,
    "seat_changed": seat_changed,
    "started": started,
    "placed": placed,
    "undone": undone,
    "clock_set": clock_set,
    "resigned": resigned,
    "end_offered": end_offered,
    "end_declined": end_declined,
    "stood_in": stood_in,
    "returned": returned,
    "handover_offered": handover_offered,
    "handed_over": handed_over,
    "over": over,
    "rematch_wanted": rematch_wanted,
    "rematched": rematched,
}
