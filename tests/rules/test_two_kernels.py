"""The compiled and the interpreted kernel: one file, the same answers."""

import os
import subprocess
import sys

import pytest

from punto import MODES
from punto.rules import kernel

from .test_random_rounds import PINNED

REPORT = """
import sys
{before}
from punto import MODES, Match, random_rounds
from punto.rules import kernel
match = Match("3p", start=1, seed=bytes(32))
for ply in range(30):
    legal = match.legal_cells
    match.place(legal[7 * ply % len(legal)])
print(kernel.COMPILED)
print("cython" in sys.modules and sys.modules["cython"] is not None)
print([tuple(random_rounds(mode, 200)) for mode in MODES])
print(match.view(1))
"""


def report(before: str = "", **environment: str) -> list[str]:
    """Ask a Python of its own, so that it can load another kernel than this one."""
    variables = {name: value for name, value in os.environ.items() if name != "PUNTO_KERNEL"}
    done = subprocess.run(
        [sys.executable, "-c", REPORT.format(before=before)],
        env=variables | environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    return done.stdout.splitlines()


@pytest.fixture(scope="module")
def interpreted() -> list[str]:
    return report(PUNTO_KERNEL="interpreted")


def test_the_environment_asks_for_the_interpreted_kernel(interpreted: list[str]) -> None:
    assert interpreted[0] == "False"
    if os.environ.get("PUNTO_KERNEL") == "interpreted":
        assert kernel.COMPILED is False


def test_both_kernels_give_the_same_tallies_and_the_same_match(interpreted: list[str]) -> None:
    tallies = str([tuple(PINNED[mode]) for mode in MODES])
    assert interpreted[2] == tallies
    ordinary = report()
    assert ordinary[2:] == interpreted[2:]


def test_the_interpreted_kernel_works_where_there_is_no_cython(interpreted: list[str]) -> None:
    without = report(before="sys.modules['cython'] = None", PUNTO_KERNEL="interpreted")
    assert without[:2] == ["False", "False"]
    assert without[2:] == interpreted[2:]


def test_the_kernel_can_be_reached_as_a_module_either_way() -> None:
    assert kernel.__name__ == "punto.rules.kernel"
    assert (kernel.BESIDE, kernel.ON_TOP, kernel.LINE) == (0, 1, 2)
    assert sorted(
        {
            kernel.NOT_ORIGIN,
            kernel.TOUCHES_NOTHING,
            kernel.TOO_WIDE,
            kernel.TOO_HIGH,
            kernel.NOT_LOWER,
        }
    ) == [-5, -4, -3, -2, -1]
