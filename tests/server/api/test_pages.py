"""Sending the page: for which path, in which encoding, and with which headers."""

import asyncio
import gzip
import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

import punto.server.app as server
from punto.server.api.page_files import Page
from punto.server.base_path import MountedApp
from punto.server.config.settings import Config

PLAIN = b"let me = 'be long enough to be worth it'; " * 9
INDEX = '<base href="/" /><title>Punto</title>'


class Asker:
    """A client that sends requests to the app one after another."""

    def __init__(self, runner: asyncio.Runner, http: httpx.AsyncClient) -> None:
        self.runner, self.http = runner, http

    def ask(self, method: str, path: str, **how: Any) -> httpx.Response:
        return self.runner.run(self.http.request(method, path, **how))

    def get(self, path: str, **headers: str) -> httpx.Response:
        return self.ask("GET", path, headers={n.replace("_", "-"): v for n, v in headers.items()})

    def open(self, **wish: object) -> str:
        return str(self.ask("POST", "/api/tables", json=wish).json()["table"])


@pytest.fixture(params=["", "/game"], scope="module")
def base(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def serving(
    base: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[asyncio.Runner, MountedApp]]:
    """One app for all tests, since it takes long to make."""
    home = tmp_path_factory.mktemp("pages")
    folder = home / "page"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text(INDEX, "utf-8")
    (folder / "sw.js").write_text("worker", "utf-8")
    (folder / "assets/a-1.js").write_bytes(PLAIN)
    (folder / "assets/a-1.js.br").write_bytes(b"brotli")
    (folder / "assets/a-1.js.gz").write_bytes(gzip.compress(PLAIN))
    config = Config(database=str(home / "punto.sqlite"), base_path=base, requests_burst=500)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(server, "load_page", lambda base_path: Page(folder, base_path))
        app = server.create_app(config)
    with asyncio.Runner() as runner:
        lifespan = app.router.lifespan_context(app)
        runner.run(lifespan.__aenter__())
        yield runner, MountedApp(app, base)
        runner.run(lifespan.__aexit__(None, None, None))


@pytest.fixture
def asker(serving: tuple[asyncio.Runner, MountedApp], base: str) -> Iterator[Asker]:
    """A new client of it, without cookies."""
    runner, app = serving
    transport = httpx.ASGITransport(app)
    http = httpx.AsyncClient(transport=transport, base_url=f"http://localhost{base}")
    del http.headers["accept-encoding"]
    yield Asker(runner, http)
    runner.run(http.aclose())


@pytest.mark.parametrize(
    "path", ["/", "/rules", "/replay", "/replay/dhkl-moqr-wxyd", "/tv/dhkl-moqr-wxyd"]
)
def test_every_screen_is_the_same_page(asker: Asker, base: str, path: str) -> None:
    response = asker.get(path)
    assert response.status_code == 200
    head, tags, title = re.split("(<meta.*>)(?=<title>)", response.text)
    assert head + title == INDEX.replace('"/"', f'"{base}/"')
    assert "og:title" in tags
    assert response.headers["content-type"] == "text/html; charset=utf-8"
    assert "base-uri 'self'" in response.headers["content-security-policy"]


def test_the_screen_of_a_table_has_a_status_that_says_whether_it_exists(asker: Asker) -> None:
    code = asker.open()
    assert asker.get(f"/t/{code}").status_code == 200
    for other in ("dhkl-moqr-wxyd", "x", "x" * 5000, "%F0%9F%83%8F"):
        response = asker.get(f"/t/{other}")
        assert (response.status_code, response.text[:5]) == (404, "<base")


def test_a_spectator_who_is_not_allowed_gets_the_page_with_403(asker: Asker) -> None:
    seats = [{"kind": "person", "name": "Ada"}, {"kind": "bot", "bot": "random"}]
    code = asker.open(settings={"spectators": False}, seats=seats)
    asker.http.cookies.clear()
    response = asker.get(f"/t/{code}")
    assert (response.status_code, response.text[:5]) == (403, "<base")


@pytest.mark.parametrize("path", ["/nothing", "/nothing/at/all", "/api", "/favicon.ico"])
def test_an_unknown_path_shows_people_the_page(asker: Asker, path: str) -> None:
    response = asker.get(path)
    assert (response.status_code, response.text[:5]) == (404, "<base")


@pytest.mark.parametrize("path", ["/api/nothing", "/assets/nothing.js", "/assets/%2e%2e/sw.js"])
def test_an_unknown_path_gives_programs_an_error(asker: Asker, path: str) -> None:
    response = asker.get(path)
    assert response.status_code == 404
    assert response.json()["code"] == "not-found"


def test_other_methods_are_refused(asker: Asker) -> None:
    assert asker.ask("POST", "/rules").json()["code"] == "wrong-method"
    assert asker.get("/api/tables/x/handover").json()["code"] == "wrong-method"


@pytest.mark.parametrize(
    ("accepted", "encoding", "length"),
    [
        ("", None, len(PLAIN)),
        ("identity", None, len(PLAIN)),
        ("gzip, deflate", "gzip", len(gzip.compress(PLAIN))),
        ("gzip, deflate, br, zstd", "br", len(b"brotli")),
        ("br;q=0, gzip;q=0.5", "gzip", len(gzip.compress(PLAIN))),
        ("br;q=0.0,gzip;q=0.000", None, len(PLAIN)),
    ],
)
def test_a_file_comes_in_the_best_accepted_encoding(
    asker: Asker, accepted: str, encoding: str | None, length: int
) -> None:
    response = asker.ask("HEAD", "/assets/a-1.js", headers={"accept-encoding": accepted})
    assert response.headers.get("content-encoding") == encoding
    assert response.headers["vary"] == "accept-encoding"
    assert response.headers["content-length"] == str(length)
    assert response.headers["content-type"] == "text/javascript; charset=utf-8"
    assert response.headers["cache-control"] == "public, max-age=31536000, immutable"


def test_files_that_proxies_may_cache_have_no_cookie(asker: Asker) -> None:
    for path in ("/assets/a-1.js", "/sw.js"):
        assert "set-cookie" not in asker.get(path).headers
    assert "set-cookie" in asker.get("/").headers


def test_a_whole_class_may_fetch_the_files_at_the_same_time(asker: Asker) -> None:
    assert {asker.get("/assets/a-1.js").status_code for _ in range(200)} == {200}


@pytest.mark.parametrize("path", ["/", "/sw.js", "/assets/a-1.js"])
def test_a_matching_etag_gets_a_304(asker: Asker, path: str) -> None:
    tag = asker.get(path).headers["etag"]
    for known in (tag, f"W/{tag}", f'"other", {tag}', "*"):
        response = asker.get(path, if_none_match=known)
        assert (response.status_code, response.content) == (304, b"")
        assert response.headers["etag"] == tag
    assert asker.get(path, if_none_match='"other"').status_code == 200
    encoded = asker.ask("HEAD", path, headers={"accept-encoding": "gzip"}).headers["etag"]
    assert (encoded == tag) == (path == "/sw.js")


@pytest.mark.parametrize("path", ["/", "/sw.js", "/assets/a-1.js", "/nothing"])
def test_a_head_request_has_the_headers_of_a_get(asker: Asker, path: str) -> None:
    whole, head = asker.get(path), asker.ask("HEAD", path)
    assert head.content == b""
    assert head.status_code == whole.status_code
    for name in ("content-length", "content-type", "etag", "cache-control"):
        assert head.headers[name] == whole.headers[name]
