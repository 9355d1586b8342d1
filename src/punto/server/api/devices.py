"""A device: its recent tables, and handing its seats over to another device."""

from collections import OrderedDict
from typing import Any, NamedTuple

from fastapi import APIRouter

from punto.server.api.dependencies import (
    ERROR_RESPONSES,
    BaseUrl,
    DeviceDep,
    OwnerDep,
    RuntimeDep,
    TableCode,
)
from punto.server.api.recent import MAX_RECENT, load_undamaged
from punto.server.api.tables import TableResponse
from punto.server.links import table_link, takeover_link
from punto.server.runtime import Runtime
from punto.server.store.model import TableRow
from punto.server.table.absence import HANDOVER_MS, offer_handover, take_over
from punto.server.table.client_view import handover_body, recent_tables_body, table_body
from punto.server.table.codes import new_key, read_code
from punto.server.table.table import Table
from punto.server.wire.answers import Handover, RecentTable
from punto.server.wire.requests import Takeover
from punto.server.wire.shapes import TableShape

MAX_SUMMARIES = 5000

router = APIRouter(prefix="/api/tables", responses=ERROR_RESPONSES)

GONE: dict[int | str, dict[str, Any]] = {410: ERROR_RESPONSES[404]}


class Summary(NamedTuple):
    """What the list of recent tables says about one."""

    mode: str
    players: list[str | None]
    awaited: str
    """The device for which the match waits; empty if it waits for nobody, or for a bot."""
    until: int | None

    @classmethod
    def of(cls, table: Table) -> "Summary":
        """Sum up a table."""
        seat = table.to_move
        is_person = seat is not None and seat.is_person and not seat.bot
        return cls(
            table.settings.mode,
            [seat.title or None for seat in table.seats],
            table.devices[seat.device - 1] if seat is not None and is_person else "",
            table.until if seat is not None else None,
        )


class Summaries:
    """A cache of what is said about tables, because finding it means reading a log."""

    def __init__(self) -> None:
        self._known: OrderedDict[tuple[str, int], Summary] = OrderedDict()

    async def of(self, runtime: Runtime, row: TableRow) -> Summary | None:
        """Sum up a table as of the last event; None if the log is damaged."""
        key = row.id, row.last
        if key not in self._known:
            table = await load_undamaged(runtime, row.id, runtime.hub.visit)
            if table is None:
                return None
            self._known[key] = Summary.of(table)
            if len(self._known) > MAX_SUMMARIES:
                self._known.popitem(last=False)
        return self._known[key]


summaries = Summaries()


@router.get("", response_model=list[RecentTable])
async def recent_tables(runtime: RuntimeDep, device: DeviceDep, base_url: BaseUrl) -> TableResponse:
    """List the tables that this device has used, the most recent first."""
    found: list[RecentTable] = []
    rows = await runtime.store.recent(device, MAX_RECENT)
    for row in rows:
        summary = await summaries.of(runtime, row)
        if summary is None:
            continue
        found.append(
            {
                "table": row.id,
                "link": table_link(base_url, row.id),
                "phase": row.phase,  # type: ignore[typeddict-item]  # we stored one of the allowed values
                "mode": summary.mode,
                "players": summary.players,
                "touched_at": row.touched_at,
                "is_your_turn": summary.awaited == device,
                "until": summary.until,
            }
        )
    return TableResponse(recent_tables_body(found))


@router.post("/{code}/handover", status_code=201, responses=GONE, response_model=Handover)
async def handover(
    code: TableCode, runtime: RuntimeDep, device: DeviceDep, owner: OwnerDep, base_url: BaseUrl
) -> TableResponse:
    """Make a link that hands this device's seats to another; it works once, for five minutes."""
    key, now = new_key(), runtime.hub.services.now()
    with runtime.hub.visit(read_code(code)) as actor:
        await actor.execute(device, lambda change: offer_handover(change, key))
        link = takeover_link(base_url, actor.code, key)
    picture = (await runtime.qr_codes.draw(owner, link)).decode()
    until = now + HANDOVER_MS
    body = handover_body({"key": key, "link": link, "qr": picture, "until": until})
    return TableResponse(body, 201)


@router.post("/{code}/takeover", responses=GONE, response_model=TableShape)
async def takeover(
    code: TableCode, wish: Takeover, runtime: RuntimeDep, device: DeviceDep
) -> TableResponse:
    """Take over another device's seats with the key of its handover."""
    with runtime.hub.visit(read_code(code)) as actor:
        await actor.execute(device, lambda change: take_over(change, wish.key))
        return TableResponse(table_body(await actor.current()))
