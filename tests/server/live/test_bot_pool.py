"""Which bots choose on the event loop, and which in a thread."""

import asyncio
import threading

import pytest

from punto import Match
from punto.rules.kernel import COMPILED
from punto.server.limits.fair_queue import Owner
from punto.server.live import bot_pool
from punto.server.live.bot_pool import BotPool
from punto.server.process.metrics import Metrics

MATCH = Match("2p", start=1, seed="00" * 32, cells="f6 g6 g7 f7 h5")
OWNER = Owner("ada")


@pytest.mark.parametrize(
    ("name", "is_quick"), [("medium", COMPILED), ("expert", COMPILED), ("master", False)]
)
def test_only_quick_levels_choose_on_the_event_loop(
    monkeypatch: pytest.MonkeyPatch, name: str, is_quick: bool
) -> None:
    threads: list[int] = []
    choose = bot_pool._choose_timed

    def noted(chosen: str, *arguments: object) -> object:
        threads.append(threading.get_ident())
        # What matters is the thread, so a level that searches need not.
        return choose("hard" if chosen == "master" else chosen, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(bot_pool, "_choose_timed", noted)
    pool = BotPool(1, Metrics())

    async def choose_twice() -> list[str]:
        view = MATCH.view(MATCH.seat)
        return [str(await pool.choose(name, view, OWNER, seed=3)) for _ in range(2)]

    try:
        first, second = asyncio.run(choose_twice())
    finally:
        pool.close()
    assert first == second
    here = threading.get_ident()
    assert [thread == here for thread in threads] == [False, is_quick]
