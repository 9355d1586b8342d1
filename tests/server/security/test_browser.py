"""Other websites, host names and servers can do nothing with a visitor's browser."""

import asyncio
from collections.abc import Iterator

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from server.client import OPEN, PATIENCE, Device, person
from server.server_process import ServerProcess, server

from .plain_requests import asked_as, get, post

ATTACKER = "https://attacker.example"
HTTPS = {"x-forwarded-proto": "https"}


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server behind a proxy on the same computer."""
    settings = {
        "trusted_proxies": "127.0.0.1",
        "base_path": "/game",
        "allowed_origins": "https://friend.example",
        "log_level": "debug",
    }
    with server(tmp_path_factory.mktemp("proxied"), settings) as process:
        yield process


@pytest.fixture(scope="module")
def public(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that people reach over HTTPS."""
    settings = {"public_url": "https://punto.example/play"}
    with server(tmp_path_factory.mktemp("public"), settings) as process:
        yield process


async def opened_by(process: ServerProcess, path: str, **headers: str) -> int:
    """Try to open a socket, and return the status of the response."""
    address = f"ws://127.0.0.1:{process.port}{path}"
    lines = {name.replace("_", "-"): value for name, value in headers.items()}
    try:
        async with connect(address, additional_headers=lines, open_timeout=PATIENCE, proxy=None):
            return 101
    except InvalidStatus as refused:
        return refused.response.status_code


ORIGINS = [
    (ATTACKER, 403),
    ("null", 403),
    ("", 403),
    ("http://[", 403),
    ("http://127.0.0.1", 403),
    ("http://127.0.0.1:1", 403),
    ("http://localhost:{port}", 403),
    ("http://127.0.0.1:{port}.attacker.example", 403),
    ("http://attacker.example@127.0.0.1:{port}", 403),
    ("ftp://127.0.0.1:{port}", 403),
    ("http://127.0.0.1:{port}", 0),
]


@pytest.mark.parametrize(("origin", "status"), ORIGINS)
def test_other_websites_cannot_change_anything(
    running: ServerProcess, origin: str, status: int
) -> None:
    async def story() -> None:
        device = Device(running.url)
        code = await device.open(person("Ada"), OPEN)
        before = await device.get(f"/api/tables/{code}")
        headers = {"origin": origin.format(port=running.port)}
        for path in ("", f"/{code}/handover", f"/{code}/takeover"):
            answer = await device.http.post(f"/api/tables{path}", json={}, headers=headers)
            assert (answer.status_code == 403) == (status == 403), (path, answer.text)
            if status:
                assert answer.json()["code"] == "foreign-origin"
        for method in ("PUT", "PATCH", "DELETE", "PROPFIND"):
            answer = await device.http.request(method, f"/api/tables/{code}", headers=headers)
            assert answer.status_code == (status or 405)
        path = f"/api/tables/{code}/socket"
        assert await opened_by(running, path, **headers) == (status or 101)
        if status:
            assert await device.get(f"/api/tables/{code}") == before
            assert len(await device.get("/api/tables")) == 1
        await device.close()

    asyncio.run(story())


def test_other_websites_cannot_read_responses(running: ServerProcess) -> None:
    answer = get(f"{running.url}/api/choices", headers={"origin": ATTACKER})
    assert answer.status_code == 200
    assert not [name for name in answer.headers if name.startswith("access-control")]
    assert answer.headers["cross-origin-resource-policy"] == "same-origin"


def test_only_allowed_origins_may_connect(proxied: ServerProcess) -> None:
    path = "/game/api/tables/dhkl-moqr-wxyd/socket"
    for origin, status in (
        ("https://friend.example", 101),
        ("https://friend.example:8443", 403),
        ("http://friend.example", 403),
        ("https://friend.example.attacker.example", 403),
    ):
        assert asyncio.run(opened_by(proxied, path, origin=origin)) == status, origin


def test_pages_over_http_may_not_connect_to_a_server_behind_https(proxied: ServerProcess) -> None:
    path, own = "/game/api/tables/dhkl-moqr-wxyd/socket", f"127.0.0.1:{proxied.port}"
    for scheme, status in (("https", 101), ("http", 403)):
        origin = f"{scheme}://{own}"
        told = asyncio.run(opened_by(proxied, path, origin=origin, x_forwarded_proto="https"))
        assert told == status


