"""What a code leads to: people type it without knowing whether it is that of a table or a room.

Only the link of a tournament has its code, but where the page is installed there is no address bar
for links, so people paste them where codes are asked for.
"""

from collections.abc import Awaitable
from typing import TypeVar

from fastapi import APIRouter

from punto.rules.errors import PuntoError
from punto.server.api.dependencies import (
    ERROR_RESPONSES,
    DeviceDep,
    OwnerDep,
    RuntimeDep,
    load_visible_table,
)
from punto.server.api.rooms import RoomCode, load_visible_room
from punto.server.api.tournaments import load_visible_tournament
from punto.server.table.codes import read_short_code
from punto.server.wire.answers import CodeTarget

T = TypeVar("T")

router = APIRouter(prefix="/api/codes", responses=ERROR_RESPONSES)


@router.get("/{code}")
async def code_target(
    code: RoomCode, runtime: RuntimeDep, owner: OwnerDep, device: DeviceDep
) -> CodeTarget:
    """Find the table, the tournament or the room that a code leads to."""
    if read_short_code(code) is None:
        table = await _unless(load_visible_table(runtime, code, device), "no-such-table")
        if table is not None:
            return {"kind": "table", "code": table.code}
        loading = load_visible_tournament(runtime, code, owner, device)
        tournament = await _unless(loading, "no-such-tournament")
        if tournament is not None:
            return {"kind": "tournament", "code": tournament.tournament_code}
    room = await load_visible_room(runtime, code, owner, device)
    return {"kind": "room", "code": room.link}


async def _unless(loading: Awaitable[T], error_code: str) -> T | None:
    """Return what is loaded; None if the code leads to nothing of this kind."""
    try:
        return await loading
    except PuntoError as error:
        if error.code != error_code:
            raise
        return None
