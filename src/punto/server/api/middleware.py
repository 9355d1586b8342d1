"""The guard before all requests: hosts, origins, sizes, rates, cookies, and safe headers."""

import ipaddress
import re
from collections.abc import Mapping
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from punto.rules.errors import PuntoError
from punto.server.api.errors import headers_of, refusal_of, status_of
from punto.server.api.page_files import File
from punto.server.api.pages import READING, send_file
from punto.server.api.prices import COSTLY, FILE, SOCKET, head_price, price_of
from punto.server.device_cookie import cookie_name
from punto.server.limits.fair_queue import Owner, asking
from punto.server.limits.request_budget import OverBudgetError
from punto.server.links import known_hosts
from punto.server.process.memory import memory_full
from punto.server.runtime import Runtime
from punto.server.transport.addresses import visitor_of
from punto.server.transport.settings import RECORD_BYTES

SAFE = {"GET", "HEAD", "OPTIONS"}

HOST = re.compile(r"([a-z0-9._-]+|\[[0-9a-f:.]+\])(:[0-9]{1,5})?", re.ASCII)
"""A name, a number of old or new kind, and a port: links are made of it, so nothing else."""

HOST_LENGTH = 260
"""The longest name that there can be, and a port."""

POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "media-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    ]
)
HEADERS = {
    "content-security-policy": POLICY,
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}


PLAIN_PATHS = ("/healthz", "/readyz", "/metrics")
"""What machines ask for, by whatever name they know this one: they get no cookie."""

RECORDS_PATH = "/api/records"

WITH_QUERY = ("/events", "/socket")
"""How paths end that have a query. It is not parsed for any other, and neither are cookies."""


DENIAL = "websocket.http.response"
"""The ASGI extension for answering a handshake with an HTTP response; not every server has it."""


