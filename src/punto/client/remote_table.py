"""A table of a server as a client knows it, and how events change it. The server decides."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from punto.client.messages import Message, read_text
from punto.client.steps import (
    EndedRound,
    read_cards,
    read_end,
    read_placement,
    steps_of,
)
from punto.rules.card import Card
from punto.rules.cell import Cell
from punto.rules.editions import edition_named
from punto.rules.ending import Score
from punto.rules.facts import Mode, mode_named
from punto.rules.options import Options
from punto.rules.position import Position
from punto.rules.round import Placement
from punto.rules.table import Table


@dataclass(frozen=True, slots=True)
class Holder:
    """Who has a seat."""

    kind: str
    """`open`, `person` or `bot`."""
    name: str = ""
    device: int | None = None
    """The number of the person's device at this table."""
    bot: str = ""
    """The bot that holds the seat, or that stands in for the person."""
    program: str = ""
    """The program that plays on that device; empty if a person does."""


@dataclass(frozen=True, slots=True)
class Ended:
    """How a match ended."""

    winner: int | None
    """The side that won."""
    how: str
    """`won`, `resigned`, `agreed` or `abandoned`."""
    seat: int | None
    """The seat that resigned."""
    seed: str


@dataclass(frozen=True, slots=True)
class RemoteTable:
    """The public state of a table. It never changes: `after` returns a new one."""

    code: str
    number: int
    """The number of the last event that it includes."""
    phase: str
    """`waiting`, `playing` or `over`."""
    settings: Mapping[str, Any]
    host: int
    seats: tuple[Holder, ...]
    position: Position | None = None
    """Everything that is public in the match; None before it begins."""
    commitment: str = ""
    """The SHA-256 of the seed."""
    last: Cell | None = None
    """The cell of the last card."""
    placements: tuple[Placement, ...] = ()
    """The placements of this round that arrived as events."""
    turn_ends_at_ms: int | None = None
    """The deadline of the turn, in milliseconds since 1970; None if there is none."""
    end_offers: frozenset[int] = frozenset()
    """The devices that offered to end the match."""
    pause_offers: frozenset[int] = frozenset()
    """The devices that offered to pause the match."""
    is_paused: bool = False
    rematch_offers: frozenset[int] = frozenset()
    """The devices that asked for a rematch."""
    over: Ended | None = None
    next_code: str | None = None
    """The table of the rematch."""

    @property
    def mode(self) -> Mode:
        """The mode of the match."""
        return mode_named(self.settings["mode"])

    @property
    def open_seats(self) -> list[int]:
        """The seats that anybody may take."""
        return [seat for seat, it in enumerate(self.seats, start=1) if it.kind == "open"]

    @property
    def seat_to_move(self) -> int | None:
        """The seat whose turn it is, while a match is played and is not paused."""
        if self.phase != "playing" or self.is_paused or self.position is None:
            return None
        return self.position.seat

    def after(self, event: Message) -> tuple["RemoteTable", EndedRound | None]:
        """Return the table after an event, and the round that the event ended, if it did.

        An event of a kind that this client does not know only counts.
        """
        table = replace(self, number=event["number"])
        if event["kind"] in ("placed", "undone"):
            table = replace(table, pause_offers=frozenset())
        if event["kind"] == "placed":
            return table._after_placement(event)
        change = CHANGES.get(event["kind"])
        return (change(table, event) if change else table), None

    def _after_placement(self, event: Message) -> tuple["RemoteTable", EndedRound | None]:
        placement = read_placement(event)
        assert self.position is not None
        ended = None
        for step in steps_of(event, "round_ended"):
            stacks = dict(self.position.table.stacks())
            stacks[placement.cell] = (*stacks.get(placement.cell, ()), placement.card)
            ended = EndedRound(step["round"], read_end(step["end"]), stacks, placement.cell)
        if "match" in event:
            return self._with_match(event["match"]), ended
        turned_up = steps_of(event, "turned_up")
        card = turned_up[0]["card"] if turned_up else None
        after = replace(
            self,
            position=self.position.after(placement.cell, next_card=card),
            last=placement.cell,
            placements=(*self.placements, placement),
            turn_ends_at_ms=(event["turn"] or {}).get("until"),
        )
        return after, ended

    def _with_match(self, shape: Message) -> "RemoteTable":
        """Return the table with another state of its match."""
        last = shape["last"]
        return replace(
            self,
            position=read_position(self.settings, shape),
            commitment=shape["commitment"],
            last=None if last is None else Cell(last),
            placements=(),
            turn_ends_at_ms=(shape["turn"] or {}).get("until"),
        )

    def with_holder(self, seat: int, holder: Holder) -> "RemoteTable":
        """Return the table with somebody else at a seat."""
        seats = list(self.seats)
        seats[seat - 1] = holder
        return replace(self, seats=tuple(seats))

    def devices_at(self, seats: Iterable[int]) -> frozenset[int]:
        """Return the devices of the people at some seats."""
        found = (self.seats[seat - 1].device for seat in seats)
        return frozenset(device for device in found if device is not None)


