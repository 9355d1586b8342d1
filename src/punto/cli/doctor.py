"""`punto doctor`: facts about the installation for a bug report, and a self-test."""

import argparse
import os
import platform
import sys
from importlib import metadata
from pathlib import Path
from typing import Any

import punto
from punto.cli._arguments import Commands, add_json
from punto.cli._output import print_json
from punto.rules import kernel
from punto.rules.many_rounds import Tally, random_rounds

SAMPLE = Tally(200, 10494, (39, 30, 41), (20, 28, 31), 11)
"""The result of 200 random rounds of `3p` on every machine and with both kernels."""

PUZZLE: dict[str, Any] = {
    "mode": "3p",
    "seed": bytes(32),
    "start": 1,
    "cells": "f6 g6 f7 e6 h7 g5 f5",
}
ANSWER = ("f5", 175)
"""The cell that 300 simulations must find there, and its number of visits."""

INTERPRETED = (
    "The kernel runs interpreted: everything works, but slower. To compile it, install a C "
    "compiler (gcc or clang) and Python's headers, then install punto again."
)


def add_to(commands: Commands) -> None:
    """Add the command and its arguments to the parser."""
    parser = commands.add_parser(
        "doctor",
        help="report what is installed and whether it works",
        description="Print versions and paths for a bug report and whether the kernel is compiled, "
        "and test the kernel and the search. Exit code 1 if the test fails.",
    )
    add_json(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Collect the facts, run the self-test, and print both."""
    healthy = random_rounds("3p", SAMPLE.rounds) == SAMPLE and search_puzzle() == ANSWER
    facts = {
        "punto": metadata.version("punto"),
        "kernel": "compiled" if kernel.COMPILED else "interpreted",
        "kernel file": str(kernel.__file__),
        "PUNTO_KERNEL": os.environ.get("PUNTO_KERNEL", ""),
        "package": str(Path(punto.__file__).parent),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "python file": sys.executable,
        "system": platform.platform(),
        "encoding": sys.stdout.encoding,
        "networks": " ".join(network_digests()),
        "self-test": "passed" if healthy else "FAILED",
    }
    if options.json:
        print_json(facts)
    else:
        for name, value in facts.items():
            print(f"{name:<14}{value}".rstrip())
        if not kernel.COMPILED:
            print(INTERPRETED)
    return 0 if healthy else 1


def search_puzzle() -> tuple[str, int]:
    """Search a known position by playouts; return the best cell and its visits."""
    from punto.engine import Budget  # noqa: PLC0415 most commands need none
    from punto.engine.search import search  # noqa: PLC0415

    position = punto.Match(**PUZZLE).position()
    counts = search(position, Budget(simulations=300), 1).counts()
    visits, cell = max(zip(counts, position.legal_cells, strict=True))
    return str(cell), visits


def network_digests() -> list[str]:
    """Name the weights of the learned evaluation, for two, three and four sides."""
    from punto.engine.network import SIDES, network_for_sides  # noqa: PLC0415 see above

    return [network_for_sides(sides).digest for sides in SIDES]
