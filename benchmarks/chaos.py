"""Whether anything is lost, doubled or told too early while everything around the nodes breaks.

`python3 dev.py bench chaos` starts three nodes on one PostgreSQL and one Valkey, behind a
balancer, and lets hundreds of matches be played, at tables, in rooms and in tournaments, while
nodes are killed and frozen, clocks jump, the database and the bus are restarted, connections of all
kinds are cut, delayed and lost, and floods come in. Then it does the same to one node on SQLite,
whose disk fills up, fails and loses power. At the end all that people were told is compared with
the database. It fails if anything is wrong.
"""

import argparse
import os
import random
import sys
import tempfile
from pathlib import Path

import uvloop
from benchmarks._measuring import machine

sys.path.append(str(Path(__file__).parents[1] / "tests"))

CLUSTER, COMPUTER = "cluster", "computer"


def main() -> int:
    """Let it storm, and tell what came of it."""
    from server.disk.shim import NO_COMPILER, compiler  # noqa: PLC0415

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=300, help="how long each storm lasts")
    parser.add_argument("--matches", type=int, default=200, help="how many at a time")
    parser.add_argument("--nodes", type=int, default=3)
    parser.add_argument("--pace", type=float, default=1.5, help="seconds to think, on average")
    parser.add_argument("--pause", type=float, default=2, help="seconds between faults, on average")
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    parser.add_argument("--only", choices=[CLUSTER, COMPUTER], help="one of the two storms")
    options = parser.parse_args()
    print(f"{machine()}, {os.cpu_count()} processors; --seed {options.seed}", flush=True)
    wrong = 0
    for kind in [options.only] if options.only else [CLUSTER, COMPUTER]:
        if kind == COMPUTER and not compiler():
            print(f"no storm on one node: {NO_COMPILER}")
            return 1
        with tempfile.TemporaryDirectory(prefix="bench-") as folder:
            wrong += stormed(kind, Path(folder), options)
    return 1 if wrong else 0


def stormed(kind: str, folder: Path, options: argparse.Namespace) -> int:
    """Let one of the storms blow; print what came of it, and count what is wrong."""
    from server.chaos.cluster import cluster  # noqa: PLC0415
    from server.chaos.computer import computer  # noqa: PLC0415
    from server.chaos.report import Report  # noqa: PLC0415
    from server.chaos.storm import OF_A_CLUSTER, OF_A_COMPUTER, at_random, storm  # noqa: PLC0415
    from server.databases import running_postgres, running_valkey  # noqa: PLC0415

    chance = random.Random(options.seed)
    heavy = OF_A_CLUSTER if kind == CLUSTER else OF_A_COMPUTER
    weather = at_random(heavy, options.seconds, options.pause, options.seed)
    size = {"places": options.matches, "pace": options.pace}

    async def on_a_cluster() -> Report:
        with running_postgres() as postgres, running_valkey() as valkey:
            async with cluster(folder, postgres, valkey, options.nodes, chance) as site:
                return await storm(site, weather, chance, **size)

    async def on_a_computer() -> Report:
        async with computer(folder, chance) as site:
            return await storm(site, weather, chance, **size)

    report = uvloop.run(on_a_cluster() if kind == CLUSTER else on_a_computer())
    print("\n".join([f"\n{kind}:", *report.lines()]), flush=True)
    return len(report.wrong)


if __name__ == "__main__":
    sys.exit(main())
