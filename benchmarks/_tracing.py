"""What a browser did while something happened: its frames, its movements, the work of its page."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any

from playwright.sync_api import Page

WORK = ["disabled-by-default-devtools.timeline", "__metadata"]
MOVEMENT = ["cc", "benchmark", "devtools.timeline", "blink.animations"]
"""What is recorded; of movements so much that it costs work itself."""

PAUSE = 20
"""Milliseconds between two looks at whether the browser has told everything."""


class Trace:
    """What was recorded; all times in milliseconds, those of work without what others did."""

    def __init__(self, events: list[dict[str, Any]]) -> None:
        self.events = events

    @cached_property
    def frames(self) -> list[dict[str, Any]]:
        """List the frames in which something moved, and what became of them."""
        reports = self.named("PipelineReporter", "b")
        told = [one["args"].get("frame_reporter", {}) for one in reports]
        return [one for one in told if one.get("has_compositor_animation")]

    @property
    def dropped(self) -> int:
        """Count the frames that somebody should have seen and did not."""
        return sum(one["state"] == "STATE_DROPPED" for one in self.frames)

    @cached_property
    def moving(self) -> float:
        """Measure for how long something moved."""
        begun: dict[str, float] = {}
        spans = []
        for one in self.named("Animation"):
            if one["ph"] == "b":
                begun[name_of(one)] = one["ts"]
            elif one["ph"] == "e" and (begin := begun.pop(name_of(one), None)):
                spans.append((begin, one["ts"]))
        return covered(spans) / 1000

    @cached_property
    def hindered(self) -> set[str]:
        """Name what moved only as fast as the page's own work let it: the others need none."""
        what = {
            name_of(one): one["args"]["data"]["nodeName"] for one in self.named("Animation", "b")
        }
        last: dict[str, int] = {}
        for one in self.named("Animation", "n"):
            if (failed := one["args"].get("data", {}).get("compositeFailed")) is not None:
                last[name_of(one)] = failed
        return {what.get(one, "?") for one, failed in last.items() if failed}

    @cached_property
    def tasks(self) -> list[float]:
        """List how long the processor was at each piece of the page's own work."""
        threads = {
            (one["pid"], one["tid"])
            for one in self.named("thread_name")
            if one["args"]["name"] == "CrRendererMain"
        }
        return [
            one.get("tdur", 0) / 1000
            for one in self.named("RunTask", "X")
            if (one["pid"], one["tid"]) in threads
        ]

    def named(self, name: str, phase: str = "") -> list[dict[str, Any]]:
        """List some of the events."""
        return [one for one in self._by_name[name] if not phase or one["ph"] == phase]

    @cached_property
    def _by_name(self) -> dict[str, list[dict[str, Any]]]:
        found = defaultdict(list)
        for one in sorted(self.events, key=lambda one: one["ts"]):
            found[one["name"]].append(one)
        return found


def name_of(event: dict[str, Any]) -> str:
    """Name what lasts from one event to another."""
    return f"{event['pid']} {event.get('id2', event.get('id'))}"


def covered(spans: Iterable[tuple[float, float]]) -> float:
    """Measure what some spans of time cover together."""
    total, until = 0.0, float("-inf")
    for begin, end in sorted(spans):
        total += max(0.0, end - max(begin, until))
        until = max(until, end)
    return total


def record(page: Page, kinds: list[str], happens: Callable[[], None]) -> Trace:
    """Record what the browser does while something happens."""
    session = page.context.new_cdp_session(page)
    events: list[dict[str, Any]] = []
    told: list[bool] = []
    session.on("Tracing.dataCollected", lambda message: events.extend(message["value"]))
    session.on("Tracing.tracingComplete", lambda _: told.append(True))
    session.send("Tracing.start", {"traceConfig": {"includedCategories": kinds}})
    try:
        happens()
    finally:
        session.send("Tracing.end")
        while not told:
            page.wait_for_timeout(PAUSE)
        session.detach()
    return Trace(events)
