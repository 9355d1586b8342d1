"""A person with a browser: goes to screens, reads them, and knows the buttons."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from punto.words import say

from .watching import Watcher

PHONE: ViewportSize = {"width": 360, "height": 640}
SMALL: ViewportSize = {"width": 320, "height": 568}
SIDEWAYS: ViewportSize = {"width": 844, "height": 390}
"""A phone on its side."""
DESK: ViewportSize = {"width": 1280, "height": 800}
TELEVISION: ViewportSize = {"width": 1920, "height": 1080}

TIMEOUT_MS = 60_000
"""Milliseconds for anything to happen; machines may be slow."""

BY_HAND = {"firstCard": False}
"""What everybody likes here who does not say otherwise: tests lay the first card themselves."""

SHIFTS = """
globalThis.shifts = [];
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    if (!entry.hadRecentInput) shifts.push(entry.value);
  }
}).observe({ type: "layout-shift", buffered: true });
"""
"""Run before the page's own scripts, it notes how much of the screen jumps."""

REPEATABLE = """
let drawn = 1;
Math.random = () => (drawn = (drawn * 16807) % 2147483647) / 2147483647;
"""
"""Chance in the page is the same in every run, as that of the server (server/repeatable.py)."""

KEPT = """async () => {
  await navigator.serviceWorker.ready;
  const names = (await caches.keys()).filter((name) => name.startsWith("punto-page-"));
  const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return kept.flat().some(({ url }) => url.includes("/assets/rules-"));
}"""
"""Whether the service worker has cached the words of the language, which it does last."""

NO_WORKER = "delete Navigator.prototype.serviceWorker"
"""Run before the page's own scripts, it makes the browser one that has no service workers."""

CUT_OFF = """() => {
  // A name that is too long ends with an ellipsis, and is whole one tap away.
  const skipped = ".shortened, .unseen, [aria-hidden=true], svg";
  const shown = (one) => one.checkVisibility() && !one.closest(skipped);
  const cut = [...document.querySelectorAll("body *")].filter((one) =>
    shown(one) && one.innerText?.trim() &&
    ["hidden", "clip"].includes(getComputedStyle(one).overflowX) &&
    one.scrollWidth > one.clientWidth + 1);
  const wide = document.documentElement;
  return [
    ...cut.map((one) => `cut off: ${one.outerHTML.slice(0, 200)}`),
    ...(wide.scrollWidth > wide.clientWidth ? [`too wide: ${wide.scrollWidth}`] : []),
  ];
}"""


def pauses() -> Iterator[int]:
    """Give the milliseconds to wait between two looks at something, for a minute.

    They grow to half a second: most things happen soon, and looking often at what takes long (a
    review, a lost connection) would slow it down.
    """
    left, pause = TIMEOUT_MS, 50
    while left > 0:
        yield pause
        left -= pause
        pause = min(pause * 5 // 4, 500)


class Visitor:
    """One browser of one person, with its own cookies, storage and worker."""

    def __init__(
        self,
        browser: Browser,
        link: str,
        *,
        viewport: ViewportSize = DESK,
        language: str = "en",
        likes: dict[str, Any] | None = None,
        worker: bool = False,
        **settings: Any,
    ) -> None:
        self.link, self.language = link, language
        self.context = browser.new_context(viewport=viewport, locale=language, **settings)
        self.context.add_init_script(SHIFTS + REPEATABLE)
        if not worker:  # it caches the whole page, which takes as long as most tests
            self.context.add_init_script(NO_WORKER)
        chosen = json.dumps(json.dumps(BY_HAND | (likes or {})))
        self.context.add_init_script(f"localStorage.punto ??= {chosen}")
        self.page: Page = self.context.new_page()
        self.watcher = Watcher(self.page, urlsplit(link).netloc)

    def words(self, key: str, **values: object) -> str:
        """Say what the page says, in the person's language."""
        return say(key, self.language, **values)

    def go(self, path: str = "/") -> None:
        """Load a screen, and wait until it is there."""
        self.page.goto(self.link + path)
        self.settle()

    def settle(self) -> None:
        """Wait until the screen is no longer being fetched."""
        expect(self.page.get_by_role("banner")).to_be_visible()
        expect(self.page.get_by_text(self.words("loading"), exact=True)).to_have_count(0)
        self.page.wait_for_load_state("networkidle")

    def button(self, key: str, **values: object) -> Locator:
        """Find a button by its words."""
        return self.page.get_by_role("button", name=self.words(key, **values), exact=True)

    def close_sheet(self) -> None:
        """Close the sheet that is open; a notice behind it may have a button of that name, too."""
        sheet = self.page.get_by_role("dialog")
        sheet.get_by_role("button", name=self.words("close"), exact=True).click()

    def open_menu(self) -> None:
        """Open the menu."""
        self.button("menu").click()
        expect(self.menu).to_be_visible()

    @property
    def menu(self) -> Locator:
        """Find the open menu."""
        return self.page.locator("#menu")

    def speak(self, language: str) -> None:
        """Choose another language in the open menu."""
        self.menu.get_by_label(self.words("menu.language")).select_option(language)
        self.language = language
        expect(self.page.locator("html")).to_have_attribute("lang", language)

    def text(self) -> str:
        """Read all that is on the screen, names that are only heard included."""
        heard = "[...document.querySelectorAll('[aria-label]')].map((one) => one.ariaLabel)"
        return str(self.page.evaluate(f"[document.body.innerText, ...{heard}].join('\\n')"))

    def shift(self) -> float:
        """Measure how much of the screen has jumped."""
        return float(self.page.evaluate("shifts.reduce((sum, one) => sum + one, 0)"))

    def cut_off(self) -> list[str]:
        """List what does not fit its place."""
        return list(self.page.evaluate(CUT_OFF))

    def wait_for_worker(self) -> None:
        """Wait until the page can do without the network."""
        self.wait_until(KEPT)

    def wait_until(self, script: str) -> None:
        """Wait until a script says so; Playwright's own needs `eval`, which the page forbids."""
        for pause in pauses():
            if self.page.evaluate(script):
                return
            self.page.wait_for_timeout(pause)
        raise AssertionError(f"it did not happen: {script}")

    @contextmanager
    def without_network(self) -> Iterator[None]:
        """Take the network away for a while."""
        with self.watcher.forgiving():
            self.context.set_offline(True)
            try:
                yield
            finally:
                self.context.set_offline(False)
                self.page.evaluate("0")  # what was tried until now has been told then

    def ask(self, path: str, body: object = None) -> Any:
        """Ask the server as this device, past the page."""
        url = f"{self.link}/api/{path}"
        request = self.context.request
        response = request.get(url) if body is None else request.post(url, data=body)
        assert response.ok, response.text()
        return response.json()

    def ask_text(self, path: str) -> str:
        """Fetch a file past the page."""
        response = self.context.request.get(self.link + path)
        assert response.ok, response.text()
        return response.text()

    def close(self) -> None:
        """Go away; anything that went wrong meanwhile fails the test."""
        self.context.close()
        self.watcher.check()
