"""The grace time before a bot may stand in: the table's setting, or the server's default."""

import asyncio
from pathlib import Path

import pytest

from punto.server.table.errors import TableError

from ..client import person
from .room import room

SERVER_SECONDS = 30
"""As `room` has it."""


@pytest.mark.parametrize(
    ("settings", "seconds"), [({}, SERVER_SECONDS), ({"grace_seconds": 10}, 10)]
)
def test_a_bot_may_stand_in_after_the_grace_time(
    tmp_path: Path, settings: dict[str, object], seconds: int
) -> None:
    async def story() -> None:
        async with room(tmp_path) as rooms:
            code = await rooms.open(person("Ada"), start=1, **settings)
            ada, ben = rooms.visitor(code, "ada"), rooms.visitor(code, "ben")
            await ada.come()
            await ben.come()
            await ben.do("sit", seat=2, name="Ben")
            await ben.go()
            (*_, presence) = [one for one in ada.heard() if one["type"] == "presence"]
            assert presence["away"] == {"2": rooms.now + 1000 * seconds}
            rooms.now += 1000 * seconds - 1
            with pytest.raises(TableError) as caught:
                await ada.do("stand_in", seat=2, bot="easy")
            assert caught.value.code == "not-gone"
            rooms.now += 1
            await ada.do("stand_in", seat=2, bot="easy")
            assert ada.events()[0]["kind"] == "stood_in"

    asyncio.run(story())
