"""Concurrent moves on two nodes: the database decides, and both clients learn the outcome."""

import asyncio
import random
from collections.abc import Sequence

from ..client import Client, Message, person
from ..gathering import gathering
from ..server_process import ServerProcess

Nodes = Sequence[ServerProcess]


async def answers(one: Client, two: Client, number: int) -> list[Message]:
    """Let both tabs lay the same person's card at once, on different cells where there are some."""
    assert one.turn is not None
    seat, cells = one.turn["seat"], one.turn["cells"].split()
    random.shuffle(cells)
    words = {"answers": number, "seat": seat}
    return list(
        await asyncio.gather(
            one.ask("place", **words, cell=cells[0]), two.ask("place", **words, cell=cells[-1])
        )
    )


def test_of_two_moves_at_once_one_counts_and_the_other_gets_what_is_true(pair: Nodes) -> None:
    async def story() -> None:
        async with gathering(pair[0].url) as people:
            host = people.device()
            code = await host.open(person("Ada"), person("Ben"), start=1, rounds_to_win=1)
            other = people.device(pair[1].url)
            other.http.cookies.update(host.http.cookies)
            tabs = [await people.sit(code, host), await people.sit(code, other)]
            refused = 0
            for _ in range(15):
                number = max(tab.number for tab in tabs)
                for tab in tabs:
                    await tab.until(lambda tab=tab, n=number: tab.number >= n)  # type: ignore[misc]
                both = await answers(tabs[0], tabs[1], number)
                placed = [answer for answer in both if answer.get("kind") == "placed"]
                late = [answer for answer in both if answer.get("code") == "too-late"]
                assert (len(placed), len(late)) == (1, 1), both
                refused += len(late)
                loser = tabs[both.index(late[0])]
                assert loser.events[placed[0]["number"]] == placed[0]
                if any(tab.phase == "over" for tab in tabs):
                    break
            assert refused >= 4
            log = await host.events(code)
            assert [event["number"] for event in log] == list(range(1, len(log) + 1))
            for tab in tabs:
                await tab.until(lambda tab=tab: tab.number == len(log))  # type: ignore[misc]
                assert all(log[n - 1] == event for n, event in tab.events.items())

    asyncio.run(story())


def test_the_same_command_on_both_nodes_counts_once(pair: Nodes) -> None:
    async def story() -> None:
        async with gathering(pair[0].url) as people:
            host = people.device()
            code = await host.open(person("Ada"), person("Ben"), start=1)
            other = people.device(pair[1].url)
            other.http.cookies.update(host.http.cookies)
            one, two = await people.sit(code, host), await people.sit(code, other)
            for tab in (one, two):
                await tab.send("place", "same", answers=2, seat=1, cell="f6")
            for tab in (one, two):
                await tab.until(lambda tab=tab: tab.answer("same"))  # type: ignore[misc]
                assert tab.events[3]["id"] == "same"
                assert tab.refusals == []
            log = await host.events(code)
            assert [event["kind"] for event in log] == ["opened", "started", "placed"]

    asyncio.run(story())
