"""The page for people: one index for every screen, and the files that it asks for.

The guard answers requests for files; only screens get as far as the routes here.
"""

from collections.abc import Mapping

from fastapi import APIRouter, Request, Response
from starlette.datastructures import Headers
from starlette.types import Receive, Scope, Send

from punto.rules.errors import PuntoError
from punto.server.api.dependencies import Device, InHouse, seen
from punto.server.api.errors import status_of
from punto.server.api.page_files import ENCODINGS, HASHED, File, Page

router = APIRouter(include_in_schema=False)

READING = ["GET", "HEAD"]
ACCEPTED_LENGTH = 200
"""So much of `accept-encoding` is read, in characters: browsers send some thirty."""

FOR_PROGRAMS = ("/api/", f"/{HASHED}")
"""Where nobody looks for a screen."""


def the_page(request: Request) -> Page:
    """Find the page."""
    page: Page = request.app.state.page
    return page


@router.api_route("/", methods=READING)
@router.api_route("/rules", methods=READING)
@router.api_route("/replay", methods=READING)
@router.api_route("/replay/{code}", methods=READING)
async def screen(request: Request) -> Response:
    """Any screen: the page itself knows which."""
    return send(request, the_page(request).index)


@router.api_route("/t/{code}", methods=READING)
async def table(code: str, request: Request, runtime: InHouse, device: Device) -> Response:
    """The screen of a table; the page says what is wrong with it, and so does the status."""
    try:
        await seen(runtime, code, device)
    except PuntoError as error:
        return send(request, the_page(request).index, status_of(error))
    return send(request, the_page(request).index)


def nowhere(request: Request) -> Response | None:
    """Show the page to people who ask for what is not there; programs get none."""
    path = request.scope["path"].removeprefix(request.scope.get("root_path", ""))
    if request.method not in READING or path.startswith(FOR_PROGRAMS):
        return None
    return send(request, the_page(request).index, 404)


async def send_file(
    scope: Scope, receive: Receive, send: Send, file: File, also: Mapping[str, str]
) -> None:
    """Send a file of the page, and these headers beside its own."""
    response = file_response(scope["method"], Headers(scope=scope), file)
    response.headers.update(also)
    await response(scope, receive, send)


def send(request: Request, file: File, status: int = 200) -> Response:
    """Send a screen."""
    return file_response(request.method, request.headers, file, status)


def file_response(method: str, asked: Mapping[str, str], file: File, status: int = 200) -> Response:
    """Send a file in the best encoding that the reader takes, unless it has it already."""
    encoding = best_encoding(asked.get("accept-encoding", ""), file)
    body = file.bodies[encoding]
    tag = f'"{file.tag}{"-" * bool(encoding)}{encoding}"'
    headers = {
        "cache-control": file.caching,
        "content-type": file.kind,
        "etag": tag,
        "vary": "accept-encoding",
    }
    if status == 200 and knows(asked.get("if-none-match", ""), tag):
        return Response(status_code=304, headers=headers)
    if encoding:
        headers["content-encoding"] = encoding
    headers["content-length"] = str(len(body))
    return Response(b"" if method == "HEAD" else body, status, headers)


def best_encoding(accepted: str, file: File) -> str:
    """Choose an encoding that the reader takes, and that makes the file smaller."""
    taken = set()
    for wish in accepted[:ACCEPTED_LENGTH].lower().split(","):
        name, _, weight = wish.replace(" ", "").partition(";q=")
        if weight.rstrip("0.") or not weight:
            taken.add(name)
    return next((name for name in ENCODINGS if name in taken and name in file.bodies), "")


def knows(tags: str, tag: str) -> bool:
    """Tell whether a reader has this very answer; the quotes belong to the tag."""
    return tags.strip() == "*" or tag in tags
