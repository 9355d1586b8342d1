"""Commits with an unknown outcome: nobody misses an event."""

import asyncio
from pathlib import Path

import pytest

from punto.rules.cell import Cell
from punto.rules.view import View
from punto.server.limits.fair_queue import Owner
from punto.server.store.errors import StoreError, refusal
from punto.server.store.model import Append, Appended

from ..client import bot, person
from .room import Room, room


def lose_the_next_answer(rooms: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the next commit happen, but look like a failure."""
    append = rooms.store.append

    async def doubtful(wish: Append) -> Appended:
        monkeypatch.undo()
        await append(wish)
        raise refusal("store-unavailable")

    monkeypatch.setattr(rooms.store, "append", doubtful)


@pytest.mark.parametrize("is_bot_next", [False, True])
def test_what_was_stored_after_all_is_told_before_anything_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_bot_next: bool
) -> None:
    async def story() -> None:
        async with room(tmp_path) as rooms:
            thought = asyncio.Event()
            choose = rooms.bot_pool.choose

            async def choose_slowly(
                name: str, view: View, owner: Owner, seed: int | None = None
            ) -> Cell:
                await thought.wait()
                return await choose(name, view, owner, seed)

            rooms.bot_pool.choose = choose_slowly  # type: ignore[method-assign]
            code = await rooms.open(person("Ada"), bot("random"), person("Ben"), mode="3p", start=2)
            ada = rooms.visitor(code, "ada")
            await ada.come()
            ada.heard()
            lose_the_next_answer(rooms, monkeypatch)
            with pytest.raises(StoreError):
                await ada.do("resign", seat=1)
            assert ada.heard() == []
            kind = '"placed"' if is_bot_next else '"over"'
            if not is_bot_next:
                await ada.do("resign", seat=3)
            thought.set()
            await rooms.until_number(code, 4)
            await rooms.until(lambda: any(kind in text for text in ada.pile.sent))
            heard = ada.heard()
            numbers = [event["number"] for message in heard for event in message.get("events", [])]
            assert numbers == list(range(3, 3 + len(numbers)))
            seats = [message["seats"] for message in heard if message["type"] == "you"]
            assert seats[0] == [3]

    asyncio.run(story())
