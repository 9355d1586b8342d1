"""The tables where a device was."""

import logging
from collections import OrderedDict

from fastapi import APIRouter

from punto.server.api.dependencies import ANSWERS, Base, Device, InHouse
from punto.server.limits.fair_queue import BusyError
from punto.server.limits.request_budget import OverBudgetError
from punto.server.links import table_link
from punto.server.runtime import Runtime
from punto.server.store.errors import StoreError
from punto.server.store.model import TableRow
from punto.server.wire.answers import RecentTable

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
            self._known[key] = table.settings.mode, names
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
