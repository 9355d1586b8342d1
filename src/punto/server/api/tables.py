"""Tables: opened, looked at, and read when they are over."""

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import PlainTextResponse

from punto.server.api.dependencies import (
    ERROR_RESPONSES,
    BaseUrl,
    CanCacheLinks,
    DeviceDep,
    OwnerDep,
    RuntimeDep,
    TableCode,
    check_name_length,
    load_visible_table,
    text_response,
)
from punto.server.links import table_link
from punto.server.runtime import Runtime
from punto.server.table.codes import read_code
from punto.server.table.record import record_of
from punto.server.table.stored_event import sent_text
from punto.server.transport.addresses import limit_key
from punto.server.wire.answers import Events, OpenedTable
from punto.server.wire.requests import NewTable
from punto.server.wire.shapes import TableShape
from punto.server.wire.words import LARGEST_NUMBER

PAGE = 500

router = APIRouter(prefix="/api/tables", responses=ERROR_RESPONSES)


@router.post("", status_code=201)
async def open_table(
    wish: NewTable, request: Request, runtime: RuntimeDep, device: DeviceDep, base_url: BaseUrl
) -> OpenedTable:
    """Open a table; this device is its host."""
    check_name_length(wish, runtime.config.name_length)
    address = limit_key(request.client.host) if request.client else ""
    runtime.limits.open_table(device, address)
    code = await runtime.hub.open(device, wish)
    return {"table": code, "link": table_link(base_url, code)}


@router.get("/{code}")
async def table(code: TableCode, runtime: RuntimeDep, device: DeviceDep) -> TableShape:
    """Show how a table stands."""
    return (await load_visible_table(runtime, code, device)).shape()


@router.get("/{code}/events", response_model=Events)
async def events(
    code: TableCode,
    runtime: RuntimeDep,
    device: DeviceDep,
    owner: OwnerDep,
    since: Annotated[int, Query(ge=0, le=LARGEST_NUMBER)] = 0,
) -> Response:
    """List what happened at a table after an event, up to 500 at a time."""
    found = await load_visible_table(runtime, code, device)
    async with runtime.hub.services.loading.slots.slot(owner):
        texts = [sent_text(*entry) for entry in await runtime.store.read(found.code, since, PAGE)]
    return Response(f'{{"events":[{",".join(texts)}]}}', media_type="application/json")


@router.get("/{code}/record", response_class=Response, responses=text_response("text/plain"))
async def record(code: TableCode, runtime: RuntimeDep, device: DeviceDep) -> Response:
    """Write a finished match down, with all decks and the seed, as `punto verify` reads it."""
    text = await finished_record(runtime, code, device)
    name = f'attachment; filename="punto-{read_code(code)}.punto"'
    return PlainTextResponse(text, headers={"content-disposition": name})


async def finished_record(runtime: Runtime, code: str, device: str) -> bytes:
    """Find the record of a finished match. It is kept: it never changes, and all may see it."""
    text = runtime.replays.records.get(read_code(code))
    if text is None:
        found = await load_visible_table(runtime, code, device)
        text = str(record_of(found)).encode()
        runtime.replays.records.put(found.code, text)
    return text


@router.get("/{code}/invite.svg", response_class=Response, responses=text_response("image/svg+xml"))
async def invite(
    code: TableCode,
    runtime: RuntimeDep,
    device: DeviceDep,
    owner: OwnerDep,
    base_url: BaseUrl,
    is_usual: CanCacheLinks,
) -> Response:
    """Draw the address of a table for a camera."""
    found = await load_visible_table(runtime, code, device)
    link = table_link(base_url, found.code)
    picture = await runtime.qr_codes.of_table(owner, link, is_usual=is_usual)
    return Response(picture, media_type="image/svg+xml")
