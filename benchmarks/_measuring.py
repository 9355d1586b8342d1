"""What the benchmarks share: counting work by the second, and aims."""

import platform
import time
from collections.abc import Callable
from pathlib import Path

SECONDS = 0.5
TRIES = 5


def per_second(work: Callable[[], int]) -> float:
    """Do work for a while, several times; other programs may slow it, so the best time counts."""
    work()
    return max(rate(work) for _ in range(TRIES))


def rate(work: Callable[[], int]) -> float:
    """Do work until the time is up; it answers how much was done."""
    done = 0
    start = time.process_time()
    while (spent := time.process_time() - start) < SECONDS:
        done += work()
    return done / spent


def aim(what: str, figure: float, least: float) -> bool:
    """Print a figure beside the least that it should be."""
    met = figure >= least
    digits = 2 if figure < 1 else 1 if figure < 100 else 0
    shown = f"{figure:,.{digits}f}"
    print(f"{what:<40}{shown:>12}   aim {least:,}: {word(met)}")
    return met


def word(met: bool) -> str:
    """Say whether an aim was met."""
    return "met" if met else "MISSED"


def machine() -> str:
    """Say what the figures were measured on."""
    return f"{platform.python_implementation()} {platform.python_version()}, {processor()}"


def processor() -> str:
    """Name the processor, as far as the system tells."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or "unknown processor"
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()
