"""Every response has the strictest policy, and no page needs a weaker one."""

import asyncio
import re
from html.parser import HTMLParser

import httpx
import pytest

from server.client import OPEN, PATIENCE, Device, person
from server.server_process import ServerProcess

from .company import change
from .plain_requests import asked_as, get, post

SECURITY_HEADERS = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
CLOSED = ("default-src", "frame-ancestors")


def check_policy(policy: str) -> None:
    """Check that nothing from elsewhere may run, load or connect."""
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    assert all(rules[name] == "'none'" for name in CLOSED)
    assert rules["script-src"] == rules["style-src"] == rules["connect-src"] == "'self'"
    assert rules["form-action"] == rules["base-uri"] == "'self'"
    allowed = {word for value in rules.values() for word in value.split()}
    assert allowed == {"'none'", "'self'", "data:"}
    assert [name for name, value in rules.items() if "data:" in value] == ["img-src"]


def answers(process: ServerProcess) -> list[tuple[int, httpx.Response]]:
    """Request every kind of response, including errors."""
    broken = post(f"{process.url}/api/tables", json={}).json()["table"]
    change(process, "UPDATE events SET body = '{' WHERE table_id = ?", broken)
    with httpx.Client(verify=False, timeout=PATIENCE, base_url=process.url) as http:
        code = http.post("/api/tables", json={"seats": [person("Ada")]}).json()["table"]
        return [
            (200, http.get("/")),
            (200, http.get(f"/t/{code}")),
            (200, http.get("/rules")),
            (404, http.get("/assets/nothing.js")),
            (200, http.get("/api/openapi.json")),
            (200, http.get("/api/socket.json")),
            (200, http.get(f"/api/tables/{code}/invite.svg")),
            (200, http.get("/metrics")),
            (201, http.post(f"/api/tables/{code}/handover")),
            (403, http.post("/api/tables", json={}, headers={"origin": "null"})),
            (404, http.get("/nothing/here")),
            (404, http.get("/t/dhkl-moqr-wxyd")),
            (405, http.put("/api/tables")),
            (409, http.get(f"/api/tables/{code}/record")),
            (413, http.post("/api/tables", content=b" " * 20_000)),
            (421, http.get("/", headers={"host": "attacker.example"})),
            (422, http.post("/api/tables", json=[])),
            (500, http.get(f"/api/tables/{broken}")),
        ]


def test_every_response_has_a_strict_policy(running: ServerProcess) -> None:
    for status, answer in answers(running):
        assert answer.status_code == status, answer.url
        check_policy(answer.headers["content-security-policy"])
        assert {name: answer.headers.get(name) for name in SECURITY_HEADERS} == SECURITY_HEADERS, (
            answer.url
        )
        assert "camera=()" in answer.headers["permissions-policy"]
        if answer.headers["content-type"].startswith("application/json") and status >= 400:
            assert set(answer.json()) == {"code", "sentence", "values"}


def test_refused_handshakes_have_the_same_policy(running: ServerProcess) -> None:
    wanted = "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13"
    key = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="
    path = "/api/tables/dhkl-moqr-wxyd/socket"
    head = asked_as(running, "localhost", "Origin: null", *wanted, key, path=path).decode()
    assert head.startswith("HTTP/1.1 403")
    policy = re.search(r"content-security-policy: (.*)", head, re.IGNORECASE)
    assert policy is not None
    check_policy(policy[1])


class Page(HTMLParser):
    """Looks for what a strict policy would block, and for foreign addresses."""

    def __init__(self) -> None:
        super().__init__()
        self.inline: list[str] = []
        self.references: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        if tag in ("style", "object", "embed", "iframe") or "style" in named:
            self.inline.append(tag)
        if tag == "script" and "src" not in named:
            self.inline.append(tag)
        self.inline += [name for name in named if name.startswith("on")]
        for name in ("src", "href", "srcset", "action", "xlink:href", "data", "poster"):
            if value := named.get(name):
                self.references.append(value)


def test_pages_have_nothing_inline_and_nothing_from_elsewhere(running: ServerProcess) -> None:
    async def story() -> None:
        device = Device(running.url)
        code = await device.open(person("Ada"), OPEN)
        for path in ("/", f"/t/{code}", f"/api/tables/{code}/invite.svg"):
            text = (await device.http.get(path)).text
            page = Page()
            page.feed(text)
            assert page.inline == [], path
            for reference in page.references:
                absolute = httpx.URL(running.url).join(reference)
                assert (absolute.scheme, absolute.netloc) == (
                    "http",
                    f"127.0.0.1:{running.port}".encode(),
                )
            elsewhere = set(re.findall(r"(?:https?:)?//[^\s\"'<]+", text))
            own = {place for place in elsewhere if place.startswith(running.url)}
            assert elsewhere - own <= {"http://www.w3.org/2000/svg", *sockets(running)}
        await device.close()

    asyncio.run(story())


def sockets(process: ServerProcess) -> set[str]:
    """How a page may name the sockets of this server."""
    return {f"//127.0.0.1:{process.port}/api/tables/"}


def test_styles_load_nothing_but_the_typeface_of_this_server(running: ServerProcess) -> None:
    page = Page()
    page.feed(get(f"{running.url}/").text)
    styles = [reference for reference in page.references if reference.endswith(".css")]
    assert styles
    for style in styles:
        text = get(f"{running.url}/{style}").text
        assert "@import" not in text
        for loaded in re.findall(r"url\(([^)]*)", text):
            assert re.fullmatch(r"\./[\w-]+\.woff2", loaded)
            font = get(str(httpx.URL(f"{running.url}/{style}").join(loaded)))
            assert font.headers["content-type"] == "font/woff2"


@pytest.mark.parametrize("markup", [b'<script src="//attacker.example">', b"<p onclick=a>"])
def test_the_checker_finds_inline_code_and_foreign_addresses(markup: bytes) -> None:
    page = Page()
    page.feed(markup.decode())
    assert page.inline or page.references
