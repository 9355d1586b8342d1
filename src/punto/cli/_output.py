"""Output of the commands: JSON, rounded numbers for it, and progress bars."""

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, wait
from contextlib import contextmanager
from itertools import count
from threading import Thread
from typing import TypeVar

Answer = TypeVar("Answer")

SHOW_BAR_AFTER_SECONDS = 0.4
"""Shorter work shows no bar."""
POLL_SECONDS = 0.1

CHANCE_DECIMALS = 4


def print_json(facts: object) -> None:
    """Print data for programs, in the same format by all commands.

    Characters are escaped where the output is not UTF-8, so that nothing is lost.
    """
    is_unicode = (sys.stdout.encoding or "").lower().replace("-", "").startswith("utf")
    print(json.dumps(facts, indent=2, ensure_ascii=not is_unicode))


def round_chances(numbers: Iterable[float]) -> list[float]:
    """Round chances to the digits that mean something."""
    return [round(number, CHANCE_DECIMALS) for number in numbers]


@contextmanager
def progress_bar(total: int) -> Iterator[Callable[[], object]]:
    """Show a bar on a terminal; call the yielded function after each of `total` steps."""
    if total < 2 or not sys.stderr.isatty():
        yield lambda: None
        return
    from punto.cli._progress_bar import ProgressBar  # noqa: PLC0415 most commands need none

    steps = count(1)
    with ProgressBar() as shown:
        shown.show_count(0, total)
        yield lambda: shown.show_count(next(steps), total)


def run_with_progress(work: Callable[[], Answer], seconds: float | None = None) -> Answer:
    """Run one long task on a thread, and show a bar if it takes more than a moment.

    `seconds` is the expected duration, if known. Ctrl-C does not wait for the task to end.
    """
    answer = start_in_background(work)
    wait([answer], SHOW_BAR_AFTER_SECONDS)
    if not answer.done() and sys.stderr.isatty():
        from punto.cli._progress_bar import ProgressBar  # noqa: PLC0415 most commands need none

        with ProgressBar() as shown:
            while not answer.done():
                shown.show_time(seconds)
                wait([answer], POLL_SECONDS)
    return wait_for(answer)


def run_in_background(work: Callable[[], Answer]) -> Answer:
    """Run a task on a thread, so that Ctrl-C does not wait for its end."""
    return wait_for(start_in_background(work))


def start_in_background(work: Callable[[], Answer]) -> "Future[Answer]":
    """Start a task on a thread that does not keep the process alive."""
    answer: Future[Answer] = Future()
    Thread(target=set_outcome, args=(answer, work), daemon=True).start()
    return answer


def wait_for(answer: "Future[Answer]") -> Answer:
    """Wait for a result, in steps: on Windows, Ctrl-C cannot interrupt an endless wait."""
    while not answer.done():
        wait([answer], POLL_SECONDS)
    return answer.result()


def set_outcome(answer: "Future[Answer]", work: Callable[[], Answer]) -> None:
    """Run the task, and store its result or its exception in the future."""
    try:
        answer.set_result(work())
    except BaseException as error:
        answer.set_exception(error)
