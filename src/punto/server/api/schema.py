"""The published JSON Schema of everything that goes over the network.

`python -m punto.server.api.schema` prints it; the page's types are generated from that.
"""

import json
from functools import cache
from typing import Annotated, Any

from pydantic import Field, TypeAdapter
from pydantic.json_schema import JsonSchemaMode

from punto.server.wire import answers, puzzles, shapes
from punto.server.wire.analysis import AnalysisMessage, PlayOn, WantedAnalysis
from punto.server.wire.commands import ClientMessage
from punto.server.wire.messages import ServerMessage
from punto.server.wire.programs import TokenShape
from punto.server.wire.requests import DailyTry, NewTable, Takeover
from punto.server.wire.rooms import (
    NewRoom,
    OpenedRoom,
    OpenRooms,
    RecentRoom,
    RoomClientMessage,
    RoomServerMessage,
    RoomShape,
)
from punto.server.wire.tournaments import (
    NewTournament,
    OpenedTournament,
    RecentTournament,
    TournamentClientMessage,
    TournamentRounds,
    TournamentServerMessage,
    TournamentShape,
)

DIALECT = "https://json-schema.org/draft/2020-12/schema"

SOCKET: dict[str, tuple[JsonSchemaMode, Any]] = {
    "ClientMessage": ("validation", ClientMessage),
    "ServerMessage": ("serialization", ServerMessage),
    "RoomClientMessage": ("validation", RoomClientMessage),
    "RoomServerMessage": ("serialization", RoomServerMessage),
    "TournamentClientMessage": ("validation", TournamentClientMessage),
    "TournamentServerMessage": ("serialization", TournamentServerMessage),
}
REQUESTS: dict[str, tuple[JsonSchemaMode, Any]] = {
    "NewTable": ("validation", NewTable),
    "NewRoom": ("validation", NewRoom),
    "NewTournament": ("validation", NewTournament),
    "DailyTry": ("validation", DailyTry),
    "WantedAnalysis": ("validation", WantedAnalysis),
    "AnalysisMessage": (
        "serialization",
        Annotated[AnalysisMessage, Field(discriminator="type")],
    ),
    "PlayOn": ("validation", PlayOn),
    "Takeover": ("validation", Takeover),
    "TableShape": ("serialization", shapes.TableShape),
    "OpenedTable": ("serialization", answers.OpenedTable),
    "OpenedRoom": ("serialization", OpenedRoom),
    "OpenRooms": ("serialization", OpenRooms),
    "RecentRoom": ("serialization", RecentRoom),
    "RoomShape": ("serialization", RoomShape),
    "OpenedTournament": ("serialization", OpenedTournament),
    "RecentTournament": ("serialization", RecentTournament),
    "TournamentShape": ("serialization", TournamentShape),
    "TournamentRounds": ("serialization", TournamentRounds),
    "RecentTable": ("serialization", answers.RecentTable),
    "CodeTarget": ("serialization", answers.CodeTarget),
    "Events": ("serialization", answers.Events),
    "Daily": ("serialization", answers.Daily),
    "Replay": ("serialization", answers.Replay),
    "Handover": ("serialization", answers.Handover),
    "TokenShape": ("serialization", TokenShape),
    "Choices": ("serialization", answers.Choices),
    "Puzzles": ("serialization", puzzles.Puzzles),
    "PuzzleShape": ("serialization", puzzles.PuzzleShape),
    "PuzzleReasons": ("serialization", puzzles.PuzzleReasons),
    "Refusal": ("serialization", answers.Refusal),
}


@cache
def socket_schema() -> dict[str, Any]:
    """The schema of all WebSocket messages, in both directions."""
    return schema_of(
        SOCKET,
        title="Messages on the WebSockets of tables, rooms and tournaments",
        description="Clients send `ClientMessage` and receive `ServerMessage`; in a room they send"
        " `RoomClientMessage` and receive `RoomServerMessage`, and in a tournament"
        " `TournamentClientMessage` and `TournamentServerMessage`.",
    )


def schema_of(kinds: dict[str, tuple[JsonSchemaMode, Any]], **about: str) -> dict[str, Any]:
    """The schema of several types, each under its name in `$defs`."""
    adapters: list[tuple[str, JsonSchemaMode, TypeAdapter[Any]]] = [
        (name, mode, TypeAdapter(kind)) for name, (mode, kind) in kinds.items()
    ]
    schemas, definitions = TypeAdapter.json_schemas(adapters)
    named = {name: schema for (name, _), schema in schemas.items()}
    own = {name: schema for name, schema in named.items() if "$ref" not in schema}
    return {"$schema": DIALECT, **about, "$defs": {**definitions["$defs"], **own}}


def printed() -> str:
    """Write the schemas of everything on the wire as JSON."""
    return f"{json.dumps(schema_of({**SOCKET, **REQUESTS}, title='Wire'), indent=1)}\n"


if __name__ == "__main__":
    print(printed(), end="")
