"""Previews of links: the tags in the page, and the picture that they name.

They are made for nobody in particular: a program that asks for them has no seat. A code that does
not exist, and a table that spectators may not see, get those of the game, so they tell no more
about a code than any other request.
"""

from typing import Any

from fastapi import APIRouter, Response

from punto.rules.errors import PuntoError
from punto.server.api.dependencies import (
    ERROR_RESPONSES,
    OwnerDep,
    RuntimeDep,
    TableCode,
    load_visible_table,
)
from punto.server.api.rooms import RoomCode, load_visible_room
from punto.server.api.tables import TableResponse
from punto.server.limits.fair_queue import Owner
from punto.server.room.room import Room
from punto.server.runtime import Runtime
from punto.server.table.client_view import cached_body, preview_scene
from punto.server.table.table import Table

NO_DEVICE = ""
HIDDEN = ("no-such-table", "not-a-spectator", "no-such-room", "room-locked")
PNG = "image/png"
PICTURE: dict[int | str, dict[str, Any]] = {
    200: {"content": {PNG: {"schema": {"type": "string", "format": "binary"}}}}
}

router = APIRouter(prefix="/api", responses=ERROR_RESPONSES)


@router.get("/preview.png", response_class=Response, responses=PICTURE)
async def neutral_picture(runtime: RuntimeDep, owner: OwnerDep) -> TableResponse:
    """Paint some cards, for previews of links to the game."""
    picture = await runtime.previews.picture(owner, preview_scene(None))
    return TableResponse(cached_body(picture), media_type=PNG)


@router.get("/tables/{code}/preview.png", response_class=Response, responses=PICTURE)
async def table_picture(code: TableCode, runtime: RuntimeDep, owner: OwnerDep) -> TableResponse:
    """Paint a table as spectators see it, for previews of its link."""
    scene = preview_scene(await load_public_table(runtime, code))
    return TableResponse(cached_body(await runtime.previews.picture(owner, scene)), media_type=PNG)


@router.get("/rooms/{code}/preview.png", response_class=Response, responses=PICTURE)
async def room_picture(code: RoomCode, runtime: RuntimeDep, owner: OwnerDep) -> TableResponse:
    """Paint the table of a room's last match as spectators see it, for previews of its link."""
    room = await load_public_room(runtime, code, owner)
    played = room.matches[-1]["table"] if room is not None and room.matches else None
    table = None if played is None else await load_public_table(runtime, played)
    picture = await runtime.previews.picture(owner, preview_scene(table))
    return TableResponse(cached_body(picture), media_type=PNG)


async def load_public_room(runtime: Runtime, code: str, owner: Owner) -> Room | None:
    """Load a room that everybody with its link may see; None if there is none."""
    try:
        return await load_visible_room(runtime, code, owner, NO_DEVICE)
    except PuntoError as error:
        if error.code in HIDDEN:
            return None
        raise


async def load_public_table(runtime: Runtime, code: str) -> Table | None:
    """Load a table that everybody may see; None if there is none."""
    try:
        return await load_visible_table(runtime, code, NO_DEVICE)
    except PuntoError as error:
        if error.code in HIDDEN:
            return None
        raise
