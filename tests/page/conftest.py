"""A real server with the built page, and people with real browsers."""

import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from punto.server.api.page_files import load_page
from server.repeatable import VARIABLE, name_test
from server.server_process import ServerProcess, server

from .chromium import ARGUMENTS, chromium
from .visitor import TIMEOUT_MS, Visitor

Visit = Callable[..., Visitor]


# Playwright keeps a loop running, which tests elsewhere must not find: so not for the session.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    found = chromium()
    expect.set_options(timeout=TIMEOUT_MS)
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(
            executable_path=found.path,
            args=ARGUMENTS,
            env={**found.environment} or None,
        )
        yield launched
        launched.close()


@pytest.fixture(scope="package")
def name_file(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Let every server of these tests deal cards that follow from the test."""
    file = tmp_path_factory.mktemp("name") / "test"
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv(VARIABLE, str(file))
        yield file


@pytest.fixture(autouse=True)
def repeatable(request: pytest.FixtureRequest, name_file: Path) -> None:
    """Give the same test the same cards, and the same choices of its players, in every run."""
    name_test(name_file, request.node.nodeid)
    random.seed(request.node.nodeid)


@pytest.fixture(scope="package")
def running(tmp_path_factory: pytest.TempPathFactory, name_file: Path) -> Iterator[ServerProcess]:
    assert load_page("").is_built, "the page is not built: `python3 web/page.py` builds it"
    folder: Path = tmp_path_factory.mktemp("page")
    with server(folder, {"bot_threads": 1}) as process:
        yield process


@pytest.fixture
def visit(browser: Browser, running: ServerProcess) -> Iterator[Visit]:
    """Open a page in a browser context of its own; errors in it fail the test."""
    visitors: list[Visitor] = []

    def come(link: str = "", **settings: object) -> Visitor:
        visitor = Visitor(browser, link or running.url, **settings)  # type: ignore[arg-type]
        visitor.page.set_default_timeout(TIMEOUT_MS)
        visitors.append(visitor)
        return visitor

    yield come
    for visitor in visitors:
        visitor.close()
