"""Plain pages for people, until there is a better one."""

from html import escape

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, PlainTextResponse, Response

from punto.server.api.asking import Base, Code, Device, InHouse, seen
from punto.server.links import table_link

router = APIRouter(include_in_schema=False)

STYLE = """\
:root { color-scheme: light dark; font: 1.1rem/1.5 system-ui, sans-serif; }
body { max-width: 42rem; margin: 0 auto; padding: 1rem; }
pre { overflow-x: auto; padding: 0.75rem; border: 1px solid; border-radius: 0.5rem; }
img { width: min(100%, 16rem); background: #fff; }
"""

PAGE = """\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{title}</title>
<link rel="stylesheet" href="{base}/plain.css">
<h1>{title}</h1>
{body}
</html>
"""

WELCOME = """\
<p>The server is running. It speaks HTTP for what is asked once, and WebSocket for what goes on.</p>
<pre>curl -c jar -b jar {base}/api/tables -H 'content-type: application/json' \\
  -d '{{"seats": [{{"kind": "person", "name": "Ada"}}, {{"kind": "bot", "bot": "medium"}}]}}'</pre>
<p>The answer has the code of a table. With the same cookie, a WebSocket to
<code>{socket}/api/tables/<var>code</var>/socket</code> tells everything that happens there and
takes commands:</p>
<pre>{{"type": "place", "id": "1", "answers": 2, "seat": 1, "cell": "f6"}}</pre>
<ul>
<li><a href="{base}/api/openapi.json">All requests</a> (OpenAPI)</li>
<li><a href="{base}/api/socket.json">All messages</a> (JSON Schema)</li>
<li><a href="{base}/api/choices">What can be chosen</a>: modes, editions, bots</li>
<li><a href="{base}/api/tables">Your own tables</a></li>
</ul>
"""

INVITE = """\
<p>{phase}</p>
<p>Give this address to the others: <a href="{link}">{link}</a></p>
<p><img src="{base}/api/tables/{code}/invite.svg" alt="The address as a QR code"></p>
<ul>
<li><a href="{base}/api/tables/{code}">How it stands</a></li>
<li><a href="{base}/api/tables/{code}/events">What has happened</a></li>
<li><a href="{base}/api/tables/{code}/record">The record</a>, once the match is over</li>
</ul>
"""

PHASES = {
    "waiting": "The table waits for people.",
    "playing": "The match is being played.",
    "over": "The match is over.",
}


def page(title: str, body: str, base: str) -> HTMLResponse:
    """Put a page together."""
    return HTMLResponse(PAGE.format(title=title, body=body, base=escape(base)))


@router.get("/")
async def home(base: Base) -> HTMLResponse:
    """Say how to use the server."""
    socket = base.replace("http", "ws", 1)
    return page("Punto", WELCOME.format(base=escape(base), socket=escape(socket)), base)


@router.get("/t/{code}")
async def table(code: Code, house: InHouse, device: Device, base: Base) -> HTMLResponse:
    """Invite to a table."""
    found = await seen(house, code, device)
    link = escape(table_link(base, found.code))
    body = INVITE.format(phase=PHASES[found.phase], link=link, base=escape(base), code=found.code)
    return page(f"Punto, table {found.code}", body, base)


@router.get("/plain.css")
async def style() -> Response:
    """The looks of these pages."""
    return PlainTextResponse(STYLE, media_type="text/css")
