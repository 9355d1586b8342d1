"""How smoothly the page moves: cards laid on a full table, in a browser slowed four times.

`python3 dev.py bench page` runs it, with the browser and the server of the tests. A phone of some
years ago is about as slow; where the machine itself is busy, the figures say that too.
"""

import statistics
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks._measuring import machine, word
from playwright.sync_api import Page, sync_playwright

sys.path.append(str(Path(__file__).parents[1] / "tests"))

from page.chromium import ARGUMENTS, chromium
from page.dealing import Dealer, dealer
from page.playing import open_table, person
from page.visitor import PHONE, Visitor
from server.process import server

SLOWED = 4
STACKS = 36
MOVES = 8
FRAME_MS = 1000 / 60
ENOUGH = 0.95
"""The share of frames that should come in time."""

WATCH = """() => {
  globalThis.frames = [];
  let last = performance.now();
  const frame = (now) => { frames.push(now - last); last = now; requestAnimationFrame(frame); };
  requestAnimationFrame(frame);
}"""


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
        table = open_table(visitor, person("Ada"), person("Bo"), mode="2p", rounds_to_win=5)
        table.sit()
        idle = frames_of(visitor.page, lambda: visitor.page.wait_for_timeout(1500))
        with dealer(table) as past:
            fill(past)
            table.sit()
            slow(visitor.page)
            moving = frames_of(visitor.page, lambda: move(past))
        browser.close()
    report("at rest, not slowed", idle)
    met = report(f"cards laid, slowed {SLOWED} times", moving)
    print(f"aim {ENOUGH:.0%} of the frames in time: {word(met)}")
    return 0 if met else 1


def fill(past: Dealer) -> None:
    """Lay cards until there are stacks everywhere, as far as a round lasts."""
    while len(past.table["match"]["stacks"]) < STACKS - 1:
        before = past.table["match"]["round"]
        past.spread()
        assert past.table["match"]["round"] == before, "the round ended before the table was full"


def slow(page: Page) -> None:
    """Make the browser as slow as a phone."""
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})


def move(past: Dealer) -> None:
    """Lay some cards, each when the one before has landed."""
    for _ in range(MOVES):
        past.spread()
        past.player.page.wait_for_timeout(1100)


def frames_of(page: Page, happens: object) -> list[float]:
    """Measure the time between frames while something happens."""
    page.evaluate(WATCH)
    happens()  # type: ignore[operator]
    return list(page.evaluate("frames.slice(1)"))


def report(what: str, frames: list[float]) -> bool:
    """Print how long frames took; tell whether enough of them came in time."""
    in_time = sum(time < 1.5 * FRAME_MS for time in frames) / len(frames)
    worst = statistics.quantiles(frames, n=100)[-1]
    print(
        f"{what:<34}{len(frames):>5} frames, median {statistics.median(frames):5.1f} ms,"
        f" one in a hundred over {worst:5.1f} ms, {in_time:.1%} in time"
    )
    return in_time >= ENOUGH


if __name__ == "__main__":
    sys.exit(main())
