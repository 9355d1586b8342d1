"""The site of all pages in a browser, opened as a file: it can be read and searched."""

import re
from pathlib import Path

from playwright.sync_api import Browser, Request, expect

from docs.building import build_site


def test_the_site_is_searched_as_a_file(browser: Browser, tmp_path: Path) -> None:
    site = build_site(tmp_path)
    page = browser.new_page()
    elsewhere: list[str] = []
    problems: list[str] = []

    def note(request: Request) -> None:
        if not request.url.startswith(("file:", "data:", "about:", "blob:")):
            elsewhere.append(request.url)

    page.on("request", note)
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.goto((site / "index.html").as_uri())
    page.get_by_role("link", name="The rules").first.click()
    expect(page.get_by_role("heading", name="The rules", level=1)).to_be_visible()
    search = page.locator('input[aria-label="Search"]')
    while not search.is_visible():  # the key works once the script of the search has run
        page.keyboard.press("/")
        page.wait_for_timeout(200)
    search.fill("freckles")
    page.get_by_role("option", name="Editions").click()
    expect(page).to_have_url(re.compile(r"^file:.*/rules\.html.*#editions$"))
    page.close()
    assert elsewhere == []
    assert problems == []
