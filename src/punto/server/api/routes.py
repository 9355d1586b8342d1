"""What is asked once, by HTTP."""

from typing import Annotated, get_args

from fastapi import APIRouter, Depends, Path, Query, Request, Response, WebSocket
from fastapi.responses import JSONResponse, PlainTextResponse

from punto.bots import all_bots
from punto.rules.errors import PuntoError
from punto.rules.facts import EDITIONS, MODES
from punto.server.addresses import visitor_of
from punto.server.api.names import check_name_length
from punto.server.api.schema import socket_schema
from punto.server.api.socket import Conversation
from punto.server.codes import new_key, read_code
from punto.server.house import House
from punto.server.links import base_of, qr_svg, table_link, takeover_link
from punto.server.store.rows import TableRow
from punto.server.table.absence import offer_handover, take_over
from punto.server.table.deed import Deed
from punto.server.table.errors import refusal
from punto.server.table.fact import sent_text
from punto.server.table.record import record_of
from punto.server.table.table import Table
from punto.server.wire.answers import Choices, Handover, OpenedTable, RecentTable, Refusal
from punto.server.wire.requests import NewTable, Takeover
from punto.server.wire.shapes import TableShape
from punto.server.wire.words import LARGEST_NUMBER, Reaction

RECENT = 20
PAGE = 500

ANSWERS: dict[int | str, dict[str, object]] = {
    code: {"model": Refusal} for code in (403, 404, 409, 413, 421, 422, 429, 500, 503, 507)
}
router = APIRouter(prefix="/api", responses=ANSWERS)

Code = Annotated[
    str, Path(description="The code of a table", max_length=48, examples=["dhkl-moqr-wxyd"])
]


def the_house(request: Request) -> House:
    """Find the house."""
    house: House = request.app.state.house
    return house


def the_device(request: Request) -> str:
    """Find the device that asks."""
    device: str = request.state.device
    return device


def the_base(request: Request) -> str:
    """Find how people reach this server."""
    return base_of(the_house(request).config, request.url.scheme, request.headers["host"])


InHouse = Annotated[House, Depends(the_house)]
Device = Annotated[str, Depends(the_device)]
Base = Annotated[str, Depends(the_base)]


async def seen(house: House, code: str, device: str) -> Table:
    """Find a table that a device may look at."""
    with house.hub.visit(read_code(code)) as live:
        table = await live.current()
    if not table.may_see(device):
        raise refusal("not-a-spectator")
    return table


@router.get("/choices")
async def choices() -> Choices:
    """List what can be chosen for a table."""
    return {
        "modes": [
            {
                "name": mode.name,
                "seats": len(mode.seats),
                "line": mode.line,
                "sides": [list(side.seats) for side in mode.sides],
                "colours": ["".join(c.letter for c in side.colours) for side in mode.sides],
                "neutral": mode.neutral.letter if mode.neutral is not None else None,
            }
            for mode in MODES.values()
        ],
        "editions": [
            {
                "name": edition.name,
                "booklet": edition.booklet,
                "starter": edition.starter,
                "redeal": edition.redeal,
                "tie": edition.tie,
            }
            for edition in EDITIONS.values()
        ],
        "bots": [{"name": bot.name, "character": bot.character} for bot in all_bots().values()],
        "reactions": list(get_args(Reaction)),
    }


@router.post("/tables", status_code=201)
async def open_table(
    wish: NewTable, request: Request, house: InHouse, device: Device, base: Base
) -> OpenedTable:
    """Open a table; this device is its host."""
    check_name_length(wish, house.config.name_length)
    address = visitor_of(request.client.host) if request.client else ""
    mine = house.new_tables_of_device.take(device)
    if not (house.new_tables_of_address.take(address) and mine):
        limit = house.config.tables_per_device
        sentence = "too many new tables in an hour: play at those you have"
        raise PuntoError("too-many-tables", sentence, limit=limit)
    code = await house.hub.open(device, wish)
    return {"table": code, "link": table_link(base, code)}


