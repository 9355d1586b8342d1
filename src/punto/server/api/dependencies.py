"""FastAPI dependencies: who sent a request, what it asks for, and what may be answered."""

from typing import Annotated, Any

from fastapi import Depends, Path, Request, Response

from punto.rules.errors import PuntoError
from punto.server.limits.fair_queue import Owner
from punto.server.links import base_url_of
from punto.server.live.programs import Program
from punto.server.runtime import Runtime
from punto.server.table.codes import read_code
from punto.server.table.table import Table
from punto.server.wire.analysis import PlayOn
from punto.server.wire.answers import Refusal
from punto.server.wire.commands import Beat, Sit, TableCommand
from punto.server.wire.requests import NewTable, Person
from punto.server.wire.rooms import Join, NewRoom, RoomCommand
from punto.server.wire.tournaments import (
    AddPlayers,
    JoinTournament,
    NewTournament,
    TournamentCommand,
)

ERROR_RESPONSES: dict[int | str, dict[str, Any]] = {
    status: {"model": Refusal} for status in (401, 403, 404, 409, 413, 421, 422, 429, 500, 503, 507)
}
"""The errors of every request; see `errors.STATUS_OF_CODE`."""

TableCode = Annotated[
    str, Path(description="The code of a table", max_length=48, examples=["dhkl-moqr-wxyd"])
]


# All of these are coroutines, because FastAPI runs plain functions in a thread.


async def get_runtime(request: Request) -> Runtime:
    """Return the runtime."""
    runtime: Runtime = request.app.state.runtime
    return runtime


async def get_device(request: Request) -> str:
    """Return the device that sent the request."""
    device: str = request.state.device
    return device


async def get_owner(request: Request) -> Owner:
    """Return who is charged for the request."""
    owner: Owner = request.state.owner
    return owner


async def get_program(request: Request) -> Program | None:
    """Return the program that sent the request; None for a person's device."""
    program: Program | None = request.state.program
    return program


async def get_base_url(request: Request) -> str:
    """Return the URL at which people reach this server."""
    runtime = await get_runtime(request)
    return base_url_of(runtime.config, request.url.scheme, request.headers["host"])


async def can_cache_links(request: Request) -> bool:
    """Whether links are the same as for other requests, so that a QR code may be cached."""
    runtime = await get_runtime(request)
    return runtime.qr_codes.is_usual(request.headers["host"].lower(), request.scope["server"])


RuntimeDep = Annotated[Runtime, Depends(get_runtime)]
DeviceDep = Annotated[str, Depends(get_device)]
ProgramDep = Annotated[Program | None, Depends(get_program)]
OwnerDep = Annotated[Owner, Depends(get_owner)]
BaseUrl = Annotated[str, Depends(get_base_url)]
CanCacheLinks = Annotated[bool, Depends(can_cache_links)]


async def load_visible_table(runtime: Runtime, code: str, device: str) -> Table:
    """Load a table; raises PuntoError if the device may not see it."""
    with runtime.hub.visit(read_code(code)) as actor:
        return await actor.current_for(device)


async def draw_invite(runtime: Runtime, owner: Owner, link: str, *, is_usual: bool) -> Response:
    """Draw a link for a camera."""
    picture = await runtime.qr_codes.of_table(owner, link, is_usual=is_usual)
    return Response(picture, media_type="image/svg+xml")


def text_response(media_type: str) -> dict[int | str, dict[str, Any]]:
    """Describe a response that is text of some media type."""
    return {200: {"content": {media_type: {"schema": {"type": "string"}}}}}


Named = (
    TableCommand
    | RoomCommand
    | TournamentCommand
    | Beat
    | NewTable
    | NewRoom
    | NewTournament
    | PlayOn
)
"""Messages that may have names in them."""


def names_in(message: Named) -> list[str]:
    """List the names that a message gives to people."""
    if isinstance(message, Sit | PlayOn | Join | NewRoom | JoinTournament):
        return [message.name]
    if isinstance(message, NewTable):
        return [seat.name for seat in message.seats if isinstance(seat, Person)]
    if isinstance(message, NewTournament):
        return [message.name] if message.name is not None else []
    return message.names if isinstance(message, AddPlayers) else []


def check_name_length(message: Named, limit: int) -> None:
    """Refuse names longer than the server's setting."""
    if any(len(name) > limit for name in names_in(message)):
        raise PuntoError(
            "name-too-long", f"a name may have at most {limit} characters", limit=limit
        )
