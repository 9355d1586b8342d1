"""What a code leads to: people type it without knowing whether it is that of a table or a room."""

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
from punto.server.table.codes import read_short_code
from punto.server.wire.answers import CodeTarget

router = APIRouter(prefix="/api/codes", responses=ERROR_RESPONSES)


@router.get("/{code}")
async def code_target(
    code: RoomCode, runtime: RuntimeDep, owner: OwnerDep, device: DeviceDep
) -> CodeTarget:
    """Find the table or the room that a code leads to."""
    if read_short_code(code) is None:
        try:
            table = await load_visible_table(runtime, code, device)
        except PuntoError as error:
            if error.code != "no-such-table":
                raise
        else:
            return {"kind": "table", "code": table.code}
    room = await load_visible_room(runtime, code, owner, device)
    return {"kind": "room", "code": room.link}
