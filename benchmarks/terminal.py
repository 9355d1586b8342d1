"""How long the full screen takes to start, in a terminal of its own.

`python3 dev.py bench terminal` runs it. It counts from the start of `punto play` until the menu is
complete, on the clock and in processor time, beside a program that only imports Textual. The least
of several tries counts, since other programs may slow it; on a busy machine, the processor time
means more than the clock.
"""

import os
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks._measuring import machine, word

sys.path.append(str(Path(__file__).parents[1] / "tests"))

from tui.real_terminal import LIMIT_SECONDS, RealTerminal

TRIES = 7
MAX_SECONDS = 0.7
MENU = ("-m", "punto", "play")
LAST_WORD = b"Quit"
ONLY_TEXTUAL = ("-c", f"import textual.app, time; print({LAST_WORD.decode()!r}); time.sleep(60)")
TICKS_PER_SECOND = os.sysconf("SC_CLK_TCK")


def main() -> int:
    """Measure, print, and tell by the exit code whether the aim was met."""
    print(machine())
    started(MENU)  # files that are read for the first time come from the disk
    textual = [started(ONLY_TEXTUAL) for _ in range(TRIES)]
    menu = [started(MENU) for _ in range(TRIES)]
    for what, times in (("import textual.app", textual), ("punto play, until its menu", menu)):
        clock, processor = (min(column) for column in zip(*times, strict=True))
        print(f"{what:<28}{clock:>7.2f} s on the clock{processor:>7.2f} s of the processor")
    met = min(clock for clock, _ in menu) < MAX_SECONDS
    print(f"aim: the menu within {MAX_SECONDS} s on the clock: {word(met)}")
    return 0 if met else 1


def started(arguments: tuple[str, ...]) -> tuple[float, float]:
    """Start a program until it has written its last word; return clock and processor seconds."""
    with TemporaryDirectory() as folder:
        began = time.perf_counter()
        with RealTerminal(arguments, XDG_STATE_HOME=folder, LC_ALL="C.UTF-8") as terminal:
            while LAST_WORD not in terminal.written:
                terminal.read(0.5)
                if time.perf_counter() - began > LIMIT_SECONDS:
                    raise SystemExit(f"it did not start: {terminal.written!r}")
            clock = time.perf_counter() - began
            stat = Path(f"/proc/{terminal.process.pid}/stat").read_text(encoding="utf-8")
            user, system = stat.rpartition(")")[2].split()[11:13]
            terminal.process.kill()
    return clock, (int(user) + int(system)) / TICKS_PER_SECOND


if __name__ == "__main__":
    sys.exit(main())
