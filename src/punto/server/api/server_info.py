"""What clients and monitoring ask about the server itself."""

from typing import Any, get_args

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse

from punto.bots import all_bots
from punto.rules.editions import EDITIONS
from punto.rules.facts import MODES
from punto.server.api.dependencies import ERROR_RESPONSES
from punto.server.api.schema import socket_schema
from punto.server.wire.answers import Choices
from punto.server.wire.words import Reaction

router = APIRouter()


@router.get("/api/choices", responses=ERROR_RESPONSES)
async def choices() -> Choices:
    """List all modes, editions, bots and reactions, so that no client needs a list of its own."""
    return {
        "modes": [
            {
                "name": mode.name,
                "seats": len(mode.seats),
                "line": mode.line,
                "sides": [list(side.seats) for side in mode.sides],
                "colours": ["".join(c.letter for c in side.colours) for side in mode.sides],
                "neutral": mode.neutral.letter if mode.neutral is not None else None,
            }
            for mode in MODES.values()
        ],
        "editions": [
            {
                "name": edition.name,
                "booklet": edition.booklet,
                "starter": edition.starter,
                "redeal": edition.redeal,
                "tie": edition.tie,
            }
            for edition in EDITIONS.values()
        ],
        "bots": [{"name": bot.name, "character": bot.character} for bot in all_bots().values()],
        "reactions": list(get_args(Reaction)),
    }


@router.get("/api/socket.json", responses=ERROR_RESPONSES)
async def socket_json() -> dict[str, Any]:
    """Describe every message of the WebSocket, as JSON Schema."""
    return socket_schema()


@router.get("/healthz", include_in_schema=False)
async def healthz() -> dict[str, str]:
    """Liveness probe: the process answers."""
    return {"status": "ok"}


@router.get("/readyz", include_in_schema=False)
async def readyz(request: Request) -> JSONResponse:
    """Readiness probe: 200 if the server works, perhaps degraded; 503 and the reason if not."""
    runtime = request.app.state.runtime
    problem = await runtime.find_problem()
    return JSONResponse({"status": problem or runtime.degradation or "ok"}, 503 if problem else 200)


@router.get("/metrics", include_in_schema=False)
async def metrics(request: Request) -> Response:
    """Metrics in the text format of Prometheus."""
    counts = request.app.state.runtime.metrics
    return Response(counts.text(), headers={"content-type": counts.content_type})
