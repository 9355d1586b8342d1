"""The last seconds of a clock: seen, heard and announced, but only to whoever has to hurry."""

from playwright.sync_api import expect

from .conftest import Visit
from .playing import open_table, person
from .test_looks import heard, tap, with_ears

SECONDS = 300
"""Long enough that the server's own clock never runs out here."""


def test_the_last_seconds_are_visible_and_audible(visit: Visit) -> None:
    somebody = with_ears(visit)
    page = somebody.page
    page.clock.install()
    table = open_table(
        somebody, person("Ada"), person("Ben"), mode="2p", start=1, turn_seconds=SECONDS
    )
    table.sit()
    tap(somebody)
    clock = page.locator(".hand").get_by_role("timer")
    expect(clock).not_to_contain_class("short")
    with somebody.watcher.forgiving():  # the server's time goes more slowly than this page's
        until_ms = table.shape["match"]["turn"]["until"]
        page.clock.fast_forward(until_ms - 8000 - page.evaluate("Date.now()"))
        expect(clock).to_contain_class("short")
        alarm = page.get_by_role("alert").filter(has_text="seconds left!")
        expect(alarm).to_have_count(1)
        before = len(heard(somebody))
        page.clock.fast_forward(4000)
        somebody.wait_until(f"heard.length > {before}")
