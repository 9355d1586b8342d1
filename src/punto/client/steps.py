"""What a placement led to: the end of a round, and the start of the next one."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from punto.client.messages import Message
from punto.rules.card import Card
from punto.rules.cell import Cell
from punto.rules.ending import RoundEnd
from punto.rules.round import Placement
from punto.rules.table import Run


@dataclass(frozen=True, slots=True)
class EndedRound:
    """A round that is over, with the table as it was then."""

    number: int
    end: RoundEnd
    stacks: Mapping[Cell, tuple[Card, ...]]
    last: Cell | None


def read_cards(text: str) -> tuple[Card, ...]:
    """Read cards that are separated by spaces."""
    return tuple(map(Card, text.split()))


def read_placement(event: Message) -> Placement:
    """Read which card a `placed` event put where."""
    return Placement(event["seat"], Card(event["card"]), Cell(event["cell"]), bool(event["on_top"]))


def read_end(shape: Message) -> RoundEnd:
    """Read how a round ended."""
    return RoundEnd(
        shape["kind"],
        shape["seat"],
        shape["winner"],
        None if shape["removed"] is None else Card(shape["removed"]),
        tuple(tuple(map(read_run, runs)) for runs in shape["runs"]),
        None if shape["stuck"] is None else Card(shape["stuck"]),
    )


def read_run(shape: Message) -> Run:
    """Read cards of a colour in a row."""
    return Run(tuple(map(Cell, shape["cells"].split())), read_cards(shape["cards"]))


def steps_of(event: Message, kind: str) -> list[Mapping[str, Any]]:
    """List what followed from an event, of one kind: such as `round_ended`."""
    return [step for step in event.get("then", ()) if step["kind"] == kind]
