"""Three nodes, and everything around them breaks: nothing is lost, doubled or told too early."""

from pathlib import Path

import uvloop

from server.databases import Postgres, Valkey

from .faults import FAULTS
from .storm import in_order, storm

NODES = 3
PLACES = 16


def test_nothing_is_lost_doubled_or_told_too_early_whatever_breaks(
    tmp_path: Path, postgres: Postgres, valkey: Valkey
) -> None:
    report = uvloop.run(
        storm(
            tmp_path,
            postgres,
            valkey,
            in_order(list(FAULTS), pause=0.5),
            nodes=NODES,
            places=PLACES,
            pace=0.3,
        )
    )
    print("\n".join(report.lines()))
    assert report.wrong == []
    assert [fault.name for fault in report.faults] == list(FAULTS)
    assert report.finished == report.tables >= PLACES
    assert min(report.moves[by] for by in ("person", "bot")) > 100
    assert report.reconnects > PLACES
    assert report.refusals["too-late"] > 0
