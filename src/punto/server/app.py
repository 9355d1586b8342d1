"""The application: the runtime behind its doors, and the guard before them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from punto.rules.errors import PuntoError
from punto.server.api import devices, pages, records, server_info, sockets, tables
from punto.server.api.errors import (
    INTERNAL,
    headers_of,
    refusal_of,
    status_of,
    unreadable,
)
from punto.server.api.middleware import HEADERS, RequestMiddleware
from punto.server.api.page_files import load
from punto.server.config.settings import Config
from punto.server.runtime import Runtime

CODES = {404: "not-found", 405: "wrong-method"}


def create_app(config: Config) -> FastAPI:
    """Make the application; it opens its runtime when the server starts."""
    runtime = Runtime(config)

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        await runtime.open()
        try:
            yield
        finally:
            await runtime.close()

    app = FastAPI(
        title="Punto",
        version=version("punto"),
        description="Tables of the dot-card game Punto.",
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        exception_handlers={
            PuntoError: refuse,
            RequestValidationError: refuse_unreadable,
            HTTPException: refuse_request,
            Exception: refuse_with_regret,
        },
    )
    app.state.runtime = runtime
    app.state.page = page = load(config.base_path)
    app.add_middleware(sockets.TableSockets, runtime=runtime)
    app.add_middleware(RequestMiddleware, runtime=runtime, files=page.files)
    for part in (server_info, devices, tables, records, sockets, pages):
        app.include_router(part.router)
    return app


def answer(request: Request, error: PuntoError) -> JSONResponse:
    """Answer with an error."""
    runtime: Runtime = request.app.state.runtime
    runtime.metrics.refusals.labels(error.code).inc()
    headers = {**HEADERS, **headers_of(error)}
    return JSONResponse(refusal_of(error), status_of(error), headers=headers)


async def refuse(request: Request, error: Exception) -> JSONResponse:
    """Answer what was asked wrongly."""
    assert isinstance(error, PuntoError)
    return answer(request, error)


async def refuse_unreadable(request: Request, error: Exception) -> JSONResponse:
    """Answer what cannot be read, without repeating it."""
    assert isinstance(error, RequestValidationError)
    return answer(request, unreadable(error.errors()))


async def refuse_request(request: Request, error: Exception) -> Response:
    """Answer what was asked at the wrong place: people get the page, programs the error."""
    assert isinstance(error, HTTPException)
    if isinstance(error.__cause__, PuntoError):  # what the guard refused while it was read
        return answer(request, error.__cause__)
    if error.status_code == 404 and (page := pages.nowhere(request)) is not None:
        return page
    code = CODES.get(error.status_code, "unreadable")
    response = answer(request, PuntoError(code, str(error.detail)))
    response.headers.update(error.headers or {})
    return response


async def refuse_with_regret(request: Request, error: Exception) -> JSONResponse:  # noqa: ARG001
    """Answer when the server made a mistake; the log tells which."""
    request.app.state.runtime.metrics.errors.inc()
    return answer(request, INTERNAL)
