"""Replays: of finished tables, and of records from anywhere."""

from typing import Annotated

from fastapi import APIRouter, Body

from punto.server.api.dependencies import (
    ERROR_RESPONSES,
    DeviceDep,
    OwnerDep,
    RuntimeDep,
    TableCode,
)
from punto.server.api.prices import PRICE_PER_RECORD_BYTE
from punto.server.api.tables import TableResponse, finished_record
from punto.server.table.client_view import cached_body
from punto.server.table.codes import read_code
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
