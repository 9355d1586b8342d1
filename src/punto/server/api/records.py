"""Matches to look at again: those of tables that are over, and records from anywhere."""

from typing import Annotated

from fastapi import APIRouter, Body, Response

from punto.server.api.dependencies import ANSWERS, Code, Device, InHouse, Payer
from punto.server.api.prices import RECORD_BYTE
from punto.server.api.tables import finished_record
from punto.server.table.codes import read_code
from punto.server.wire.answers import Replay

router = APIRouter(prefix="/api", responses=ANSWERS)

JSON = "application/json"


@router.post("/records", response_model=Replay)
async def read(
    record: Annotated[bytes, Body(media_type="text/plain", description="A .punto file")],
    runtime: InHouse,
    owner: Payer,
) -> Response:
    """Check a record, and tell its match card by card; nothing is kept."""
    runtime.budget.charge(owner, RECORD_BYTE * len(record))
    return Response(await runtime.replays.of_record(owner, record), media_type=JSON)


@router.get("/tables/{code}/replay", response_model=Replay)
async def replay(code: Code, runtime: InHouse, device: Device, owner: Payer) -> Response:
    """Tell a match that is over card by card."""
    code = read_code(code)
    told = runtime.replays.replays.get(code)
    if told is None:
        record = await finished_record(runtime, code, device)
        told = await runtime.replays.of_table(owner, code, record)
    return Response(told, media_type=JSON)
