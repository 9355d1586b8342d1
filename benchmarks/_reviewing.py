"""People who let matches be reviewed, one after the other, while others play."""

import asyncio
import json
from collections.abc import Iterator, Sequence
from datetime import date
from itertools import cycle, islice
from random import Random

import httpx

from punto import Match
from punto.notation.record import Record

PATIENCE_SECONDS = 600.0

RECORDS = 40
"""More than are reviewed while something is measured: a review that is cached costs nothing."""


class Reviewers:
    """So many people, each of whom waits for one review and then asks for the next."""

    def __init__(self, count: int, ports: Sequence[int]) -> None:
        self.count, self.ports = count, ports
        self.judged = 0
        # Made before anything is measured: playing them takes the players' time.
        self._records = cycle(list(islice(random_records(), RECORDS if count else 0)))
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Begin to ask."""
        self._tasks = [
            asyncio.create_task(self._ask(self.ports[one % len(self.ports)]))
            for one in range(self.count)
        ]

    async def until_judging(self) -> None:
        """Wait until the first placement is judged."""
        before = self.judged
        while self.judged == before:
            await asyncio.sleep(0.05)
            self._raise_failures()

    async def stop(self) -> None:
        """Ask no more, and fail if an answer was wrong."""
        self._raise_failures()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _raise_failures(self) -> None:
        for task in self._tasks:
            if task.done():
                task.result()

    async def _ask(self, port: int) -> None:
        # Reading certificates would stall the players, and nothing here is encrypted.
        async with httpx.AsyncClient(
            timeout=PATIENCE_SECONDS, trust_env=False, verify=False
        ) as http:
            while True:
                subject = {"about": "record", "record": next(self._records)}
                body = {"wants": "review", "subject": subject}
                url = f"http://127.0.0.1:{port}/api/analysis"
                async with http.stream("POST", url, json=body) as answer:
                    answer.raise_for_status()
                    async for line in answer.aiter_lines():
                        if line.startswith("data: "):
                            message = json.loads(line.removeprefix("data: "))
                            assert message["type"] != "failed", message
                            self.judged += message["type"] == "judged"


def random_records() -> Iterator[str]:
    """Play matches at random, each different."""
    for number in range(10**6):
        match, random = Match("2p", seed=f"{number:064x}"), Random(number)
        while not match.over:
            match.place(random.choice(list(match.legal_cells)))
        yield str(Record(match, ["Ada", "Ben"], date(2026, 11, 15)))
