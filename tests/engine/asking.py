"""Asking a Python of its own, so that it can load another kernel than this one."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from punto.rules.kernel import COMPILED

ON_BOTH_KERNELS = pytest.mark.skipif(
    not COMPILED, reason="the run with the compiled kernel compares both"
)
"""For tests that ask both kernels: once is enough."""


def ask(script: str, *args: str, interpreted: bool | None = None) -> str:
    """Run a script of this directory; with this process's kernel unless it is said."""
    variables = dict(os.environ)
    if interpreted is not None:
        variables.pop("PUNTO_KERNEL", None)
    if interpreted:
        variables["PUNTO_KERNEL"] = "interpreted"
    done = subprocess.run(
        [sys.executable, "-m", f"engine.{script}", *args],
        cwd=Path(__file__).parents[1],
        env=variables,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout
