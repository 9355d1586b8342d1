"""Work on a thread, so that the screen never waits for a bot or an analysis."""

from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from typing import Any, TypeVar

from textual.widget import Widget

from punto.cli._output import start_in_background

Answer = TypeVar("Answer")


class Background:
    """One task at a time; `cancel` makes sure that nobody hears of its answer any more."""

    def __init__(self, owner: Widget) -> None:
        self._owner = owner
        self._task = 0
        self.is_busy = False

    def start(self, work: Callable[[], Answer], done: Callable[["Future[Answer]"], Any]) -> None:
        """Run `work` on a thread, then `done` with its outcome in the thread of the screen."""
        self.cancel()
        self.is_busy, task = True, self._task

        def deliver(outcome: "Future[Answer]") -> None:
            if task == self._task and self._owner.is_attached:
                self.is_busy = False
                done(outcome)

        def hand_over(outcome: "Future[Answer]") -> None:
            with suppress(RuntimeError):  # the program has ended meanwhile
                if task == self._task and self._owner.is_attached:
                    self._owner.call_later(deliver, outcome)

        start_in_background(work).add_done_callback(hand_over)

    @property
    def current(self) -> int:
        """The number of the task that runs or ran last; `cancel` changes it."""
        return self._task

    def cancel(self) -> None:
        """Forget the task that runs."""
        self._task += 1
        self.is_busy = False
