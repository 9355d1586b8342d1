"""The middleware of every request: hosts, origins, sizes, rate limits, cookies, safe headers."""

import ipaddress
import re
from collections.abc import Mapping
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from punto.rules.errors import PuntoError
from punto.server.api.errors import error_headers, http_status
from punto.server.api.page_files import File
from punto.server.api.pages import READ_METHODS, send_file
from punto.server.api.prices import (
    EXPENSIVE_PRICE,
    FILE_PRICE,
    SOCKET_PRICE,
    WRONG_TOKEN_PRICE,
    head_price,
    price_of,
)
from punto.server.device_cookie import cookie_name
from punto.server.limits.fair_queue import Owner, current_owner
from punto.server.limits.request_budget import OverBudgetError
from punto.server.links import known_hosts
from punto.server.live.programs import TOKEN_REVOKED, WRONG_TOKEN, Program, not_in_scope
from punto.server.process.memory import memory_full
from punto.server.runtime import Runtime
from punto.server.table.client_view import error_body
from punto.server.transport.addresses import limit_key
from punto.server.transport.settings import MAX_RECORD_BYTES

SAFE_METHODS = {"GET", "HEAD", "OPTIONS"}

HOST_PATTERN = re.compile(r"([a-z0-9._-]+|\[[0-9a-f:.]+\])(:[0-9]{1,5})?", re.ASCII)
"""A host name, IPv4 or IPv6 address, and a port. Links are built from it, so nothing else."""

MAX_HOST_CHARS = 260
"""The longest possible host name, with a port."""

