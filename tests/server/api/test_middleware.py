"""Headers of responses: cookies are renewed and well named, and the API is not cached."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from punto.server.app import create_app
from punto.server.base_path import MountedApp
from punto.server.config.settings import Config
from punto.server.device_cookie import COOKIE, HOST_COOKIE, SECURE_COOKIE
from punto.server.runtime import DAY_SECONDS, Runtime


class Browser:
    """Sends requests to an app one after another, and shows the cookies that it sets."""

    def __init__(self, runner: asyncio.Runner, runtime: Runtime, app: Any, base: str) -> None:
        self.runner, self.runtime, self.base = runner, runtime, base
        self.transport = httpx.ASGITransport(app, raise_app_exceptions=False)

    def ask(
        self, path: str, cookie: str = "", method: str = "GET", scheme: str = "http", **how: Any
    ) -> httpx.Response:
        async def story() -> httpx.Response:
            url = f"{scheme}://localhost{self.base}"
            async with httpx.AsyncClient(transport=self.transport, base_url=url) as http:
                headers = {**({"cookie": cookie} if cookie else {}), **how.pop("headers", {})}
                return await http.request(method, path, headers=headers, **how)

        return self.runner.run(story())

    def told(self, **how: Any) -> str:
        """Return the name and value of the cookie that a response sets, if any."""
        answer = self.ask("/api/choices", **how)
        return str(answer.headers.get("set-cookie", "")).partition(";")[0]


@contextmanager
def browsing(folder: Path, base: str = "", **settings: Any) -> Iterator[Browser]:
    app = create_app(Config(database=str(folder / "punto.sqlite"), base_path=base, **settings))
    with asyncio.Runner() as runner:
        lifespan = app.router.lifespan_context(app)
        runner.run(lifespan.__aenter__())
        try:
            yield Browser(runner, app.state.runtime, MountedApp(app, base), base)
        finally:
            runner.run(lifespan.__aexit__(None, None, None))


@pytest.mark.parametrize(
    ("base", "scheme", "name"),
    [
        ("", "http", COOKIE),
        ("", "https", HOST_COOKIE),
        ("/game", "http", COOKIE),
        ("/game", "https", SECURE_COOKIE),
    ],
)
def test_the_cookie_has_the_name_that_browsers_protect_best(
    tmp_path: Path, base: str, scheme: str, name: str
) -> None:
    with browsing(tmp_path, base) as browser:
        header = browser.ask("/api/choices", scheme=scheme).headers["set-cookie"]
    assert header.startswith(f"{name}=")
    assert (f"Path={base or '/'};" in header, "Domain" in header) == (True, False)
    assert ("; Secure" in header) == (scheme == "https")


def test_an_old_cookie_is_accepted_and_replaced_under_the_new_name(tmp_path: Path) -> None:
    with browsing(tmp_path) as browser:
        old = browser.told()
        opened = browser.ask("/api/tables", cookie=old, method="POST", json={}).json()["table"]
    with browsing(tmp_path) as browser:  # a later version, behind HTTPS
        answer = browser.ask("/api/tables", cookie=old, scheme="https")
        assert [table["table"] for table in answer.json()] == [opened]
        new = answer.headers["set-cookie"].partition(";")[0]
        assert new == old.replace(COOKIE, HOST_COOKIE)
        assert browser.told(cookie=f"{old}; {new}", scheme="https") == ""
        again = browser.ask("/api/tables", cookie=new, scheme="https")
        assert [table["table"] for table in again.json()] == [opened]


def test_a_planted_cookie_does_not_replace_the_protected_one(tmp_path: Path) -> None:
    with browsing(tmp_path) as browser:
        planted, own = browser.told(), browser.told(scheme="https")
        opened = browser.ask(
            "/api/tables", cookie=own, scheme="https", method="POST", json={}
        ).json()["table"]
        both = browser.ask("/api/tables", cookie=f"{planted}; {own}", scheme="https")
        assert [table["table"] for table in both.json()] == [opened]


def test_a_cookie_is_renewed_once_a_day(tmp_path: Path) -> None:
    with browsing(tmp_path) as browser:
        clock, times = browser.runtime.cookie_renewals.clock, [0.0]
        browser.runtime.cookie_renewals.clock = lambda: clock() + times[0]
        first = browser.told()
        assert browser.told(cookie=first) == ""
        times[0] = DAY_SECONDS + 1
        assert browser.told(cookie=first) == first
        assert browser.told(cookie=first) == ""
        file = browser.ask("/healthz", cookie=first)
        assert "set-cookie" not in file.headers


def test_no_response_of_the_api_is_cached(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with browsing(tmp_path, requests_burst=2000) as browser:

        def check(status: int, path: str, **how: Any) -> None:
            answer = browser.ask(path, **how)
            assert (answer.status_code, answer.headers["cache-control"]) == (status, "no-store")

        code = browser.ask("/api/tables", method="POST", json={}).json()["table"]
        check(201, "/api/tables", method="POST", json={})
        check(200, "/api/tables")
        check(200, "/api/choices")
        check(404, "/api")
        check(200, f"/api/tables/{code}")
        check(200, f"/api/tables/{code}/events")
        check(200, f"/api/tables/{code}/invite.svg")
        check(200, f"/api/tables/{code}/preview.png")
        check(409, f"/api/tables/{code}/replay")
        check(404, "/api/tables/dhkl-moqr-wxyd")
        check(404, "/api/nothing")
        check(405, "/api/choices", method="DELETE")
        check(413, "/api/tables", method="POST", content=b" " * 20_000)
        check(421, "/api/choices", headers={"host": "attacker.example"})
        check(422, "/api/tables", method="POST", json={"seats": 3})
        monkeypatch.setattr(browser.runtime.hub, "visit", None)
        check(500, f"/api/tables/{code}")
        browser.runtime.budget.addresses.charge("127.0.0.1", 10**6)
        check(429, "/api/choices")


def test_files_of_the_page_are_cached(tmp_path: Path) -> None:
    with browsing(tmp_path) as browser:
        assert browser.ask("/").headers["cache-control"] == "private, no-cache"
