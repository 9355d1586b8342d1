"""`punto doctor`: what a bug report needs to know."""

import argparse
import json
import os
import platform
import sys
from importlib import metadata
from pathlib import Path
from typing import Any

import punto
from punto.cli.arguments import Commands, add_json
from punto.rules import kernel
from punto.rules.many_rounds import Tally, random_rounds

SAMPLE = Tally(200, 10494, (39, 30, 41), (20, 28, 31), 11)
"""What 200 random rounds of `3p` must come to, on every machine and both kernels."""

PUZZLE: dict[str, Any] = {
    "mode": "3p",
    "seed": bytes(32),
    "start": 1,
    "cells": "f6 g6 f7 e6 h7 g5 f5",
}
ANSWER = ("f5", 75)
"""Which cell 300 simulations must find there, and how often they must have visited it."""

INTERPRETED = (
    "The kernel runs interpreted: everything works, only slower. "
    "With a C compiler (gcc or clang) and Python's headers on the machine, install punto again."
)


def add_to(commands: Commands) -> None:
    """Describe the command."""
    parser = commands.add_parser(
        "doctor",
        help="say what is installed and whether it works",
        description="Print versions and paths for a bug report, whether the kernel is compiled, "
        "and test it and the search. Exit code 1 if the test fails.",
    )
    add_json(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Look at the installation and test the kernel."""
    healthy = random_rounds("3p", SAMPLE.rounds) == SAMPLE and searched() == ANSWER
    facts = {
        "punto": metadata.version("punto"),
        "kernel": "compiled" if kernel.COMPILED else "interpreted",
        "kernel file": str(kernel.__file__),
        "PUNTO_KERNEL": os.environ.get("PUNTO_KERNEL", ""),
        "package": str(Path(punto.__file__).parent),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "python file": sys.executable,
        "system": platform.platform(),
        "rich": metadata.version("rich"),
        "encoding": sys.stdout.encoding,
        "self-test": "passed" if healthy else "FAILED",
    }
    if options.json:
        print(json.dumps(facts, indent=2))
    else:
        for name, value in facts.items():
            print(f"{name:<14}{value}".rstrip())
        if not kernel.COMPILED:
            print(INTERPRETED)
    return 0 if healthy else 1


def searched() -> tuple[str, int]:
    """Let the search find the best cell of a position, and tell how sure it is."""
    from punto.engine import Budget, analyse  # noqa: PLC0415 most commands need none

    best = analyse(punto.Match(**PUZZLE), Budget(simulations=300)).best
    return str(best.cell), best.visits


class PrintVersion(argparse.Action):
    """Look the version up only when somebody asks for it."""

    def __init__(self, option_strings: list[str], dest: str) -> None:
        super().__init__(option_strings, dest, nargs=0, help="print the version and stop")

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        """Print it and leave."""
        print(f"punto {metadata.version('punto')}")
        parser.exit()