@router.get("/tables")
async def recent_tables(house: InHouse, device: Device, base: Base) -> list[RecentTable]:
    """List the tables where this device was, the last one first."""
    rows = await house.store.recent(device, RECENT)
    return [await recent(house, row, base) for row in rows]


async def recent(house: House, row: TableRow, base: str) -> RecentTable:
    """Describe a table in a list."""
    with house.hub.visit(row.id) as live:
        table = await live.current()
    return {
        "table": table.code,
        "link": table_link(base, table.code),
        "phase": table.phase,
        "mode": table.settings["mode"],
        "players": [seat.title or None for seat in table.seats],
        "touched_at": row.touched_at,
    }


@router.get("/tables/{code}")
async def table(code: Code, house: InHouse, device: Device) -> TableShape:
    """Show how a table stands."""
    return (await seen(house, code, device)).shape()


@router.get(
    "/tables/{code}/events",
    responses={200: {"content": {"application/json": {"schema": {"type": "object"}}}}},
)
async def events(
    code: Code,
    house: InHouse,
    device: Device,
    since: Annotated[int, Query(ge=0, le=LARGEST_NUMBER)] = 0,
) -> Response:
    """List what happened at a table after an event, up to 500 at a time."""
    found = await seen(house, code, device)
    entries = await house.store.read(found.code, since, PAGE)
    texts = (sent_text(*entry) for entry in entries)
    return Response(f'{{"events":[{",".join(texts)}]}}', media_type="application/json")


@router.get(
    "/tables/{code}/record",
    response_class=PlainTextResponse,
    responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
)
async def record(code: Code, house: InHouse, device: Device) -> Response:
    """Write a finished match down, with all decks and the seed, as `punto verify` reads it."""
    found = await seen(house, code, device)
    name = f'attachment; filename="punto-{found.code}.punto"'
    return PlainTextResponse(str(record_of(found)), headers={"content-disposition": name})


@router.get(
    "/tables/{code}/invite.svg",
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {"schema": {"type": "string"}}}}},
)
async def invite(code: Code, house: InHouse, device: Device, base: Base) -> Response:
    """Draw the address of a table for a camera."""
    found = await seen(house, code, device)
    return Response(qr_svg(table_link(base, found.code)), media_type="image/svg+xml")


@router.post("/tables/{code}/handover", status_code=201)
async def handover(code: Code, house: InHouse, device: Device, base: Base) -> Handover:
    """Make a link with which another device goes on; it works once, for five minutes."""
    key, until = new_key(), 0

    def change(deed: Deed) -> None:
        nonlocal until
        until = offer_handover(deed, key)

    with house.hub.visit(read_code(code)) as live:
        await live.change(device, change)
        link = takeover_link(base, live.code, key)
    return {"key": key, "link": link, "qr": qr_svg(link), "until": until}


@router.post("/tables/{code}/takeover")
async def takeover(code: Code, wish: Takeover, house: InHouse, device: Device) -> TableShape:
    """Go on with another device's seats on this one."""
    with house.hub.visit(read_code(code)) as live:
        found = await live.change(device, lambda deed: take_over(deed, wish.key))
        return found.shape()


@router.get("/socket.json")
async def socket_json() -> dict[str, object]:
    """Describe every message of the WebSocket, as JSON Schema."""
    return socket_schema()


@router.websocket("/tables/{code}/socket")
async def socket(socket: WebSocket, code: str) -> None:
    """Talk with a table."""
    house: House = socket.app.state.house
    await Conversation(house, socket).run(code, socket.query_params.get("since"))


@router.get("/{rest:path}", include_in_schema=False)
async def nothing(rest: str) -> JSONResponse:  # noqa: ARG001
    """Say that there is nothing."""
    raise PuntoError("not-found", "there is nothing at this address")
