"""The engine in JavaScript, written from the page about the protocol alone."""

import shlex
import shutil
from functools import cache
from pathlib import Path

from page.packages import node

FIRST_CELL = Path(__file__).parent / "engines" / "first_cell.js"


@cache
def node_program() -> str:
    """Return the path of Node, which is fetched if need be."""
    environment, _ = node()
    program = shutil.which("node", path=environment["PATH"])
    assert program is not None
    return program


def first_cell_command() -> str:
    """Return the command of the engine."""
    return shlex.join([node_program(), str(FIRST_CELL)])
