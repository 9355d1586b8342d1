"""What requests have in common: who asks, what for, and what may be answered."""

from typing import Annotated, Any

from fastapi import Depends, Path, Request

from punto.rules.errors import PuntoError
from punto.server.limits.fair_queue import Owner
from punto.server.links import base_of
from punto.server.runtime import Runtime
from punto.server.table.codes import read_code
from punto.server.table.errors import refusal
from punto.server.table.table import Table
from punto.server.wire.answers import Refusal
from punto.server.wire.commands import Beat, Sit, TableCommand
from punto.server.wire.requests import NewTable, Person

ANSWERS: dict[int | str, dict[str, Any]] = {
    status: {"model": Refusal} for status in (403, 404, 409, 413, 421, 422, 429, 500, 503, 507)
}
"""The errors of every request; `refusals.STATUS` says which is which."""

Code = Annotated[
    str, Path(description="The code of a table", max_length=48, examples=["dhkl-moqr-wxyd"])
]


# All of these are coroutines, because FastAPI sends every other function to a thread.


async def the_runtime(request: Request) -> Runtime:
    """Find the runtime."""
    runtime: Runtime = request.app.state.runtime
    return runtime


async def the_device(request: Request) -> str:
    """Find the device that asks."""
    device: str = request.state.device
    return device


async def the_owner(request: Request) -> Owner:
    """Find who pays for the request."""
    owner: Owner = request.state.owner
    return owner


async def the_base(request: Request) -> str:
    """Find how people reach this server."""
    runtime = await the_runtime(request)
    return base_of(runtime.config, request.url.scheme, request.headers["host"])


async def has_usual_host(request: Request) -> bool:
    """Tell whether links for this request are the same as for others."""
    runtime = await the_runtime(request)
    return runtime.qr_codes.is_usual(request.headers["host"].lower(), request.scope["server"])


InHouse = Annotated[Runtime, Depends(the_runtime)]
Device = Annotated[str, Depends(the_device)]
Payer = Annotated[Owner, Depends(the_owner)]
Base = Annotated[str, Depends(the_base)]
HasUsualHost = Annotated[bool, Depends(has_usual_host)]


async def seen(runtime: Runtime, code: str, device: str) -> Table:
    """Find a table that a device may look at."""
    with runtime.hub.visit(read_code(code)) as live:
        table = await live.current()
    if not table.may_see(device):
        raise refusal("not-a-spectator")
    return table


def text_answer(media_type: str) -> dict[int | str, dict[str, Any]]:
    """Describe an answer that is a text of some kind."""
    return {200: {"content": {media_type: {"schema": {"type": "string"}}}}}


def check_name_length(came: TableCommand | Beat | NewTable, limit: int) -> None:
    """Refuse names that are too long."""
    if isinstance(came, Sit):
        names = [came.name]
    elif isinstance(came, NewTable):
        names = [seat.name for seat in came.seats if isinstance(seat, Person)]
    else:
        return
    if any(len(name) > limit for name in names):
        raise PuntoError("name-too-long", f"a name has at most {limit} letters", limit=limit)
