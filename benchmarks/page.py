"""How smoothly the page moves: cards laid on a full table, in a browser slowed four times.

`python3 dev.py bench page` runs it, with the browser and the server of the tests. A phone of some
years ago is about as slow. Frames are counted as the browser itself counts them: what moves there
is drawn apart from the page's own work, so that work delays a movement but does not disturb it.
Where the machine is busy, fewer frames are asked for; the work of a card is measured without that.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks._measuring import machine, word
from benchmarks._tracing import MOVEMENT, WORK, Trace, record
from playwright.sync_api import Page, sync_playwright

sys.path.append(str(Path(__file__).parents[1] / "tests"))

from page.chromium import ARGUMENTS, chromium
from page.dealing import Dealer, dealer
from page.playing import open_table, person
from page.visitor import PHONE, Visitor
from server.server_process import server

SLOWED = 4
STACKS = 36
TRIES = 60
"""Matches; on a full table most rounds soon end with a card that nobody can lay."""
USUAL, WHILE_SLOWED = 3, 5
"""Cards that are laid."""
LANDED_MS = 1300
ENOUGH = 0.95
"""The share of frames that should be seen of those that somebody should see."""


class RoundOverError(Exception):
    """Too early: this match is of no use."""


def main() -> int:
    """Measure, print, and tell by the exit code whether the aim was met."""
    print(machine())
    found = chromium()
    with (
        TemporaryDirectory() as folder,
        server(Path(folder)) as running,
        sync_playwright() as tools,
    ):
        browser = tools.chromium.launch(
            executable_path=found.path, args=ARGUMENTS, env={**found.environment} or None
        )
        visitor = Visitor(browser, running.url, viewport=PHONE)
        usual, slowed = measured(visitor)
        browser.close()
    print(
        f"work for a card: {sum(usual.tasks) / USUAL:.1f} ms of the processor,"
        f" the longest piece of {USUAL} cards {max(usual.tasks):.1f} ms; not slowed"
    )
    met = report(slowed)
    print(f"aim {ENOUGH:.0%} of the frames seen, slowed {SLOWED} times: {word(met)}")
    return 0 if met else 1


def measured(visitor: Visitor) -> tuple[Trace, Trace]:
    """Lay cards on a full table, as fast as the machine is and then slowed."""
    for _ in range(TRIES):
        table = open_table(visitor, person("Ada"), person("Ben"), mode="2p", start=1)
        with dealer(table) as past, suppress(RoundOverError):
            fill(past)
            table.sit()
            move(past, 1)  # what is done for the first time takes longer
            usual = record(visitor.page, WORK, partial(move, past, USUAL))
            with slowed_down(visitor.page):
                slowed = record(visitor.page, MOVEMENT, partial(move, past, WHILE_SLOWED))
            return usual, slowed
    raise SystemExit(f"in {TRIES} matches no round lasted long enough")


def fill(past: Dealer) -> None:
    """Lay cards until there are stacks everywhere."""
    while len(past.table["match"]["stacks"]) < STACKS:
        lay(past)


def lay(past: Dealer) -> None:
    """Lay a card, if the round goes on."""
    past.spread()
    if past.table["match"]["round"] > 1:
        raise RoundOverError


@contextmanager
def slowed_down(page: Page) -> Iterator[None]:
    """Make the browser as slow as a phone for a while."""
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
    try:
        yield
    finally:
        session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
        session.detach()


def move(past: Dealer, count: int) -> None:
    """Lay some cards, each when the one before has landed."""
    for _ in range(count):
        lay(past)
        past.player.page.wait_for_timeout(LANDED_MS)


def report(trace: Trace) -> bool:
    """Print what became of the frames; tell whether enough of them were seen."""
    seen = len(trace.frames) - trace.dropped
    share = seen / len(trace.frames)
    print(
        f"while something moved, {trace.moving:,.0f} ms: {len(trace.frames)} frames begun,"
        f" {trace.dropped} of them dropped, {seen / trace.moving * 1000:.0f} seen a second"
    )
    print(f"moved by the page's own work: {', '.join(sorted(trace.hindered)) or 'nothing'}")
    return share >= ENOUGH and not trace.hindered


if __name__ == "__main__":
    sys.exit(main())
