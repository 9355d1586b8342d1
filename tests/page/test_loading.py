"""The page comes up: in both themes, on small and large screens, quickly, and without jumping."""

from pathlib import Path
from typing import Any

import pytest

from server.server_process import server

from .axe import barriers
from .conftest import Visit
from .visitor import DESK, PHONE, SMALL

BUDGET = 48_000
"""Bytes of script and style together that the first screen may take, compressed."""

SCREENS = ["/", "/rules", "/learn", "/daily", "/own-play", "/replay", "/puzzles", "/nowhere/at/all"]


@pytest.mark.parametrize(
    ("viewport", "theme"), [(PHONE, "dark"), (DESK, "light")], ids=["phone-dark", "desk-light"]
)
def test_the_start_and_its_menu_come_up_without_a_jump_or_a_barrier(
    visit: Visit, viewport: Any, theme: str
) -> None:
    """Barriers are looked for in both themes, whichever of them a screen comes up in."""
    somebody = visit(viewport=viewport, color_scheme=theme)
    somebody.go()
    assert somebody.shift() == 0
    assert barriers(somebody.page) == []
    assert somebody.cut_off() == []
    if viewport == PHONE:
        somebody.open_menu()
        assert barriers(somebody.page) == []


def test_every_screen_can_be_loaded_by_its_address(visit: Visit) -> None:
    """Axe looks at the same screens in test_screens.py, test_coach.py and test_puzzles.py."""
    somebody = visit(viewport=SMALL)
    for path in SCREENS:
        with somebody.watcher.forgiving():  # what is not there has the status of it
            somebody.go(path)
        assert somebody.page.title(), path
        assert somebody.shift() == 0, path
        assert somebody.cut_off() == [], path


def test_the_first_load_is_small(visit: Visit) -> None:
    somebody = visit(viewport=PHONE)
    somebody.go()
    heavy = [
        response
        for response in somebody.watcher.fetched
        if response.request.resource_type in ("script", "stylesheet")
    ]
    sizes = {
        response.url.rpartition("/")[2]: response.request.sizes()["responseBodySize"]
        for response in heavy
    }
    assert sum(sizes.values()) <= BUDGET, sizes
    for response in heavy:
        encoding = response.header_value("content-encoding")
        assert encoding == "br" or len(response.body()) < 200, response.url


def test_it_lives_under_any_path(visit: Visit, tmp_path: Path) -> None:
    with server(tmp_path, {"base_path": "/a/game"}) as running:
        somebody = visit(f"{running.url}/a/game", worker=True)
        for path in ("", "/rules"):
            somebody.go(path)
            somebody.page.get_by_role("link", name=somebody.words("app.name")).first.click()
            somebody.settle()
            assert somebody.page.url.rstrip("/") == f"{running.url}/a/game"
        somebody.wait_for_worker()
        scope = "navigator.serviceWorker.ready.then(({ scope }) => scope)"
        assert somebody.page.evaluate(scope) == f"{running.url}/a/game/"
        with somebody.without_network():
            somebody.go("/rules")
