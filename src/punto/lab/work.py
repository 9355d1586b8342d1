"""Work in chunks, on the processes of this machine or on a cluster.

A chunk is a small picklable object, and its result follows from it alone: everything random in it
comes from a seed. So running a chunk is idempotent: if its process or its machine is lost, the
chunk is run again elsewhere, and the result is the same.
"""

from collections.abc import Callable, Generator, Iterable, MutableSequence
from contextlib import closing
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

Chunk = TypeVar("Chunk")
Result = TypeVar("Result")
Result_co = TypeVar("Result_co", covariant=True)

QUESTION, ASKED = 0, 1
"""Indexes in a watch: the number of the last question, and who must answer it; 0 is nobody."""

Watch = MutableSequence[int]
"""Two numbers in memory that the pool shares with a worker, to see which question is open."""

Run = Callable[[Chunk, Watch], Result]

Numbered = Generator[tuple[int, Result]]
"""The place of a chunk, from 0, and its result; in the order in which chunks finish."""


class Work(Protocol[Chunk, Result_co]):
    """What is done with every chunk. It is sent to each process once, so it must be picklable."""

    @property
    def timeout(self) -> float | None:
        """Seconds that an open question may take; None if the work asks no foreign code."""

    def start(self) -> Run[Chunk, Result_co]:
        """Prepare a process, and return the function that runs a chunk in it."""

    def blame(self, chunk: Chunk, watch: tuple[int, int], what: str) -> Chunk:
        """Return the chunk to run instead, after the open question hung or killed its process."""

    def describe(self, chunk: Chunk) -> str:
        """Name a chunk in an error message."""


@dataclass(frozen=True, slots=True)
class FunctionWork(Generic[Chunk, Result]):
    """Work that calls a function at the top level of a module, and trusts it."""

    function: Callable[[Chunk], Result]
    timeout: None = None

    def start(self) -> Run[Chunk, Result]:
        """Return the function."""
        return lambda chunk, _watch: self.function(chunk)

    def blame(self, chunk: Chunk, watch: tuple[int, int], what: str) -> Chunk:
        """Run the same chunk again: there is nobody to blame."""
        del watch, what
        return chunk

    def describe(self, chunk: Chunk) -> str:
        """Name a chunk by the function and what is passed to it."""
        return f"{self.function.__name__}({chunk!r:.60})"


class Workers(Protocol):
    """Whoever runs chunks: `open_workers` returns them."""

    def run(self, work: Work[Chunk, Result], chunks: Iterable[Chunk | None]) -> Numbered[Result]:
        """Run all chunks, and yield results as they finish; closing the generator stops them.

        A None among the chunks means that the next one needs a result that is still to come: the
        workers ask again after that result. It does not count in the numbers.
        """


def in_order(results: Numbered[Result]) -> Generator[Result]:
    """Yield results in the order of their chunks, so that it does not matter who was faster."""
    waiting: dict[int, Result] = {}
    place = 0
    with closing(results):
        for number, result in results:
            waiting[number] = result
            while place in waiting:
                yield waiting.pop(place)
                place += 1


def run_function(
    workers: Workers, function: Callable[[Chunk], Result], chunks: Iterable[Chunk]
) -> Generator[Result]:
    """Call a function with every chunk, and yield the results in the order of the chunks."""
    return in_order(workers.run(FunctionWork(function), chunks))
