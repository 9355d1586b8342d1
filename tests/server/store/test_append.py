"""Appending: numbers in order, one winner, and what changes together with the events."""

import asyncio
import json
from typing import cast

import pytest

from punto.server.store.errors import ConflictError, StoreError
from punto.server.store.model import KEEP, Append, Appended, Due, DueRow, NewEvent, TableRow
from punto.server.store.store import Store

from .appends import begin, go_on


def test_events_get_consecutive_numbers_and_are_read_unchanged(address: str) -> None:
    async def story() -> None:
        async with Store(address) as store:
            assert await store.append(begin(at=5)) == Appended(range(1, 2))
            assert await store.append(go_on(1, at=6, count=3)) == Appended(range(2, 5))
            entries = await store.read("a")
            assert [(entry.number, entry.at, entry.kind) for entry in entries] == [
                (1, 5, "made"),
                (2, 6, "placed"),
                (3, 6, "placed"),
                (4, 6, "placed"),
            ]
            assert json.loads(entries[3].body) == {"after": 1, "n": 2}
            assert [entry.number for entry in await store.read("a", since=2, limit=1)] == [3]
            assert await store.read("a", since=-(2**70)) == entries
            assert await store.read("a", since=2**70) == []
            assert await store.table("a") == TableRow("a", 5, 6, "open", 4)

    asyncio.run(story())


def test_an_unknown_table_is_empty(address: str) -> None:
    async def story() -> None:
        async with Store(address) as store:
            for name in ("a", "", "\udc80", "\0"):
                assert await store.read(name) == []
                assert await store.table(name) is None
                assert await store.recent(name) == []

    asyncio.run(story())


@pytest.mark.parametrize("after", [0, 1, 3, 1000])
def test_a_conflict_names_the_actual_last_number(address: str, after: int) -> None:
    async def story() -> None:
        async with Store(address) as store:
            await store.append(begin())
            await store.append(go_on(1))
            late = go_on(after) if after else begin()
            with pytest.raises(ConflictError, match="is number 2, not") as caught:
                await store.append(late)
            assert caught.value.now == caught.value.values["now"] == 2
            with pytest.raises(ConflictError) as caught:
                await store.append(go_on(7, "elsewhere"))
            assert caught.value.now == 0
            assert len(await store.read("a")) == 2
            assert await store.read("elsewhere") == []

    asyncio.run(story())


def test_phase_due_and_devices_change_together_with_the_events(address: str) -> None:
    async def story() -> None:
        async with Store(address) as store:
            await store.append(begin("a", due=Due(50, "bot")))
            await store.append(begin("b", due=Due(40, "timer")))
            due_a, due_b = DueRow("a", 50, "bot"), DueRow("b", 40, "timer")
            assert await store.due(51) == [due_b, due_a]
            assert await store.due(50) == [due_b]
            assert await store.due(51, limit=1) == [due_b]
            await store.append(go_on(1, "a", due=KEEP, phase="playing"))
            assert await store.due(51) == [due_b, due_a]
            await store.append(go_on(1, "b", due=Due(60, "grace"), devices=["phone"]))
            assert await store.due(100) == [due_a, DueRow("b", 60, "grace")]
            with pytest.raises(ConflictError):
                await store.append(go_on(1, "a", due=None, phase="over", devices=["thief"]))
            await store.append(go_on(2, "a", at=9, due=None, devices=["phone", "laptop"]))
            assert [due.table for due in await store.due(100)] == ["b"]
            assert [row.id for row in await store.recent("phone")] == ["a", "b"]
            assert [row.id for row in await store.recent("phone", limit=1)] == ["a"]
            assert await store.recent("laptop") == [TableRow("a", 1, 9, "playing", 3)]
            assert await store.recent("thief") == []

    asyncio.run(story())


def test_an_append_without_events_changes_only_the_rest(address: str) -> None:
    async def story() -> None:
        async with Store(address) as store:
            await store.append(begin(due=Due(50, "grace")))
            assert await store.append(Append("a", 1, 7, due=None)) == Appended(range(2, 2))
            assert await store.due(100) == []
            with pytest.raises(ConflictError):
                await store.append(Append("a", 2, 7, due=Due(1, "bot")))
            assert await store.table("a") == TableRow("a", 1, 7, "open", 1)

    asyncio.run(story())


def test_several_appends_to_one_table_can_be_queued(address: str) -> None:
    async def story() -> None:
        async with Store(address) as store:
            steps = [begin(), go_on(1, phase="playing"), go_on(2, count=2), go_on(4, phase="over")]
            answers = await asyncio.gather(*map(store.append, steps))
            assert [list(answer.numbers) for answer in answers] == [[1], [2], [3, 4], [5]]
            assert await store.table("a") == TableRow("a", 1, 2, "over", 5)

    asyncio.run(story())


UNSTORABLE = {
    "half a sign": Append("a", 1, 1, [NewEvent("x", '"\udc80"')]),
    "a zero byte": Append("a", 1, 1, [NewEvent("x", "\0")]),
    "no text": Append("a", 1, 1, [NewEvent("x", cast("str", {"x": 1}))]),
    "a huge number": Append("a", 2**63, 1, [NewEvent("x", "{}")]),
    "a huge time": Append("a", 1, 2**70, [NewEvent("x", "{}")]),
    "a time before 1970": Append("a", 1, 1, [NewEvent("x", "{}")], due=Due(-1, "bot")),
    "a lease without end": Append("a", 1, 1, due=Due(2**63 - 2, "bot", 2)),
    "a new table without events": Append("b", 0, 1, phase="open"),
    "a new table without a phase": Append("b", 0, 1, [NewEvent("x", "{}")]),
    "a table without a name": Append("", 0, 1, [NewEvent("x", "{}")], "open"),
}


@pytest.mark.parametrize("bad", UNSTORABLE.values(), ids=list(UNSTORABLE))
def test_unstorable_appends_are_refused_and_harm_no_others(address: str, bad: Append) -> None:
    async def story() -> None:
        async with Store(address) as store:
            await store.append(begin())
            mixed = [go_on(1), bad, go_on(2)]
            answers = await asyncio.gather(*map(store.append, mixed), return_exceptions=True)
            assert [type(answer) for answer in answers] == [Appended, StoreError, Appended]
            assert isinstance(answers[1], StoreError)
            assert answers[1].code == "unstorable"
            assert [entry.number for entry in await store.read("a")] == [1, 2, 3]

    asyncio.run(story())


@pytest.mark.parametrize("value", [{1, 2}, float("nan"), object()])
def test_a_value_without_a_json_form_is_refused(value: object) -> None:
    with pytest.raises(StoreError) as caught:
        NewEvent.of("x", {"value": value})
    assert caught.value.code == "unstorable"


def test_every_text_is_read_back_unchanged(address: str) -> None:
    bodies = [
        '"\\u0000\\ud800"',
        '"é 😀 \u2028 \x7f \\" \\\\ %s %(x)s :x ?"',
        "",
        "not JSON: '{'",
        " ",
    ]

    async def story() -> None:
        async with Store(address) as store:
            events = [NewEvent(f"kind {body}", body) for body in bodies]
            await store.append(Append("t 😀'", 0, 1, events, "ph'ase", Due(1, "😀"), ["\\"]))
            entries = await store.read("t 😀'")
            assert [(entry.kind, entry.body) for entry in entries] == [
                (f"kind {body}", body) for body in bodies
            ]
            assert await store.recent("\\") == [TableRow("t 😀'", 1, 1, "ph'ase", 5)]
            assert await store.due(2) == [DueRow("t 😀'", 1, "😀")]

    asyncio.run(story())
