"""What requests have in common: who asks, what for, and what may be answered."""

from typing import Annotated, Any

from fastapi import Depends, Path, Request

from punto.server.codes import read_code
from punto.server.fairness import Owner
from punto.server.house import House
from punto.server.links import base_of
from punto.server.table.errors import refusal
from punto.server.table.table import Table
from punto.server.wire.answers import Refusal

ANSWERS: dict[int | str, dict[str, Any]] = {
    status: {"model": Refusal} for status in (403, 404, 409, 413, 421, 422, 429, 500, 503, 507)
}
"""The errors of every request; `refusals.STATUS` says which is which."""

Code = Annotated[
    str, Path(description="The code of a table", max_length=48, examples=["dhkl-moqr-wxyd"])
]


# All of these are coroutines, because FastAPI sends every other function to a thread.


async def the_house(request: Request) -> House:
    """Find the house."""
    house: House = request.app.state.house
    return house


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
    house = await the_house(request)
    return base_of(house.config, request.url.scheme, request.headers["host"])


async def has_usual_host(request: Request) -> bool:
    """Tell whether links for this request are the same as for others."""
    house = await the_house(request)
    return house.qr_codes.is_usual(request.headers["host"].lower(), request.scope["server"])


InHouse = Annotated[House, Depends(the_house)]
Device = Annotated[str, Depends(the_device)]
Payer = Annotated[Owner, Depends(the_owner)]
Base = Annotated[str, Depends(the_base)]
HasUsualHost = Annotated[bool, Depends(has_usual_host)]


async def seen(house: House, code: str, device: str) -> Table:
    """Find a table that a device may look at."""
    with house.hub.visit(read_code(code)) as live:
        table = await live.current()
    if not table.may_see(device):
        raise refusal("not-a-spectator")
    return table


def text_answer(media_type: str) -> dict[int | str, dict[str, Any]]:
    """Describe an answer that is a text of some kind."""
    return {200: {"content": {media_type: {"schema": {"type": "string"}}}}}
