"""Tables: opening them, and looking at them."""

from collections.abc import Mapping
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from punto.server.api.dependencies import (
    ERROR_RESPONSES,
    BaseUrl,
    CanCacheLinks,
    DeviceDep,
    OwnerDep,
    RuntimeDep,
    TableCode,
    check_name_length,
    draw_invite,
    load_visible_table,
    text_response,
)
from punto.server.links import table_link
from punto.server.table.client_view import (
    ClientBytes,
    ClientText,
    events_body,
    opened_body,
    public_event,
    table_body,
)
from punto.server.transport.addresses import limit_key
from punto.server.wire.answers import Events, OpenedTable
from punto.server.wire.requests import NewTable
from punto.server.wire.shapes import TableShape
from punto.server.wire.words import LARGEST_NUMBER

MAX_EVENTS = 500

router = APIRouter(prefix="/api/tables", responses=ERROR_RESPONSES)


class TableResponse(Response):
    """A response about a table. It takes only what `table.client_view` lets out."""

    def __init__(
        self,
        body: ClientText | ClientBytes,
        status_code: int = 200,
        media_type: str = "application/json",
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(body, status_code, headers, media_type)


@router.post("", status_code=201, response_model=OpenedTable)
async def open_table(
    wish: NewTable, request: Request, runtime: RuntimeDep, device: DeviceDep, base_url: BaseUrl
) -> TableResponse:
    """Open a table; this device is its host."""
    check_name_length(wish, runtime.config.name_length)
    address = limit_key(request.client.host) if request.client else ""
    runtime.limits.open_table(device, address)
    code = await runtime.hub.open(device, wish)
    return TableResponse(opened_body(code, table_link(base_url, code)), 201)


@router.get("/{code}", response_model=TableShape)
async def table(code: TableCode, runtime: RuntimeDep, device: DeviceDep) -> TableResponse:
    """Show a table."""
    return TableResponse(table_body(await load_visible_table(runtime, code, device)))


@router.get("/{code}/events", response_model=Events)
async def events(
    code: TableCode,
    runtime: RuntimeDep,
    device: DeviceDep,
    owner: OwnerDep,
    since: Annotated[int, Query(ge=0, le=LARGEST_NUMBER)] = 0,
) -> TableResponse:
    """List what happened at a table after an event, up to 500 at a time."""
    found = await load_visible_table(runtime, code, device)
    async with runtime.hub.services.loading.slots.slot(owner):
        rows = await runtime.store.read(found.code, since, MAX_EVENTS)
    return TableResponse(events_body([public_event(*row) for row in rows]))


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
    return await draw_invite(runtime, owner, table_link(base_url, found.code), is_usual=is_usual)
