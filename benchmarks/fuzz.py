"""Whether anything that can be sent to a server harms it: a fuzzer for HTTP and WebSockets.

`python3 dev.py bench fuzz` sends valid and broken requests, handshakes and frames to a real server
for ten minutes, cut into pieces at arbitrary places. Every connection must be answered or closed in
its time, nothing may be accepted that must be refused, the server must make no mistake of its own
and need no more memory than before, and a quiet table must go on. It fails otherwise, and shows the
shortest bytes that it has for each thing that is wrong.
"""

import argparse
import random
import sys
import tempfile
from pathlib import Path

from benchmarks._measuring import machine

sys.path.append(str(Path(__file__).parents[1] / "tests"))


def main() -> int:
    """Fuzz, and tell what was wrong."""
    from server.security.fuzz.fuzzing import fuzzed  # noqa: PLC0415

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    options = parser.parse_args()
    print(f"{machine()}; --seed {options.seed}", flush=True)
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        found = fuzzed(Path(folder), 60 * options.minutes, options.seed)
    print("\n".join(found.lines()))
    return 1 if found.counts else 0


if __name__ == "__main__":
    sys.exit(main())
