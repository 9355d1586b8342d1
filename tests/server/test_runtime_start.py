"""A start of the runtime that fails half-way leaves nothing open."""

import asyncio
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from punto.server.bus.local import LocalBus
from punto.server.config.settings import Config
from punto.server.live.bot_pool import BotPool
from punto.server.live.clock import Clock
from punto.server.live.hub import Hub
from punto.server.runtime import Runtime
from punto.server.store.server_lock import ServerLock
from punto.server.store.store import Store


class OnPurposeError(Exception):
    """What breaks a start in these tests."""


def open_files(folder: Path) -> list[str]:
    """List the files of a folder that this process has open."""
    if sys.platform != "linux":
        return []
    links = (link.readlink() for link in Path("/proc/self/fd").iterdir() if link.is_symlink())
    return sorted(str(file) for file in links if file.is_relative_to(folder))


async def open_and_close(runtime: Runtime) -> None:
    await runtime.open()
    await runtime.close()


@pytest.mark.parametrize(
    ("owner", "step"),
    [
        pytest.param(Store, "due", id="the first look into the store"),
        pytest.param(ServerLock, "note_database", id="the lock of a new database"),
        pytest.param(Clock, "follow", id="the clock"),
        pytest.param(Store, "secret", id="the key"),
        pytest.param(BotPool, "__init__", id="the bots"),
        pytest.param(Hub, "__init__", id="the tables"),
        pytest.param(LocalBus, "open", id="the bus"),
    ],
)
def test_a_start_that_fails_closes_what_it_has_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, owner: type, step: str
) -> None:
    config = Config(database=str(tmp_path / "punto.sqlite"))
    done = getattr(owner, step)

    def fail(*words: Any, **more: Any) -> Any:
        if (tmp_path / "punto.sqlite").exists():  # the lock is also noted before that
            raise OnPurposeError
        return done(*words, **more)

    before = set(threading.enumerate())
    monkeypatch.setattr(owner, step, fail)
    with pytest.raises(OnPurposeError):
        asyncio.run(Runtime(config).open())
    assert set(threading.enumerate()) <= before
    assert open_files(tmp_path) == []
    monkeypatch.undo()
    asyncio.run(open_and_close(Runtime(config)))  # it is not locked


def test_a_house_that_is_closed_leaves_nothing_open(tmp_path: Path) -> None:
    before = set(threading.enumerate())
    asyncio.run(open_and_close(Runtime(Config(database=str(tmp_path / "punto.sqlite")))))
    assert set(threading.enumerate()) <= before
    assert open_files(tmp_path) == []
