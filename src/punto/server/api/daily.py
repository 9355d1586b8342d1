"""The deal of the day: what it is today, how it went for everybody, and one try for each device.

The code of a device's table for a day is derived from both, so a second try finds the table of the
first one. Nothing else is stored about who plays.
"""

from typing import Any

from fastapi import APIRouter

from punto.bots.deal_of_the_day import bot_of, day_of
from punto.server.api.dependencies import (
    ERROR_RESPONSES,
    BaseUrl,
    DeviceDep,
    OwnerDep,
    RuntimeDep,
    check_name_length,
)
from punto.server.api.tables import TableResponse
from punto.server.links import table_link
from punto.server.runtime import Runtime
from punto.server.table.client_view import daily_body, opened_body
from punto.server.table.codes import code_of
from punto.server.table.daily import new_daily_table
from punto.server.wire.answers import Daily, OpenedTable
from punto.server.wire.requests import DailyTry

MAX_DAYS = 42
"""How many days of totals are sent: the six weeks that a page of a calendar shows."""

SECOND_TRY: dict[int | str, dict[str, Any]] = {
    200: {"model": OpenedTable, "description": "The table of the first try"}
}

router = APIRouter(prefix="/api/daily", responses=ERROR_RESPONSES)


@router.get("", response_model=Daily)
async def daily(runtime: RuntimeDep, device: DeviceDep) -> TableResponse:
    """Show the deal of the day, this device's try at it, and the totals of the last weeks."""
    day = day_of(runtime.clock())
    row = await runtime.store.table(daily_code(runtime, day, device))
    totals = await runtime.store.daily_totals(MAX_DAYS)
    body: Daily = {
        "day": day,
        "bot": bot_of(day),
        "table": row.id if row else None,
        "phase": row.phase if row else None,  # type: ignore[typeddict-item]  # one of the allowed values
        "totals": [{"day": one.day, "played": one.played, "won": one.won} for one in totals],
    }
    return TableResponse(daily_body(body))


@router.post("", status_code=201, response_model=OpenedTable, responses=SECOND_TRY)
async def play_daily(
    wish: DailyTry, runtime: RuntimeDep, device: DeviceDep, owner: OwnerDep, base_url: BaseUrl
) -> TableResponse:
    """Begin today's deal. Each device has one try: asked again, it gets the same table."""
    day = day_of(runtime.clock())
    code = daily_code(runtime, day, device)
    link = table_link(base_url, code)
    if await runtime.store.table(code) is not None:
        return TableResponse(opened_body(code, link))
    table = new_daily_table(day, wish.name)
    check_name_length(table, runtime.config.name_length)
    runtime.limits.open_table(device, owner.address)
    await runtime.hub.open_daily(device, code, day, table)
    return TableResponse(opened_body(code, link), 201)


def daily_code(runtime: Runtime, day: str, device: str) -> str:
    """Return the code of the one table at which a device may play the deal of a day."""
    return code_of(runtime.device_cookie.secret_number(f"deal of the day {day}", device))