def read_table(shape: Message) -> RemoteTable:
    """Read the state of a table."""
    over = shape["over"]
    pause = shape.get("pause", {"is_paused": False, "offers": []})
    table = RemoteTable(
        code=shape["table"],
        number=shape["number"],
        phase=shape["phase"],
        settings=shape["settings"],
        host=shape["host"],
        seats=read_seats(shape["seats"]),
        end_offers=frozenset(shape["end_offers"]),
        pause_offers=frozenset(pause["offers"]),
        is_paused=pause["is_paused"],
        rematch_offers=frozenset(shape["rematch_offers"]),
        over=None if over is None else read_over(over),
        next_code=shape["next"],
    )
    return table if shape["match"] is None else table._with_match(shape["match"])


def read_seats(shapes: Iterable[Message]) -> tuple[Holder, ...]:
    """Read who has which seat."""
    return tuple(map(read_holder, shapes))


def read_holder(shape: Message) -> Holder:
    """Read who has a seat."""
    name, bot = read_text(shape.get("name") or ""), read_text(shape.get("bot") or "")
    program = read_text(shape.get("program") or "")
    return Holder(shape["kind"], name, shape.get("device"), bot, program)


def read_over(shape: Message) -> Ended:
    """Read how a match ended."""
    return Ended(shape["winner"], shape["how"], shape["seat"], shape["seed"])


def read_position(settings: Mapping[str, Any], shape: Message) -> Position:
    """Read the public state of a match."""
    options = {it.name: settings[it.name] for it in fields(Options) if it.name in settings}
    stacks = {Cell(cell): read_cards(cards) for cell, cards in shape["stacks"].items()}
    return Position(
        mode=mode_named(settings["mode"]),
        edition=edition_named(settings["edition"]),
        rounds_to_win=settings["rounds_to_win"],
        options=Options(**options),
        round_number=shape["round"],
        score=Score(tuple(shape["wins"]), tuple(map(read_cards, shape["removed"]))),
        table=Table.of_stacks(stacks),
        seat=None if shape["turn"] is None else shape["turn"]["seat"],
        face_up=tuple(None if card is None else Card(card) for card in shape["face_up"]),
        decks=tuple(shape["decks"]),
        unseen=tuple(map(read_cards, shape["unseen"])),
        neutrals=tuple(shape["neutrals"]),
        kept=tuple(map(read_cards, shape["kept"])),
        unseen_neutrals=read_cards(shape["unseen_neutrals"]),
    )


def _settings_changed(table: RemoteTable, event: Message) -> RemoteTable:
    return replace(table, settings=event["settings"], seats=read_seats(event["seats"]))


def _started(table: RemoteTable, event: Message) -> RemoteTable:
    began = replace(table, phase="playing", seats=read_seats(event["seats"]))
    return began._with_match(event["match"])


def _resigned(table: RemoteTable, event: Message) -> RemoteTable:
    if event["bot"] is None:
        return table
    return table.with_holder(
        event["seat"], read_holder({"kind": "bot", "name": event.get("name"), "bot": event["bot"]})
    )


def _clock_set(table: RemoteTable, event: Message) -> RemoteTable:
    return replace(table, turn_ends_at_ms=event["until"])


def _stood_in(table: RemoteTable, event: Message) -> RemoteTable:
    holder = table.seats[event["seat"] - 1]
    return table.with_holder(event["seat"], replace(holder, bot=event.get("bot", "")))


def _handed_over(table: RemoteTable, event: Message) -> RemoteTable:
    old = table.devices_at(event["seats"])
    for seat in event["seats"]:
        holder = replace(table.seats[seat - 1], device=event["device"], bot="")
        table = table.with_holder(seat, holder)
    return replace(
        table,
        host=event["host"],
        end_offers=table.end_offers - old,
        pause_offers=table.pause_offers - old,
        rematch_offers=table.rematch_offers - old - {event["device"]},
    )


def _over(table: RemoteTable, event: Message) -> RemoteTable:
    position = table.position and replace(table.position, seat=None)
    return replace(
        table,
        phase="over",
        position=position,
        end_offers=frozenset(),
        pause_offers=frozenset(),
        is_paused=False,
        turn_ends_at_ms=None,
        over=read_over(event),
    )


CHANGES: Mapping[str, Callable[[RemoteTable, Message], RemoteTable]] = {
    "opened": _settings_changed,
    "settings_changed": _settings_changed,
    "seat_changed": lambda table, event: table.with_holder(
        event["seat"], read_holder(event["holder"])
    ),
    "started": _started,
    "undone": lambda table, event: table._with_match(event["match"]),
    "resigned": _resigned,
    "clock_set": _clock_set,
    "stood_in": _stood_in,
    "returned": _stood_in,
    "end_offered": lambda table, event: replace(
        table, end_offers=table.end_offers | table.devices_at([event["seat"]])
    ),
    "end_declined": lambda table, _: replace(table, end_offers=frozenset()),
    "pause_offered": lambda table, event: replace(
        table, pause_offers=table.pause_offers | table.devices_at([event["seat"]])
    ),
    "paused": lambda table, _: replace(
        table, pause_offers=frozenset(), is_paused=True, turn_ends_at_ms=None
    ),
    "resumed": lambda table, event: replace(table, is_paused=False, turn_ends_at_ms=event["until"]),
    "handed_over": _handed_over,
    "over": _over,
    "rematch_wanted": lambda table, event: replace(
        table, rematch_offers=table.rematch_offers | table.devices_at([event["seat"]])
    ),
    "rematched": lambda table, event: replace(table, next_code=event["table"]),
}
"""How each kind of event changes a table; those that are missing change nothing but the number."""
