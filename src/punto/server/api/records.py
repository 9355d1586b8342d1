"""Matches to look at again: those of tables that are over, and records from anywhere."""

from typing import Annotated

from fastapi import APIRouter, Body
from starlette.concurrency import run_in_threadpool

from punto.notation.reader import read_record
from punto.server.api.asking import ANSWERS, Code, Device, InHouse, seen
from punto.server.table.record import record_of
from punto.server.table.replaying import replay_of
from punto.server.wire.answers import Replay

router = APIRouter(prefix="/api", responses=ANSWERS)


@router.post("/records")
async def read(
    record: Annotated[bytes, Body(media_type="text/plain", description="A .punto file")],
) -> Replay:
    """Check a record, and tell its match card by card; nothing is kept."""
    return await run_in_threadpool(lambda: replay_of(read_record(record)))


@router.get("/tables/{code}/replay")
async def replay(code: Code, house: InHouse, device: Device) -> Replay:
    """Tell a match that is over card by card."""
    record = record_of(await seen(house, code, device))
    return await run_in_threadpool(lambda: replay_of(record))