NAMES = [
    ("127.0.0.1", True),
    ("[::1]:8710", True),
    ("localhost", True),
    ("LOCALHOST:80", True),
    ("punto.localhost:8710", True),
    ("attacker.example", False),
    ("127.0.0.1.attacker.example", False),
    ("localhost.attacker.example:8710", False),
    ("attacker-localhost", False),
    ("attacker.example@localhost", False),
    ("localhost@attacker.example", False),
    ("localhost/attacker", False),
    ("localhost?attacker", False),
    ("localhost#attacker", False),
    ("localhost:8710:1", False),
    ("localhost:port", False),
    ("<b>", False),
    ("[", False),
    ("[::1", False),
    ("", False),
]


@pytest.mark.parametrize(("name", "known"), NAMES)
def test_foreign_host_names_are_refused(running: ServerProcess, name: str, known: bool) -> None:
    status = b"HTTP/1.1 200" if known else b"HTTP/1.1 421"
    assert asked_as(running, name).startswith(status)
    wanted = "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13"
    key = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="
    if not known:
        path = "/api/tables/dhkl-moqr-wxyd/socket"
        assert asked_as(running, name, *wanted, key, path=path).startswith(status)


def test_the_public_host_is_accepted_and_hosts_in_forwarding_headers_are_ignored(
    public: ServerProcess, proxied: ServerProcess
) -> None:
    path = "/play/api/choices"
    assert asked_as(public, "punto.example", path=path).startswith(b"HTTP/1.1 200")
    assert asked_as(public, "attacker.example", path=path).startswith(b"HTTP/1.1 421")
    headers = {"x-forwarded-host": "attacker.example", "forwarded": "host=attacker.example"}
    answer = post(f"{proxied.url}/game/api/tables", json={}, headers=headers)
    assert answer.json()["link"].startswith(f"{proxied.url}/game/t/")


def cookie_of(answer: httpx.Response) -> set[str]:
    return {word.strip() for word in answer.headers["set-cookie"].split(";")[1:]}


def test_cookies_stay_with_this_server(
    running: ServerProcess, proxied: ServerProcess, public: ServerProcess
) -> None:
    usual = {"HttpOnly", "SameSite=Lax", "Max-Age=31536000"}
    home = {*usual, "Path=/"}
    assert cookie_of(get(f"{running.url}/api/choices")) == home
    assert cookie_of(get(f"{running.url}/api/choices", headers=HTTPS)) == home
    game = {*usual, "Path=/game"}
    assert cookie_of(get(f"{proxied.url}/game/api/choices")) == game
    by_https = get(f"{proxied.url}/game/api/choices", headers=HTTPS)
    assert cookie_of(by_https) == {*game, "Secure"}
    play = {*usual, "Path=/play", "Secure"}
    assert cookie_of(get(f"{public.url}/play/api/choices")) == play
    for path in ("/healthz", "/readyz", "/metrics"):
        assert "set-cookie" not in get(running.url + path).headers


def test_only_trusted_proxies_may_name_the_client(
    running: ServerProcess, proxied: ServerProcess
) -> None:
    headers = {"x-forwarded-for": "203.0.113.7", **HTTPS}
    own = post(f"{running.url}/api/tables", json={}, headers=headers)
    assert own.json()["link"].startswith("http://")
    assert "203.0.113.7" not in running.logged()
    believed = post(f"{proxied.url}/game/api/tables", json={}, headers=headers)
    assert believed.json()["link"].startswith(f"https://127.0.0.1:{proxied.port}/game/t/")
    assert "203.0.113.7" in proxied.logged()


FORMS = ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""]


@pytest.mark.parametrize("kind", FORMS)
def test_bodies_that_a_form_can_send_are_refused(running: ServerProcess, kind: str) -> None:
    headers = {"content-type": kind} if kind else {}
    answer = post(f"{running.url}/api/tables", content=b"{}", headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (422, "unreadable")
