"""Turns of requests: a few begin in each turn of the event loop, the addresses in rotation."""

import asyncio
from collections.abc import Callable

from punto.server.transport.turns import REQUESTS_PER_TURN, RequestTurns, Start


class Record:
    """What has begun, in order."""

    def __init__(self) -> None:
        self.begun: list[str] = []

    def request(self, name: str, *, is_wanted: bool = True) -> Start:
        def begin() -> bool:
            if is_wanted:
                self.begun.append(name)
            return is_wanted

        return begin


def told(story: Callable[[RequestTurns, Record], None], turns_of_the_loop: int = 0) -> list[str]:
    async def run() -> list[str]:
        turns, record = RequestTurns(), Record()
        story(turns, record)
        for _ in range(turns_of_the_loop):
            await asyncio.sleep(0)
        return list(record.begun)

    return asyncio.run(run())


def crowd(turns: RequestTurns, record: Record) -> None:
    for number in range(3 * REQUESTS_PER_TURN):
        turns.put("crowd", record.request(f"crowd {number}"))


def test_somebody_alone_does_not_wait() -> None:
    assert told(lambda turns, record: turns.put("a", record.request("a"))) == ["a"]


def test_a_crowd_begins_a_few_at_a_time_and_in_order() -> None:
    expected = [f"crowd {number}" for number in range(3 * REQUESTS_PER_TURN)]
    for turn in range(4):
        assert told(crowd, turn) == expected[: (turn + 1) * REQUESTS_PER_TURN]


def test_who_comes_from_elsewhere_is_next() -> None:
    def story(turns: RequestTurns, record: Record) -> None:
        crowd(turns, record)
        turns.put("a", record.request("a"))
        turns.put("b", record.request("b"))

    begun = told(story, 1)[REQUESTS_PER_TURN:]
    assert sorted(begun[:3]) == ["a", "b", f"crowd {REQUESTS_PER_TURN}"]


def test_those_who_are_gone_take_no_turn() -> None:
    def story(turns: RequestTurns, record: Record) -> None:
        crowd(turns, record)
        for _ in range(5):
            turns.put("a", record.request("gone", is_wanted=False))
        turns.put("a", record.request("a"))

    begun = told(story, 1)
    assert len(begun) == 2 * REQUESTS_PER_TURN
    assert "gone" not in begun


def test_nothing_is_left_when_all_have_begun() -> None:
    async def story() -> None:
        turns, record = RequestTurns(), Record()
        crowd(turns, record)
        for _ in range(6):
            await asyncio.sleep(0)
        assert not turns.is_scheduled
        assert not turns.waiting
        turns.put("a", record.request("a"))
        assert record.begun[-1] == "a"

    asyncio.run(story())
