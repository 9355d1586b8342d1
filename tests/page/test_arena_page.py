"""The arena's page of results, opened as a file in a browser, in both themes."""

from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from lab.test_results import finished
from punto.lab.play import Fault
from punto.lab.report import write_report
from punto.lab.results import Results
from punto.lab.settings import Settings
from punto.lab.sprt import Course, read_sprt

PHONE, DESK = ViewportSize(width=390, height=844), ViewportSize(width=1280, height=800)
BOTS = ("random", "greedy", "expert")
LINE_UPS = (("random", "greedy"), ("random", "expert"), ("greedy", "expert"))


def sample() -> Results:
    """Make results of three bots, with a fault and a sequential test."""
    matches = []
    for number in range(1, 121):
        sides = LINE_UPS[(number - 1) // 2 % 3]
        seated = sides if number % 2 else sides[::-1]
        matches.append(finished(number, seated, seated.index(sides[1 if number % 5 else 0])))
    fault = Fault("random", 1, 1, 1, 3, "raised <ValueError> & more")
    object.__setattr__(matches[0], "faults", (fault,))
    course = Course(read_sprt("elo=0:50"))
    for deal in range(40):
        course.add([(1.0, 1.0), (float(deal % 2), 1.0)])
    return Results(Settings(BOTS), matches, course)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_is_read_as_a_file(
    browser: Browser, tmp_path: Path, theme: Literal["light", "dark"]
) -> None:
    write_report(sample(), tmp_path)
    for size in (PHONE, DESK):
        page = browser.new_page(color_scheme=theme, viewport=size)
        asked: list[str] = []
        problems: list[str] = []
        page.on("request", lambda request: asked.append(request.url))  # noqa: B023 this page's
        page.on("console", lambda message: problems.append(message.text))  # noqa: B023 this page's
        page.goto((tmp_path / "results.html").as_uri())
        check_page(page)
        background = page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert (background == "rgb(22, 24, 27)") is (theme == "dark")
        assert asked == [page.url]
        assert problems == []
        page.screenshot(path=tmp_path / f"{theme}-{size['width']}.png", full_page=True)
        page.close()


def check_page(page: Page) -> None:
    """Look for all sections, and for anything that does not fit on the screen."""
    for heading in ("Sequential test", "Standings", "Share of the matches", "Elo", "Settings"):
        expect(page.get_by_role("heading", name=heading, exact=True)).to_be_visible()
    expect(page.get_by_text("H1 accepted: random is at 50 Elo")).to_be_visible()
    expect(page.get_by_text("raised <ValueError> & more")).to_be_visible()
    plots = page.get_by_role("img")
    assert plots.count() == 3
    for plot in plots.all():
        box = plot.bounding_box()
        assert box is not None
        assert box["width"] > 300
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    link = page.get_by_role("link", name="000001.punto")
    assert link.get_attribute("href") == "records/000001.punto"
