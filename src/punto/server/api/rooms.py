"""Rooms: opening them, finding them by a code, and looking at them."""

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Response

from punto.server.api.dependencies import (
    ERROR_RESPONSES,
    BaseUrl,
    CanCacheLinks,
    DeviceDep,
    OwnerDep,
    RuntimeDep,
    check_name_length,
    draw_invite,
    text_response,
)
from punto.server.api.recent import recent_groups
from punto.server.api.tables import TableResponse
from punto.server.limits.fair_queue import Owner
from punto.server.links import room_link
from punto.server.room.room import ROOM, Room
from punto.server.room.room_view import (
    open_rooms_body,
    opened_room_body,
    recent_rooms_body,
    room_body,
)
from punto.server.runtime import Runtime
from punto.server.wire.rooms import NewRoom, OpenedRoom, OpenRooms, RecentRoom, RoomShape

router = APIRouter(prefix="/api/rooms", responses=ERROR_RESPONSES)

RoomCode = Annotated[
    str,
    Path(
        description="The code of a room: twelve letters of a link, or six that are read aloud",
        max_length=48,
        examples=["dhkl-moqr-wxyd", "dhklmo"],
    ),
]


async def load_visible_room(runtime: Runtime, code: str, owner: Owner, device: str) -> Room:
    """Load a room; raises PuntoError if the device may not see it."""
    with runtime.hub.visit_room(await runtime.hub.find_room(code, device, owner)) as actor:
        return await actor.current_for(device)


async def get_room(code: RoomCode, runtime: RuntimeDep, owner: OwnerDep, device: DeviceDep) -> Room:
    """Return the room that the path names."""
    return await load_visible_room(runtime, code, owner, device)


VisibleRoom = Annotated[Room, Depends(get_room)]


@router.post("", status_code=201, response_model=OpenedRoom)
async def open_room(
    wish: NewRoom, runtime: RuntimeDep, owner: OwnerDep, device: DeviceDep, base_url: BaseUrl
) -> TableResponse:
    """Open a room; this device is its host."""
    check_name_length(wish, runtime.config.name_length)
    runtime.limits.open_table(device, owner.address)
    names = await runtime.hub.open_room(device, wish)
    body = opened_room_body(names.link, room_link(base_url, names.link), names.short)
    return TableResponse(body, 201)


@router.get("", response_model=list[RecentRoom])
async def recent_rooms(runtime: RuntimeDep, device: DeviceDep, base_url: BaseUrl) -> TableResponse:
    """List the rooms in which this device has been, the most recent first."""
    found: list[RecentRoom] = [
        {
            "room": room.room_code,
            "link": room_link(base_url, room.room_code),
            "members": [room.members[number].name for number in sorted(room.members)],
            "matches": len(room.matches),
            "is_playing": room.current is not None,
            "touched_at": row.touched_at,
        }
        async for row, room in recent_groups(runtime, device, ROOM, runtime.hub.visit_room)
    ]
    return TableResponse(recent_rooms_body(found))


@router.get("/open", response_model=OpenRooms)
async def open_rooms(runtime: RuntimeDep) -> TableResponse:
    """List the rooms that their hosts show to everybody; at most 20."""
    is_on = runtime.config.open_rooms
    return TableResponse(open_rooms_body(runtime.hub.open_rooms.shown(), is_on=is_on))


@router.get("/{code}", response_model=RoomShape)
async def room(found: VisibleRoom, runtime: RuntimeDep) -> TableResponse:
    """Show a room."""
    return TableResponse(room_body(found, runtime.hub.services.now()))


@router.get("/{code}/invite.svg", response_class=Response, responses=text_response("image/svg+xml"))
async def invite(
    found: VisibleRoom,
    runtime: RuntimeDep,
    owner: OwnerDep,
    base_url: BaseUrl,
    is_usual: CanCacheLinks,
) -> Response:
    """Draw the link of a room for a camera."""
    return await draw_invite(runtime, owner, room_link(base_url, found.link), is_usual=is_usual)
