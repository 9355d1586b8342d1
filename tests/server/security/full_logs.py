"""Logs that are full, as older servers allowed them: repeated events where a bot is to move."""

import json
import sqlite3
from contextlib import closing

from punto.server.store.model import Due
from server.client import PATIENCE
from server.server_process import ServerProcess

from .company import stored

FULL = 5000
"""As many events older servers took."""


def fill(process: ServerProcess, code: str, due: Due) -> None:
    """Fill the log of a table behind its first turn, which is a bot's, and let that be due.

    What has happened since then is taken back. The table must not be in memory.
    """
    begun = next(number for number, kind, _ in stored(process, code) if kind == "started")
    with closing(sqlite3.connect(process.database, timeout=PATIENCE)) as database, database:
        database.execute("DELETE FROM events WHERE table_id = ? AND number > ?", [code, begun])
        database.executemany(
            "INSERT INTO events (table_id, number, at, kind, body) VALUES (?, ?, 1, ?, ?)",
            [
                (
                    code,
                    number,
                    "end_declined" if number % 2 else "end_offered",
                    json.dumps({"id": f"o{number}", "seat": 1}) + '\n{"by":1}',
                )
                for number in range(begun + 1, FULL + 1)
            ],
        )
        database.execute("UPDATE tables SET last = ? WHERE id = ?", [FULL, code])
        database.execute("DELETE FROM dues WHERE table_id = ?", [code])
        database.execute(
            "INSERT INTO dues (table_id, at, kind) VALUES (?, ?, ?)", [code, due.at, due.kind]
        )
