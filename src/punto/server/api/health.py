"""What machines ask: are you alive, are you ready, how are you?"""

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse

router = APIRouter(include_in_schema=False)


@router.get("/healthz")
async def healthz() -> dict[str, str]:
    """The process is there and answers."""
    return {"status": "ok"}


@router.get("/readyz")
async def readyz(request: Request) -> JSONResponse:
    """The server can do its work, perhaps with a handicap, or what keeps it from that."""
    runtime = request.app.state.runtime
    trouble = await runtime.trouble()
    return JSONResponse({"status": trouble or runtime.handicap or "ok"}, 503 if trouble else 200)


@router.get("/metrics")
async def metrics(request: Request) -> Response:
    """Give all counts to Prometheus."""
    counts = request.app.state.runtime.metrics
    return Response(counts.text(), headers={"content-type": counts.content_type})
