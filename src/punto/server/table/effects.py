"""How each kind of event changes a table."""

from collections.abc import Callable, Iterable
from dataclasses import replace

from punto.rules.cell import Cell
from punto.server.table import allowance
from punto.server.table.log_state import LogState
from punto.server.table.stored_event import Body, StoredEvent, decode_event
from punto.server.table.table import Earlier, Offer, Seat, Table, read_seat_shape
from punto.server.wire.table_settings import read_stored_settings

Row = tuple[int, int, str, str]
"""Number, time, kind and body of an event in the log."""


def table_of(code: str, log: Iterable[Row]) -> Table:
    """Rebuild a table from its log."""
    table = Table(code)
    apply_rows(table, log)
    return table


def apply_rows(table: Table, rows: Iterable[Row]) -> None:
    """Apply events of the log to a table."""
    for number, at, kind, body in rows:
        event = decode_event(kind, body)
        apply(table, event, number, at)
        table.remember_command(event, number)


def apply(table: Table, event: StoredEvent, number: int, at: int) -> None:
    """Apply an event to a table."""
    EFFECTS[event.kind](table, event.public, event.secret, at)
    table.note(event, number, at)


def opened(table: Table, public: Body, secret: Body, _at: int) -> None:
    """Apply: the table was opened."""
    table.settings = read_stored_settings(public["settings"])
    table.seats = tuple(map(read_seat_shape, public["seats"]))
    table.devices = tuple(secret["devices"])
    table.host = secret.get("host", 1)
    table.before = public.get("before")
    table.room = public.get("room")
    table.tournament = public.get("tournament")
    table.daily = public.get("daily")
    table.played_on = public.get("played_on")


def settings_changed(table: Table, public: Body, _secret: Body, _at: int) -> None:
    """Apply: the host changed the settings."""
    table.settings = read_stored_settings(public["settings"])
    table.seats = tuple(map(read_seat_shape, public["seats"]))


def seat_changed(table: Table, public: Body, secret: Body, _at: int) -> None:
    """Apply: somebody sat down, left, or was replaced."""
    table.set_seat(public["seat"], read_seat_shape(public["holder"]))
    add_device(table, secret)


def started(table: Table, public: Body, secret: Body, at: int) -> None:
    """Apply: the match began. Its seed determines all deals."""
    table.begin(map(read_seat_shape, public["seats"]), secret["seed"], at)


def placed(table: Table, public: Body, _secret: Body, _at: int) -> None:
    """Apply: a card was laid."""
    assert table.match is not None
    table.match.advance(Cell(public["cell"]))


def undone(table: Table, public: Body, _secret: Body, _at: int) -> None:
    """Apply: cards were taken back."""
    assert table.match is not None
    for _ in range(public["count"]):
        table.match.undo()


def hinted(table: Table, public: Body, _secret: Body, _at: int) -> None:
    """Apply: a person took a hint."""
    table.hints = {**table.hints, public["seat"]: table.hints.get(public["seat"], 0) + 1}


def clock_set(table: Table, public: Body, _secret: Body, _at: int) -> None:
    """Apply: the clock of the turn was restarted."""
    table.until = public["until"]


def resigned(table: Table, public: Body, _secret: Body, _at: int) -> None:
    """Apply: a person resigned. If the match goes on, a bot takes the seat."""
    if public["bot"]:
        assert table.match is not None
        place = public["seat"]
        cards = sum(len(round_.placements) for round_ in table.match.rounds)
        table.earlier += (Earlier(place, cards, table.seats[place - 1].name),)
        table.set_seat(place, Seat("bot", public.get("name", ""), bot=public["bot"]))
        table.end_offers &= table.people
        table.pause_offers &= table.people


def end_offered(table: Table, public: Body, _secret: Body, _at: int) -> None:
    """Apply: a person offered to end the match."""
    table.end_offers |= {table.seats[public["seat"] - 1].device}


