"""What a person sees while the program works: a bar on a terminal, and nothing elsewhere."""

import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future, wait
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
    answer: Future[Answer] = Future()
    start = monotonic()
    Thread(target=settle, args=(answer, work), daemon=True).start()
    wait([answer], MOMENT)
    if not answer.done() and sys.stderr.isatty():
        from rich.progress import BarColumn, TimeElapsedColumn  # noqa: PLC0415

        with bar(BarColumn(), TimeElapsedColumn()) as shown:
            task = shown.add_task("", total=seconds)
            while not answer.done():
                wait([answer], STEP)
                shown.update(task, completed=monotonic() - start)
    while not answer.done():
        wait([answer], STEP)  # in steps: on Windows nothing interrupts a wait without end
    return answer.result()


def settle(answer: "Future[Answer]", work: Callable[[], Answer]) -> None:
    """Do the work, and hand over what came of it: an answer, or an error."""
    try:
        answer.set_result(work())
    except BaseException as error:
        answer.set_exception(error)


def bar(*columns: "ProgressColumn") -> "Progress":
    """Make a bar that is gone when the work is done."""
    from rich.console import Console  # noqa: PLC0415 only a bar needs it
    from rich.progress import Progress  # noqa: PLC0415

    return Progress(*columns, console=Console(stderr=True), transient=True)
