"""The bots of one person do not hold up the bots of another."""

import asyncio
from pathlib import Path

from punto.server.wire.requests import NewTable

from ..client import bot, person
from .room import Room, room

TABLES = 40
"""Tables of somebody whose bots think for long, all at once."""


async def occupy(tables: Room, device: str) -> None:
    """Open many tables where a strong bot is to move."""
    wish = NewTable.model_validate({"seats": [bot("expert"), bot("expert")]})
    for _ in range(TABLES):
        code = await tables.hub.open(device, wish)
        await tables.visitor(code, device).come()


def test_a_quick_bot_answers_while_somebody_elses_bots_are_busy(tmp_path: Path) -> None:
    async def story() -> None:
        async with room(tmp_path) as tables:
            code = await tables.open(person("Ada"), bot("random"), start=1, rounds_to_win=2)
            ada = tables.visitor(code, "ada")
            await ada.come()
            await occupy(tables, "mallory")
            moves = tables.metrics.moves["bot"]._value
            for _ in range(3):
                assert ada.table is not None
                table = await ada.table.current()
                assert table.match is not None
                before = moves.get()
                cell = str(table.match.legal_cells()[0])
                await ada.do("place", answers=table.number, seat=1, cell=cell)
                await tables.until_number(code, table.number + 1)
                assert moves.get() - before <= 4, "others were served first"

    asyncio.run(story())
