"""What a person sees while the program works: a bar on a terminal, and nothing elsewhere."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Thread
from time import monotonic
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from rich.progress import Progress, ProgressColumn

Answer = TypeVar("Answer")

MOMENT = 0.4
"""Seconds for which nobody needs a bar."""
STEP = 0.1


@contextmanager
def progress(total: int) -> Iterator[Callable[[], object]]:
    """Show a bar while many things are done; what this gives is called after each of them."""
    if total < 2 or not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, TimeRemainingColumn  # noqa: PLC0415

    with bar(BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()) as shown:
        task = shown.add_task("", total=total)
        yield lambda: shown.advance(task)


def patiently(work: Callable[[], Answer], seconds: float | None = None) -> Answer:
    """Do one thing, and show a bar if it takes more than a moment.

    `seconds` is how long it will take, where that is known. Who interrupts does not wait for
    the work to end.
    """
    answers: list[Answer] = []
    worker = Thread(target=lambda: answers.append(work()), daemon=True)
    start = monotonic()
    worker.start()
    worker.join(MOMENT)
    if worker.is_alive() and sys.stderr.isatty():
        from rich.progress import BarColumn, TimeElapsedColumn  # noqa: PLC0415

        with bar(BarColumn(), TimeElapsedColumn()) as shown:
            task = shown.add_task("", total=seconds)
            while worker.is_alive():
                worker.join(STEP)
                shown.update(task, completed=monotonic() - start)
    while worker.is_alive():
        worker.join(STEP)  # in steps: on Windows nothing interrupts a wait without end
    if not answers:
        raise RuntimeError("the work came to no answer; its own error is printed above")
    return answers[0]


def bar(*columns: "ProgressColumn") -> "Progress":
    """Make a bar that is gone when the work is done."""
    from rich.console import Console  # noqa: PLC0415 only a bar needs it
    from rich.progress import Progress  # noqa: PLC0415

    return Progress(*columns, console=Console(stderr=True), transient=True)
