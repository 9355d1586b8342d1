"""The page for people: one index for every screen, and sending its files.

The middleware sends files; only requests for screens reach the routes here.
"""

from collections.abc import Mapping
from contextlib import suppress

from fastapi import APIRouter, Request, Response
from starlette.datastructures import Headers
from starlette.types import Receive, Scope, Send

from punto.rules.errors import PuntoError
from punto.server.api.dependencies import DeviceDep, OwnerDep, RuntimeDep, load_visible_table
from punto.server.api.errors import http_status
from punto.server.api.page_files import ENCODINGS, HASHED, File, Page
from punto.server.api.previews import NO_DEVICE, load_public_room, load_public_table
from punto.server.api.rooms import load_visible_room
from punto.server.api.tournaments import load_visible_tournament
from punto.server.links import base_url_of
from punto.server.room.room import Room
from punto.server.room.room_view import room_preview_tags
from punto.server.runtime import Runtime
from punto.server.table.client_view import preview_tags
from punto.server.table.table import Table
from punto.server.tournament.tournament import Tournament
from punto.server.tournament.tournament_view import tournament_preview_tags

router = APIRouter(include_in_schema=False)

READ_METHODS = ["GET", "HEAD"]
MAX_ACCEPT_ENCODING_CHARS = 200
"""How much of `accept-encoding` is parsed; browsers send some thirty characters."""

PATHS_FOR_PROGRAMS = ("/api/", f"/{HASHED}")
"""Paths that are no screens: here a 404 is an error for a program."""


def get_page(request: Request) -> Page:
    """Return the page."""
    page: Page = request.app.state.page
    return page


@router.api_route("/", methods=READ_METHODS)
@router.api_route("/rules", methods=READ_METHODS)
@router.api_route("/learn", methods=READ_METHODS)
@router.api_route("/daily", methods=READ_METHODS)
@router.api_route("/own-play", methods=READ_METHODS)
@router.api_route("/puzzles", methods=READ_METHODS)
@router.api_route("/puzzles/{day}", methods=READ_METHODS)
@router.api_route("/replay", methods=READ_METHODS)
@router.api_route("/tournament", methods=READ_METHODS)
async def screen(request: Request) -> Response:
    """Any screen: the script of the page decides which."""
    return page_response(request)


@router.api_route("/replay/{code}", methods=READ_METHODS)
async def screen_about_table(code: str, request: Request, runtime: RuntimeDep) -> Response:
    """A screen that shows a table without playing there."""
    try:
        found = await load_public_table(runtime, code)
    except PuntoError:  # the page will say what is wrong
        found = None
    return page_response(request, found)


@router.api_route("/tv/{code}", methods=READ_METHODS)
async def big_screen(code: str, request: Request, runtime: RuntimeDep, owner: OwnerDep) -> Response:
    """A table or a room on a big screen; several at once have the preview of the game."""
    found: Table | Room | None = None
    with suppress(PuntoError):  # the page will say what is wrong
        if "," not in code:
            found = await load_public_table(runtime, code)
            found = found or await load_public_room(runtime, code, owner)
    return page_response(request, found)


@router.api_route("/t/{code}", methods=READ_METHODS)
async def table(code: str, request: Request, runtime: RuntimeDep, device: DeviceDep) -> Response:
    """The screen of a table; if something is wrong with it, the status says so, and the page."""
    try:
        found = await load_visible_table(runtime, code, device)
    except PuntoError as error:
        return page_response(request, status=http_status(error))
    return page_response(request, found)


@router.api_route("/r/{code}", methods=READ_METHODS)
async def room(
    code: str, request: Request, runtime: RuntimeDep, owner: OwnerDep, device: DeviceDep
) -> Response:
    """The screen of a room; if something is wrong with it, the status says so, and the page."""
    try:
        found = await load_visible_room(runtime, code, owner, device)
    except PuntoError as error:
        return page_response(request, status=http_status(error))
    return page_response(request, found)


@router.api_route("/tournament/{code}", methods=READ_METHODS)
async def tournament(
    code: str, request: Request, runtime: RuntimeDep, owner: OwnerDep, device: DeviceDep
) -> Response:
    """The screen of a tournament; if something is wrong with it, the status says so."""
    try:
        found = await load_visible_tournament(runtime, code, owner, device)
    except PuntoError as error:
        return page_response(request, status=http_status(error))
    return page_response(request, found)


def not_found_page(request: Request) -> Response | None:
    """The page with status 404 for people; None if a program asks."""
    path = request.scope["path"].removeprefix(request.scope.get("root_path", ""))
    if request.method not in READ_METHODS or path.startswith(PATHS_FOR_PROGRAMS):
        return None
    return page_response(request, status=404)


async def send_file(
    scope: Scope, receive: Receive, send: Send, file: File, extra_headers: Mapping[str, str]
) -> None:
    """Send a file of the page, with additional headers."""
    response = file_response(scope["method"], Headers(scope=scope), file)
    response.headers.update(extra_headers)
    await response(scope, receive, send)


def page_response(
    request: Request, shown: Table | Room | Tournament | None = None, status: int = 200
) -> Response:
    """Respond with a screen, and with the preview of what it shows if everybody may see that."""
    runtime: Runtime = request.app.state.runtime
    base_url = base_url_of(runtime.config, request.url.scheme, request.headers["host"])
    public = shown if shown is not None and shown.may_see(NO_DEVICE) else None
    language = runtime.config.language_of_previews
    match public:
        case Room():
            tags = room_preview_tags(public, base_url, language)
        case Tournament():
            tags = tournament_preview_tags(public, base_url, language)
        case _:
            tags = preview_tags(public, base_url, language)
    file = get_page(request).index_with(tags)
    return file_response(request.method, request.headers, file, status)


def file_response(
    method: str, request_headers: Mapping[str, str], file: File, status: int = 200
) -> Response:
    """Respond with a file in the best accepted encoding, or with 304 if the client has it."""
    encoding = best_encoding(request_headers.get("accept-encoding", ""), file)
    body = file.bodies[encoding]
    tag = f'"{file.etag}{"-" * bool(encoding)}{encoding}"'
    headers = {
        "cache-control": file.cache_control,
        "content-type": file.content_type,
        "etag": tag,
        "vary": "accept-encoding",
    }
    if status == 200 and matches_etag(request_headers.get("if-none-match", ""), tag):
        return Response(status_code=304, headers=headers)
    if encoding:
        headers["content-encoding"] = encoding
    headers["content-length"] = str(len(body))
    return Response(b"" if method == "HEAD" else body, status, headers)


def best_encoding(accepted: str, file: File) -> str:
    """Choose the best encoding that the client accepts and the file has; empty for none."""
    names = set()
    for entry in accepted[:MAX_ACCEPT_ENCODING_CHARS].lower().split(","):
        name, _, weight = entry.replace(" ", "").partition(";q=")
        if weight.rstrip("0.") or not weight:
            names.add(name)
    return next((name for name in ENCODINGS if name in names and name in file.bodies), "")


def matches_etag(tags: str, tag: str) -> bool:
    """Whether `If-None-Match` contains this ETag, quotes included."""
    return tags.strip() == "*" or tag in tags
