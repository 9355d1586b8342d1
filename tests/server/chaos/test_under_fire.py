"""Everything around the nodes breaks: nothing is lost, doubled or revealed too early."""

import random
from pathlib import Path

import pytest
import uvloop

from server.databases import Postgres, Valkey
from server.disk.shim import NO_COMPILER, compiler

from .cluster import cluster
from .computer import computer
from .crowd import SOCIABILITY
from .cup import ROUNDS
from .faults import Fault, named
from .report import Report
from .storm import OF_A_CLUSTER, OF_A_COMPUTER, OF_PEOPLE, in_order, storm

NODES = 3
PLACES = 10


def check(report: Report, faults: tuple[Fault, ...]) -> None:
    print("\n".join(report.lines()))
    assert report.wrong == []
    assert [fault.name for fault in report.faults] == [named(fault) for fault in faults]
    assert report.finished == report.tables >= PLACES
    assert report.matches_in_rooms >= report.rooms >= PLACES // SOCIABILITY
    assert report.cups >= PLACES // SOCIABILITY
    assert report.rounds_of_cups == ROUNDS * report.cups
    assert report.moves["person"] > 3 * PLACES
    # How many bots there are is drawn, and a match of bots may end after ten cards.
    assert report.moves["bot"] > PLACES
    assert report.reconnects > PLACES


def test_nothing_is_lost_doubled_or_told_too_early_whatever_breaks(
    tmp_path: Path, postgres: Postgres, valkey: Valkey
) -> None:
    faults, chance = (*OF_A_CLUSTER, *OF_PEOPLE), random.Random()

    async def story() -> Report:
        async with cluster(tmp_path, postgres, valkey, NODES, chance) as site:
            weather = in_order(faults, pause=0.5)
            return await storm(site, weather, chance, places=PLACES, pace=0.3)

    report = uvloop.run(story())
    check(report, faults)
    assert report.refusals["too-late"] > 0


@pytest.mark.skipif(not compiler(), reason=NO_COMPILER)
def test_a_single_node_loses_nothing_whatever_its_disk_does(tmp_path: Path) -> None:
    faults, chance = OF_A_COMPUTER, random.Random()

    async def story() -> Report:
        async with computer(tmp_path, chance) as site:
            weather = in_order(faults, pause=0.5)
            return await storm(site, weather, chance, places=PLACES, pace=0.3)

    check(uvloop.run(story()), faults)
