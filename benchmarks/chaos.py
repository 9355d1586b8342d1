"""Whether anything is lost, doubled or told too early while everything around the nodes breaks.

`python3 dev.py bench chaos` starts three nodes on one PostgreSQL and one Valkey, behind a
balancer, and lets hundreds of matches be played while nodes are killed and frozen, the database
and the bus are restarted, and connections of all kinds are cut, delayed and lost. At the end all
that people were told is compared with the database. It fails if anything is wrong.
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


def main() -> int:
    """Let it storm, and tell what came of it."""
    from server.chaos.storm import at_random, storm  # noqa: PLC0415
    from server.databases import running_postgres, running_valkey  # noqa: PLC0415

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=300, help="how long it storms")
    parser.add_argument("--matches", type=int, default=200, help="how many at a time")
    parser.add_argument("--nodes", type=int, default=3)
    parser.add_argument("--pace", type=float, default=1.5, help="seconds to think, on average")
    parser.add_argument("--pause", type=float, default=2, help="seconds between faults, on average")
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    options = parser.parse_args()
    print(f"{machine()}, {os.cpu_count()} processors; --seed {options.seed}", flush=True)
    with (
        tempfile.TemporaryDirectory(prefix="bench-") as folder,
        running_postgres() as postgres,
        running_valkey() as valkey,
    ):
        report = uvloop.run(
            storm(
                Path(folder),
                postgres,
                valkey,
                at_random(options.seconds, options.pause, options.seed),
                nodes=options.nodes,
                places=options.matches,
                pace=options.pace,
            )
        )
    print("\n".join(report.lines()))
    return 1 if report.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
