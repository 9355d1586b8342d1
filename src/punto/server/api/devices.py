"""A device: the tables where it was, and handing its seats over to another device."""

import logging
from collections import OrderedDict
from typing import Any

from fastapi import APIRouter

from punto.server.api.dependencies import ANSWERS, Base, Code, Device, InHouse, Payer
from punto.server.limits.fair_queue import BusyError
from punto.server.limits.request_budget import OverBudgetError
from punto.server.links import table_link, takeover_link
from punto.server.runtime import Runtime
from punto.server.store.errors import StoreError
from punto.server.store.rows import TableRow
from punto.server.table.absence import HANDOVER_MILLISECONDS, offer_handover, take_over
from punto.server.table.codes import new_key, read_code
from punto.server.wire.answers import Handover, RecentTable
from punto.server.wire.requests import Takeover
from punto.server.wire.shapes import TableShape

log = logging.getLogger("punto.tables")

MOST = 20
REMEMBERED = 5000

router = APIRouter(prefix="/api/tables", responses=ANSWERS)

Players = tuple[str, list[str | None]]


class Summaries:
    """The mode and the players of tables, kept because finding them takes reading a log."""

    def __init__(self) -> None:
        self._known: OrderedDict[tuple[str, int], Players] = OrderedDict()

    async def of(self, runtime: Runtime, row: TableRow) -> Players | None:
        """Find who plays what at a table, as of its last event; None if its log is damaged."""
        key = row.id, row.last
        if key not in self._known:
            try:
                with runtime.hub.visit(row.id) as live:
                    table = await live.current()
            except (BusyError, OverBudgetError, StoreError):
                raise
            except Exception:  # one damaged table hides no other
                runtime.metrics.errors.inc()
                log.exception("table %s cannot be read", row.id)
                return None
            names = [seat.title or None for seat in table.seats]
            self._known[key] = table.settings["mode"], names
            if len(self._known) > REMEMBERED:
                self._known.popitem(last=False)
        return self._known[key]


summaries = Summaries()


@router.get("")
async def recent_tables(runtime: InHouse, device: Device, base: Base) -> list[RecentTable]:
    """List the tables where this device was, the last one first."""
    found: list[RecentTable] = []
    rows = await runtime.store.recent(device, MOST)
    for row in rows:
        summary = await summaries.of(runtime, row)
        if summary is None:
            continue
        mode, players = summary
        found.append(
            {
                "table": row.id,
                "link": table_link(base, row.id),
                "phase": row.phase,  # type: ignore[typeddict-item]  # one of those we stored
                "mode": mode,
                "players": players,
                "touched_at": row.touched_at,
            }
        )
    return found


GONE: dict[int | str, dict[str, Any]] = {410: ANSWERS[404]}


@router.post("/{code}/handover", status_code=201, responses=GONE)
async def handover(
    code: Code, runtime: InHouse, device: Device, owner: Payer, base: Base
) -> Handover:
    """Make a link with which another device goes on; it works once, for five minutes."""
    key, now = new_key(), runtime.hub.services.now()
    with runtime.hub.visit(read_code(code)) as live:
        await live.change(device, lambda change: offer_handover(change, key))
        link = takeover_link(base, live.code, key)
    picture = (await runtime.qr_codes.draw(owner, link)).decode()
    return {"key": key, "link": link, "qr": picture, "until": now + HANDOVER_MILLISECONDS}


@router.post("/{code}/takeover", responses=GONE)
async def takeover(code: Code, wish: Takeover, runtime: InHouse, device: Device) -> TableShape:
    """Go on with another device's seats on this one."""
    with runtime.hub.visit(read_code(code)) as live:
        table = await live.change(device, lambda change: take_over(change, wish.key))
        return table.shape()
