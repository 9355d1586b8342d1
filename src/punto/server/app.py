"""The ASGI application: routes, middleware, error handlers, and the runtime behind them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from punto.rules.errors import PuntoError
from punto.server.api import (
    analysis,
    codes,
    daily,
    devices,
    pages,
    previews,
    puzzles,
    records,
    rooms,
    server_info,
    tables,
    tokens,
    tournaments,
)
from punto.server.api.errors import (
    INTERNAL,
    error_headers,
    http_status,
    validation_error,
)
from punto.server.api.middleware import SECURITY_HEADERS, RequestMiddleware
from punto.server.api.page_files import load_page
from punto.server.api.sockets import Sockets
from punto.server.api.tables import TableResponse
from punto.server.config.settings import Config
from punto.server.runtime import Runtime
from punto.server.table.client_view import error_body

CODE_OF_STATUS = {404: "not-found", 405: "wrong-method"}


def create_app(config: Config) -> FastAPI:
    """Create the application; its lifespan opens and closes the runtime."""
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
        description="Online tables of the dot-card game Punto.",
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        exception_handlers={
            PuntoError: handle_punto_error,
            RequestValidationError: handle_validation_error,
            HTTPException: handle_http_error,
            Exception: handle_unexpected_error,
        },
    )
    app.state.runtime = runtime
    app.state.page = page = load_page(config.base_path)
    app.add_middleware(Sockets, runtime=runtime)
    app.add_middleware(RequestMiddleware, runtime=runtime, files=page.files)
    for part in (
        server_info,
        daily,
        devices,
        tables,
        rooms,
        codes,
        tournaments,
        records,
        previews,
        analysis,
        puzzles,
        tokens,
        pages,
    ):
        app.include_router(part.router)
    return app


def error_response(request: Request, error: PuntoError) -> Response:
    """Build the response to an error, and count it."""
    runtime: Runtime = request.app.state.runtime
    runtime.metrics.refusals.labels(error.code).inc()
    headers = {**SECURITY_HEADERS, **error_headers(error)}
    return TableResponse(error_body(error), http_status(error), headers=headers)


async def handle_punto_error(request: Request, error: Exception) -> Response:
    """Respond to a refused request."""
    assert isinstance(error, PuntoError)
    return error_response(request, error)


async def handle_validation_error(request: Request, error: Exception) -> Response:
    """Respond to a request that cannot be parsed, without repeating it."""
    assert isinstance(error, RequestValidationError)
    return error_response(request, validation_error(error.errors()))


async def handle_http_error(request: Request, error: Exception) -> Response:
    """Respond to a wrong path or method: people get the page, programs an error."""
    assert isinstance(error, HTTPException)
    if isinstance(error.__cause__, PuntoError):  # of the middleware, while reading
        return error_response(request, error.__cause__)
    if error.status_code == 404 and (page := pages.not_found_page(request)) is not None:
        return page
    code = CODE_OF_STATUS.get(error.status_code, "unreadable")
    response = error_response(request, PuntoError(code, str(error.detail)))
    response.headers.update(error.headers or {})
    return response


async def handle_unexpected_error(request: Request, error: Exception) -> Response:  # noqa: ARG001
    """Respond to a bug; the traceback is in the log."""
    request.app.state.runtime.metrics.errors.inc()
    return error_response(request, INTERNAL)
