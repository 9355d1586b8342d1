"""Records and replays: of finished tables, and of records from anywhere."""

from typing import Annotated

from fastapi import APIRouter, Body, Response

from punto.server.api.dependencies import (
    ERROR_RESPONSES,
    DeviceDep,
    OwnerDep,
    RuntimeDep,
    TableCode,
    load_visible_table,
    text_response,
)
from punto.server.api.prices import PRICE_PER_RECORD_BYTE
from punto.server.api.tables import TableResponse
from punto.server.runtime import Runtime
from punto.server.table.client_view import ClientBytes, cached_body, record_body
from punto.server.table.codes import read_code
from punto.server.table.record import record_of
from punto.server.wire.answers import Replay

router = APIRouter(prefix="/api", responses=ERROR_RESPONSES)


@router.post("/records", response_model=Replay)
async def read(
    record: Annotated[bytes, Body(media_type="text/plain", description="A .punto file")],
    runtime: RuntimeDep,
    owner: OwnerDep,
) -> TableResponse:
    """Check a record and return its match card by card; nothing is stored."""
    runtime.budget.charge(owner, PRICE_PER_RECORD_BYTE * len(record))
    return TableResponse(cached_body(await runtime.replays.of_record(owner, record)))


@router.get("/tables/{code}/record", response_class=Response, responses=text_response("text/plain"))
async def record(code: TableCode, runtime: RuntimeDep, device: DeviceDep) -> TableResponse:
    """Write a finished match down, with all decks and the seed, as `punto verify` reads it."""
    body = await finished_record(runtime, code, device)
    name = f'attachment; filename="punto-{read_code(code)}.punto"'
    return TableResponse(body, media_type="text/plain", headers={"content-disposition": name})


async def finished_record(runtime: Runtime, code: str, device: str) -> ClientBytes:
    """Find the record of a finished match. It is cached: it never changes, and all may see it."""
    record = runtime.replays.records.get(read_code(code))
    if record is None:
        found = await load_visible_table(runtime, code, device)
        record = record_body(record_of(found))
        runtime.replays.records.put(found.code, record)
    return cached_body(record)


@router.get("/tables/{code}/replay", response_model=Replay)
async def replay(
    code: TableCode, runtime: RuntimeDep, device: DeviceDep, owner: OwnerDep
) -> TableResponse:
    """Return a finished match card by card."""
    code = read_code(code)
    body = runtime.replays.replays.get(code)
    if body is None:
        record = await finished_record(runtime, code, device)
        body = await runtime.replays.of_table(owner, code, record)
    return TableResponse(cached_body(body))
