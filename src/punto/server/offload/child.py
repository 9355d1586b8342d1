"""The program of the child process that reads records, and writes replays.

Started with `python -m punto.server.offload.child`.
"""

from punto.notation.reader import RecordError, read_record
from punto.server.offload.jobs import OK, Reply, refused, run_jobs
from punto.server.table.client_view import replay_body
from punto.server.table.replaying import replay_of

NICENESS = 5
"""The server comes first where there is only one processor."""


def make_reply(record: bytes) -> Reply:
    """Check a record; return its replay, or what is wrong with it."""
    try:
        return OK, replay_body(replay_of(read_record(record)))
    except RecordError as error:
        return refused(error)


if __name__ == "__main__":
    run_jobs(make_reply, niceness=NICENESS)