CONTENT_SECURITY_POLICY = "; ".join(
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
SECURITY_HEADERS = {
    "content-security-policy": CONTENT_SECURITY_POLICY,
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}


MONITORING_PATHS = ("/healthz", "/readyz", "/metrics")
"""Requests of monitoring: any Host header is accepted, and no cookie is set."""

RECORD_PATHS = ("/api/records", "/api/analysis", "/api/play_on")
"""Requests whose body may contain a record."""

PATHS_WITH_QUERY = ("/events", "/socket")
"""Suffixes of paths that take a query; for all others it is not even parsed."""


SECRET_HEADERS = (b"cookie", b"authorization")
"""Headers that only this middleware reads."""

DENIAL = "websocket.http.response"
"""The ASGI extension for answering a handshake with an HTTP response; not every server has it."""


class RequestMiddleware:
    """Checks and charges requests, and puts `device` and `owner` into `scope["state"]`."""

    def __init__(self, app: ASGIApp, runtime: Runtime, files: Mapping[str, File]) -> None:
        self.app, self.runtime, self.config = app, runtime, runtime.config
        self.files = files
        """Files that are the same for everybody, by path. Proxies may cache them, so they come
        without a cookie. They are sent from here: a whole class may fetch them at the same moment,
        and going through FastAPI would take most of the time."""
        self.hosts = known_hosts(runtime.config)
        self.origins = {*runtime.config.allowed_origins, origin_of(runtime.config.public_url)} - {
            ""
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check and charge a request or a handshake before anything else sees it."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        headers, path = Headers(scope=scope), self._path(scope)
        file = self._page_file(scope, path)
        try:
            price = FILE_PRICE if file else self._price_of(scope, path)
            known, owner, program = await self._charge(scope, headers, price)
            self._check_headers(scope, headers)
            if program is not None:
                check_scope(scope)
        except PuntoError as error:
            self.runtime.metrics.refusals.labels(error.code).inc()
            await send_error(scope, receive, send, error)
            return
        if file is not None:
            await send_file(scope, receive, send, file, SECURITY_HEADERS)
            return
        device = known or self.runtime.device_cookie.new_device()
        cookie = self._cookie(scope, device) if program is None else ""
        scope = strip_unused(scope, path)
        scope.setdefault("state", {}).update(device=device, owner=owner, program=program)
        current_owner.set(owner)
        body = LimitedBody(receive, self._max_body_bytes(scope))
        is_http = scope["type"] == "http"

        async def send_with_headers(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.accept"):
                out = MutableHeaders(scope=message)
                if is_http:
                    for name, value in SECURITY_HEADERS.items():
                        out.setdefault(name, value)
                    if f"{path}/".startswith("/api/"):
                        out["cache-control"] = "no-store"
                if cookie:
                    out.append("set-cookie", cookie)
            await send(message)

        await self.app(scope, body.receive if is_http else receive, send_with_headers)

    async def _charge(
        self, scope: Scope, headers: Headers, price: float
    ) -> tuple[str | None, Owner, Program | None]:
        """Charge the price of a request; raise if the budget does not suffice or memory is short.

        Returns the device, if its cookie or token is known, who was charged, and the program that
        plays with the token. An address whose budget is used up is refused before its cookies are
        read.
        """
        client, budget = scope.get("client"), self.runtime.budget
        address = limit_key(client[0]) if client else ""
        price += head_price(scope)
        if wait := budget.addresses.wait_seconds(address, price):
            raise OverBudgetError(wait)
        program = await self._identify(scope, headers, address)
        if program is not None:
            known: str | None = program.device
        else:
            known = self.runtime.device_cookie.device_of(headers.get("cookie", ""))
        owner = Owner(known or "", address)
        if wait := budget.take(owner, price):
            raise OverBudgetError(wait)
        if (
            price >= EXPENSIVE_PRICE
            and self.runtime.memory.is_full
            and not self._is_monitoring(scope)
        ):
            raise memory_full()
        return known, owner, program

    async def _identify(self, scope: Scope, headers: Headers, address: str) -> Program | None:
        """Find the program whose token is in the headers; a wrong one costs the address extra.

        Elsewhere than in the API, such a header is for a proxy before the server.
        """
        authorization = headers.get("authorization")
        if authorization is None or not self._path(scope).startswith("/api/"):
            return None
        try:
            return await self.runtime.programs.identify(authorization)
        except PuntoError as error:
            if error.code in (WRONG_TOKEN, TOKEN_REVOKED):
                self.runtime.budget.charge(Owner("", address), WRONG_TOKEN_PRICE)
            raise

    def _price_of(self, scope: Scope, path: str) -> float:
        return SOCKET_PRICE if scope["type"] == "websocket" else price_of(scope["method"], path)

    def _page_file(self, scope: Scope, path: str) -> File | None:
        """Return the file of the page that is requested, if any."""
        is_read = scope["type"] == "http" and scope["method"] in READ_METHODS
        return self.files.get(path.removeprefix("/")) if is_read else None

    def _check_headers(self, scope: Scope, headers: Headers) -> None:
        host = headers.get("host", "").lower()
        if not self._is_known_host(host) and not self._is_monitoring(scope):
            sentence = "this server does not know that host name; the setting public_url can add it"
            raise PuntoError("unknown-host", sentence)
        changes = scope["type"] == "websocket" or scope["method"] not in SAFE_METHODS
        origin = headers.get("origin")
        if changes and origin is not None and not self._is_own_origin(scope, origin, host):
            sentence = "other websites may not send this request"
            raise PuntoError("foreign-origin", sentence)
        length, limit = headers.get("content-length", "0"), self._max_body_bytes(scope)
        if not length.isdigit() or int(length[:20]) > limit:
            raise body_too_long(limit)

    def _max_body_bytes(self, scope: Scope) -> int:
        """Return how long the body of a request may be."""
        has_record = self._path(scope) in RECORD_PATHS
        return (
            max(MAX_RECORD_BYTES, self.config.body_bytes) if has_record else self.config.body_bytes
        )

    def _is_known_host(self, host: str) -> bool:
        """Whether a Host header names this server; DNS rebinding lets a foreign name lead here."""
        read = HOST_PATTERN.fullmatch(host) if len(host) <= MAX_HOST_CHARS else None
        name = read[1].strip("[]") if read else ""
        return name in self.hosts or name.endswith(".localhost") or is_ip_address(name)

    def _is_monitoring(self, scope: Scope) -> bool:
        return self._path(scope) in MONITORING_PATHS

    def _path(self, scope: Scope) -> str:
        path: str = scope["path"]
        return path.removeprefix(self.config.base_path)

    def _is_own_origin(self, scope: Scope, origin: str, host: str) -> bool:
        """Whether an origin is ours; behind HTTPS, an origin with http is not."""
        own = {f"https://{host}"} if is_secure(scope) else {f"https://{host}", f"http://{host}"}
        return origin in self.origins or origin in own

    def _cookie(self, scope: Scope, device: str) -> str:
        """Renew the cookie of a device at most once a day, so that it never expires in use.

        A cookie under another name, as an older version set it, is replaced immediately.
        """
        if self._is_monitoring(scope):
            return ""
        secure, path = self.config.secure_cookies, self.config.base_path
        if secure is None:
            secure = is_secure(scope) or self.config.public_url.startswith("https:")
        if not self.runtime.cookie_renewals.take(
            f"{cookie_name(secure=secure, path=path)} {device}"
        ):
            return ""
        return self.runtime.device_cookie.cookie(device, secure=secure, path=path)


class LimitedBody:
    """Limits the body of a request, whatever its Content-Length said."""

    def __init__(self, receive: Receive, limit: int) -> None:
        self._receive, self.limit, self.size = receive, limit, 0

    async def receive(self) -> Message:
        """Receive the next part of it."""
        message = await self._receive()
        self.size += len(message.get("body", b""))
        if self.size > self.limit:
            raise body_too_long(self.limit)
        return message


def check_scope(scope: Scope) -> None:
    """Refuse a program everything but reading, and the sockets, which check each command."""
    if scope["type"] != "websocket" and scope["method"] not in SAFE_METHODS:
        raise not_in_scope()


def strip_unused(scope: Scope, path: str) -> Scope:
    """Remove what FastAPI would parse for every request although nothing reads it."""
    headers = [header for header in scope["headers"] if header[0] not in SECRET_HEADERS]
    query = scope["query_string"] if path.endswith(PATHS_WITH_QUERY) else b""
    return {**scope, "headers": headers, "query_string": query}


def body_too_long(limit: int) -> PuntoError:
    """The error for a body that is too long."""
    return PuntoError(
        "body-too-long", f"the body of a request may have at most {limit} bytes", limit=limit
    )


async def send_error(scope: Scope, receive: Receive, send: Send, error: PuntoError) -> None:
    """Respond to a request or a handshake with an error."""
    if scope["type"] == "websocket" and DENIAL not in (scope.get("extensions") or {}):
        await send({"type": "websocket.close"})  # the server answers with a bare 403
        return
    headers = {**SECURITY_HEADERS, **error_headers(error)}
    response = Response(error_body(error), http_status(error), headers, "application/json")
    await response(scope, receive, send)


def is_secure(scope: Scope) -> bool:
    """Whether a request came over HTTPS, to us or to a trusted proxy."""
    return scope["scheme"] in ("https", "wss")


def is_ip_address(name: str) -> bool:
    """Whether a host is an IP address, which no other website can claim."""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def origin_of(link: str) -> str:
    """Return the origin of a link."""
    parts = urlsplit(link)
    return f"{parts.scheme}://{parts.netloc}" if parts.netloc else ""
