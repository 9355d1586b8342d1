"""Going on with another device."""

from fastapi import APIRouter

from punto.server.api.dependencies import ANSWERS, Base, Code, Device, InHouse, Payer
from punto.server.links import takeover_link
from punto.server.table.absence import HANDOVER_MS, offer_handover, take_over
from punto.server.table.client_view import table_shape
from punto.server.table.codes import new_key, read_code
from punto.server.wire.answers import Handover
from punto.server.wire.requests import Takeover
from punto.server.wire.shapes import TableShape

router = APIRouter(prefix="/api/tables/{code}", responses={**ANSWERS, 410: ANSWERS[404]})


@router.post("/handover", status_code=201)
async def handover(
    code: Code, runtime: InHouse, device: Device, owner: Payer, base: Base
) -> Handover:
    """Make a link with which another device goes on; it works once, for five minutes."""
    key, now = new_key(), runtime.hub.services.now()
    with runtime.hub.visit(read_code(code)) as live:
        await live.execute(device, lambda change: offer_handover(change, key))
        link = takeover_link(base, live.code, key)
    picture = (await runtime.qr_codes.draw(owner, link)).decode()
    return {"key": key, "link": link, "qr": picture, "until": now + HANDOVER_MS}


@router.post("/takeover")
async def takeover(code: Code, wish: Takeover, runtime: InHouse, device: Device) -> TableShape:
    """Go on with another device's seats on this one."""
    with runtime.hub.visit(read_code(code)) as live:
        await live.execute(device, lambda change: take_over(change, wish.key))
        return table_shape(await live.current())