class RequestMiddleware:
    """Lets in what may come in, and says who it is: `scope["state"]["device"]` and `["owner"]`."""

    def __init__(self, app: ASGIApp, runtime: Runtime, files: Mapping[str, File]) -> None:
        self.app, self.runtime, self.config = app, runtime, runtime.config
        self.files = files
        """What is the same for everybody, by its path. Proxies may keep it, so it has no cookie. It
        is answered here: a whole class may fetch it at once, and FastAPI would take most of that
        time."""
        self.hosts = known_hosts(runtime.config)
        self.origins = {*runtime.config.allowed_origins, origin_of(runtime.config.public_url)} - {
            ""
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check a request or a socket before anything else sees it."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        headers, path = Headers(scope=scope), self._path(scope)
        file = self._file(scope, path)
        try:
            known, owner = self._charge(scope, headers, FILE if file else self._price(scope, path))
            self._check(scope, headers)
        except PuntoError as error:
            self.runtime.metrics.refusals.labels(error.code).inc()
            await refuse(scope, receive, send, error)
            return
        if file is not None:
            await send_file(scope, receive, send, file, HEADERS)
            return
        device = known or self.runtime.identity.new_device()
        cookie = self._cookie(scope, device)
        scope = without_unused(scope, path)
        scope.setdefault("state", {}).update(device=device, owner=owner)
        asking.set(owner)
        body = Body(receive, self._limit(scope))
        protected = scope["type"] == "http"

        async def guarded(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.accept"):
                out = MutableHeaders(scope=message)
                if protected:
                    for name, value in HEADERS.items():
                        out.setdefault(name, value)
                    if f"{path}/".startswith("/api/"):
                        out["cache-control"] = "no-store"
                if cookie:
                    out.append("set-cookie", cookie)
            await send(message)

        await self.app(scope, body.receive if protected else receive, guarded)

    def _charge(self, scope: Scope, headers: Headers, price: float) -> tuple[str | None, Owner]:
        """Charge a request; refuse it if its price is not there, or memory is short.

        Gives the device, if it is known, and who pays. An address that has nothing left is refused
        before its cookies are read.
        """
        client, budget = scope.get("client"), self.runtime.budget
        address = visitor_of(client[0]) if client else ""
        price += head_price(scope)
        if wait := budget.addresses.wait_seconds(address, price):
            raise OverBudgetError(wait)
        known = self.runtime.identity.device_of(headers.get("cookie", ""))
        owner = Owner(known or "", address)
        if wait := budget.take(owner, price):
            raise OverBudgetError(wait)
        if price >= COSTLY and self.runtime.memory.is_full and not self._is_plain(scope):
            raise memory_full()
        return known, owner

    def _price(self, scope: Scope, path: str) -> float:
        return SOCKET if scope["type"] == "websocket" else price_of(scope["method"], path)

    def _file(self, scope: Scope, path: str) -> File | None:
        """Find the file of the page that is asked for, if one is."""
        is_read = scope["type"] == "http" and scope["method"] in READING
        return self.files.get(path.removeprefix("/")) if is_read else None

    def _check(self, scope: Scope, headers: Headers) -> None:
        host = headers.get("host", "").lower()
        if not self._knows(host) and not self._is_plain(scope):
            sentence = "this server does not go by that name; its public_url can say so"
            raise PuntoError("unknown-host", sentence)
        changes = scope["type"] == "websocket" or scope["method"] not in SAFE
        origin = headers.get("origin")
        if changes and origin is not None and not self._is_own(scope, origin, host):
            sentence = "pages of other websites may not do this"
            raise PuntoError("foreign-origin", sentence)
        length, limit = headers.get("content-length", "0"), self._limit(scope)
        if not length.isdigit() or int(length[:20]) > limit:
            raise too_long(limit)

    def _limit(self, scope: Scope) -> int:
        """Find how long the body of a request may be."""
        is_record = scope["path"].removeprefix(self.config.base_path) == RECORDS_PATH
        return max(RECORD_BYTES, self.config.body_bytes) if is_record else self.config.body_bytes

    def _knows(self, host: str) -> bool:
        """Tell whether a host is one of ours: a foreign name may lead here all the same."""
        read = HOST.fullmatch(host) if len(host) <= HOST_LENGTH else None
        name = read[1].strip("[]") if read else ""
        return name in self.hosts or name.endswith(".localhost") or is_address(name)

    def _is_plain(self, scope: Scope) -> bool:
        return self._path(scope) in PLAIN_PATHS

    def _path(self, scope: Scope) -> str:
        path: str = scope["path"]
        return path.removeprefix(self.config.base_path)

    def _is_own(self, scope: Scope, origin: str, host: str) -> bool:
        """Tell whether a page is ours; what came in clear is none where people come by HTTPS."""
        own = {f"https://{host}"} if is_secure(scope) else {f"https://{host}", f"http://{host}"}
        return origin in self.origins or origin in own

    def _cookie(self, scope: Scope, device: str) -> str:
        """Write the cookie of a device, at most once a day: so it never ends for who comes again.

        One that came under another name, as set by an older version, is set anew at once.
        """
        if self._is_plain(scope):
            return ""
        secure, path = self.config.secure_cookies, self.config.base_path
        if secure is None:
            secure = is_secure(scope) or self.config.public_url.startswith("https:")
        if not self.runtime.cookies_of_device.take(
            f"{cookie_name(secure=secure, path=path)} {device}"
        ):
            return ""
        return self.runtime.identity.cookie(device, secure=secure, path=path)


class Body:
    """The body of a request, which may not be longer than it says, or than is allowed."""

    def __init__(self, receive: Receive, limit: int) -> None:
        self._receive, self.limit, self.size = receive, limit, 0

    async def receive(self) -> Message:
        """Receive a part of it."""
        message = await self._receive()
        self.size += len(message.get("body", b""))
        if self.size > self.limit:
            raise too_long(self.limit)
        return message


def without_unused(scope: Scope, path: str) -> Scope:
    """Leave out what FastAPI would parse for every request, and nothing behind the guard reads."""
    headers = [header for header in scope["headers"] if header[0] != b"cookie"]
    query = scope["query_string"] if path.endswith(WITH_QUERY) else b""
    return {**scope, "headers": headers, "query_string": query}


def too_long(limit: int) -> PuntoError:
    """Say that a request is too long."""
    return PuntoError("body-too-long", f"a request has at most {limit} bytes", limit=limit)


async def refuse(scope: Scope, receive: Receive, send: Send, error: PuntoError) -> None:
    """Answer a request, or the handshake of a socket, with an error."""
    if scope["type"] == "websocket" and DENIAL not in (scope.get("extensions") or {}):
        await send({"type": "websocket.close"})  # the server answers with a bare 403
        return
    headers = {**HEADERS, **headers_of(error)}
    response = JSONResponse(refusal_of(error), status_of(error), headers=headers)
    await response(scope, receive, send)


def is_secure(scope: Scope) -> bool:
    """Tell whether a request came by HTTPS, to us or to a proxy that we trust."""
    return scope["scheme"] in ("https", "wss")


def is_address(name: str) -> bool:
    """Tell whether a host is a number, which no other website can pretend to be."""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def origin_of(link: str) -> str:
    """Find the origin of a link."""
    parts = urlsplit(link)
    return f"{parts.scheme}://{parts.netloc}" if parts.netloc else ""