def end_declined(table: Table, _public: Body, _secret: Body, _at: int) -> None:
    """Apply: a person declined, which cancels all offers to end the match."""
    table.end_offers = frozenset()


def pause_offered(table: Table, public: Body, _secret: Body, _at: int) -> None:
    """Apply: a person offered to pause the match."""
    table.pause_offers |= {table.seats[public["seat"] - 1].device}


def paused(table: Table, _public: Body, _secret: Body, at: int) -> None:
    """Apply: everybody agreed to pause. The clock of the turn stops."""
    table.is_paused, table.pause_offers = True, frozenset()
    table.paused_ms_left = None if table.until is None else max(0, table.until - at)
    table.until = None


def resumed(table: Table, public: Body, _secret: Body, _at: int) -> None:
    """Apply: a person continued the match."""
    table.is_paused, table.paused_ms_left = False, None
    table.until = public["until"]


def stood_in(table: Table, public: Body, _secret: Body, _at: int) -> None:
    """Apply: a bot plays for an absent person."""
    place = public["seat"]
    table.set_seat(place, replace(table.seats[place - 1], bot=public["bot"]))


def returned(table: Table, public: Body, _secret: Body, _at: int) -> None:
    """Apply: the person is back, and the stand-in leaves."""
    place = public["seat"]
    table.set_seat(place, replace(table.seats[place - 1], bot=""))


def handover_offered(table: Table, _public: Body, secret: Body, _at: int) -> None:
    """Apply: a device offered its seats. An older offer of the same device becomes invalid."""
    device = secret["device"]
    forget_handovers(table, device)
    offer = Offer(device, secret["until"])
    table.handovers = {**table.handovers, secret["fingerprint"]: offer}


def handed_over(table: Table, public: Body, secret: Body, _at: int) -> None:
    """Apply: the seats of a device moved to another one."""
    old, new = secret["from"], public["device"]
    add_device(table, secret)
    forget_handovers(table, old)
    table.used_handovers |= {secret.get("fingerprint", "")} - {""}  # older logs do not name it
    allowance.carry_over(table, old, new)
    table.seats = tuple(
        replace(seat, device=new, bot="") if seat.is_person and seat.device == old else seat
        for seat in table.seats
    )
    table.host = public["host"]
    table.end_offers -= {old}
    table.pause_offers -= {old}
    table.rematch_offers -= {old, new}  # a rematch needs an explicit wish, not just a handover


def over(table: Table, public: Body, _secret: Body, _at: int) -> None:
    """Apply: the match is over."""
    table.phase = "over"
    table.until = None
    table.end_offers = table.pause_offers = frozenset()
    table.is_paused, table.paused_ms_left = False, None
    table.over = {
        "winner": public["winner"],
        "how": public["how"],
        "seat": public["seat"],
        "seed": public["seed"],
    }


def rematch_wanted(table: Table, public: Body, _secret: Body, _at: int) -> None:
    """Apply: a person asked for a rematch."""
    table.rematch_offers |= {table.seats[public["seat"] - 1].device}


def rematched(table: Table, public: Body, _secret: Body, _at: int) -> None:
    """Apply: the table of the rematch was opened."""
    table.next = public["table"]


def add_device(table: LogState, secret: Body) -> None:
    """Give a device that is new here the next number."""
    if secret.get("device") and secret["device"] not in table.devices:
        table.devices += (secret["device"],)


def forget_handovers(table: Table, device: int) -> None:
    """Cancel the handover offers of a device."""
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
    "hinted": hinted,
    "clock_set": clock_set,
    "resigned": resigned,
    "end_offered": end_offered,
    "end_declined": end_declined,
    "pause_offered": pause_offered,
    "paused": paused,
    "resumed": resumed,
    "stood_in": stood_in,
    "returned": returned,
    "handover_offered": handover_offered,
    "handed_over": handed_over,
    "over": over,
    "rematch_wanted": rematch_wanted,
    "rematched": rematched,
}
