"""The bots of one person do not hold up those of another."""

import asyncio
from collections.abc import Iterable
from pathlib import Path

import pytest

from punto.rules.cell import Cell
from punto.rules.view import View
from punto.server.limits.fair_queue import Owner
from punto.server.live.bot_pool import BotPool
from punto.server.wire.requests import NewTable

from ..client import bot, person
from .room import Room, room

TABLES = 40
"""Tables of somebody whose bots think for long, all at once."""

ADA, MALLORY = "192.0.2.1", "192.0.2.66"


class Thoughts:
    """Counts which thoughts of others end between the turn of a bot and its choice."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, device: str) -> None:
        self.others = 0
        self.counts: list[int] = []
        choose = BotPool.choose

        async def counted(
            bot_pool: BotPool, name: str, view: View, owner: Owner, seed: int | None = None
        ) -> Cell:
            before = self.others
            cell = await choose(bot_pool, name, view, owner, seed)
            if owner.device == device:
                self.counts.append(self.others - before)
            else:
                self.others += 1
            return cell

        monkeypatch.setattr(BotPool, "choose", counted)


async def occupy(tables: Room, devices: Iterable[str]) -> None:
    """Open many tables where a strong bot is to move, all of one address."""
    wish = NewTable.model_validate({"seats": [bot("master"), bot("master")]})
    for device in devices:
        code = await tables.hub.open(device, wish)
        await tables.visitor(code, device, MALLORY).come()


@pytest.mark.parametrize(
    "devices",
    [["mallory"] * TABLES, [f"mallory-{number}" for number in range(TABLES)]],
    ids=["one device", "one address"],
)
def test_a_quick_bot_answers_while_somebody_elses_bots_are_busy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, devices: list[str]
) -> None:
    async def story() -> None:
        async with room(tmp_path) as tables:
            code = await tables.open(person("Ada"), bot("random"), start=1, rounds_to_win=2)
            ada = tables.visitor(code, "ada", ADA)
            await ada.come()
            await occupy(tables, devices)
            for _ in range(3):
                assert ada.table is not None
                table = await ada.table.current()
                assert table.match is not None
                cell = str(table.match.legal_cells[0])
                await ada.do("place", answers=table.number, seat=1, cell=cell)
                await tables.until_number(code, table.number + 2)

    thoughts = Thoughts(monkeypatch, "ada")
    asyncio.run(story())
    assert thoughts.others > 3, "the others think"
    assert len(thoughts.counts) >= 3
    assert max(thoughts.counts) <= 1, "only the thought that was under way comes before"


def test_bots_think_for_the_host_or_else_for_whoever_is_there(tmp_path: Path) -> None:
    async def story() -> None:
        async with room(tmp_path) as tables:
            code = await tables.open(person("Ada"), person("Ben"), bot("random"), mode="3p")
            watcher = tables.visitor(code, "cleo", "192.0.2.3")
            await watcher.come()
            live = watcher.table
            assert live is not None
            table = await live.current()
            assert live.presence.owner(table) == Owner("cleo", "192.0.2.3")
            ada = tables.visitor(code, "ada", ADA)
            await ada.come()
            assert live.presence.owner(table) == Owner("ada", ADA)
            await watcher.go()
            await ada.go()
            assert live.presence.owner(table) == Owner("ada", ADA)

    asyncio.run(story())


def test_nothing_is_kept_of_those_who_only_watched(tmp_path: Path) -> None:
    async def story() -> None:
        async with room(tmp_path) as tables:
            code = await tables.open(person("Ada"), person("Ben"))
            ada, tab = tables.visitor(code, "ada"), tables.visitor(code, "ada")
            await ada.come()
            await tab.come()
            live = ada.table
            assert live is not None
            for number in range(60):
                watcher = tables.visitor(code, f"watcher-{number}")
                await watcher.come()
                await watcher.go()
            table = await live.current()
            assert live.presence._left_at_ms == {}
            await ada.go()
            await tab.go()
            assert live.presence.left(table) == {"ada": tables.now}

    asyncio.run(story())
