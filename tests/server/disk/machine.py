"""A server on a machine that loses power, or whose disk fails."""

import asyncio
import random
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from server.durability.party import Log, logs_of
from server.server_process import STARTING, ServerProcess

from .shim import FaultyDisk, Operation

WRITES_A_SYNC = 10
"""Roughly: a commit writes the pages that it touches, and syncs once."""


class Machine(ServerProcess):
    """A server process whose database is on such a disk; power is lost at a seeded moment."""

    def __init__(self, folder: Path, settings: Mapping[str, object] | None = None) -> None:
        super().__init__(folder, settings)
        (folder / "disk").mkdir()
        self.database = folder / "disk" / "punto.sqlite"
        self.disk = FaultyDisk(folder / "disk")
        self.environment = dict(self.disk.environment)

    async def lose_power(self, chance: random.Random, commits: int) -> None:
        """Lose power within about so many commits, and leave what survives on the disk."""
        if chance.random() < 0.5:
            self.disk.lose_power(Operation.SYNC, after=chance.randrange(commits))
        else:
            within = chance.randrange(commits * WRITES_A_SYNC)
            self.disk.lose_power(Operation.ANY, after=within)
        await asyncio.to_thread(self.wait_for_power_loss, chance)

    def wait_for_power_loss(self, chance: random.Random | None) -> None:
        """Wait for the end of the process; parts of what was not synced may survive."""
        assert self.process is not None
        self.process.wait(STARTING)
        self.disk.after_power_loss(chance if chance and chance.random() < 0.75 else None)

    @contextmanager
    def copied(self) -> Iterator[Path]:
        """Copy the database to read it: opening the original would already repair it."""
        with tempfile.TemporaryDirectory(prefix="punto-copy-") as folder:
            copy = shutil.copytree(self.database.parent, Path(folder, "copy"))
            yield copy / self.database.name

    def stored(self) -> dict[str, Log]:
        """Read all logs as they are on the disk."""
        with self.copied() as file:
            return logs_of(file)
