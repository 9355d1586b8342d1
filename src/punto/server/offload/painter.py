"""The program of the child process that paints pictures of tables.

Started with `python -m punto.server.offload.painter`.
"""

import json

from punto.server.offload.jobs import OK, Reply, run_jobs
from punto.server.painting.table_picture import paint_table

NICENESS = 10
"""Whoever plays comes first: a preview is looked at by a program."""


def make_reply(scene: bytes) -> Reply:
    """Paint a scene."""
    return OK, paint_table(json.loads(scene))


if __name__ == "__main__":
    run_jobs(make_reply, niceness=NICENESS)
