"""The clock of a page, in the hands of a test."""

from playwright.sync_api import Error, Page

ATTEMPTS = 20


def stop_clock(page: Page, in_seconds: float) -> None:
    """Stop the clock of a page; it must be installed, and can only be stopped in the future."""
    for attempt in range(1, ATTEMPTS + 1):
        try:
            page.clock.pause_at(page.evaluate("Date.now()") / 1000 + in_seconds)
        except Error as error:
            # On a busy machine, that moment may have passed before the page heard of it.
            if attempt == ATTEMPTS or "past" not in str(error):
                raise
        else:
            return
