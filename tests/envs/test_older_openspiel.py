"""The games also work with the last OpenSpiel before 2.0, which is fetched for this test."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from punto.rules.kernel import COMPILED

VERSION = "1.6.11"
TESTS = Path(__file__).parents[1]


@pytest.mark.slow
@pytest.mark.skipif(not COMPILED, reason="the kernel does not matter to it")
def test_the_games_pass_with_openspiel_1(tmp_path: Path) -> None:
    package = ["--only-binary=:all:", f"--target={tmp_path}", f"open_spiel=={VERSION}"]
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", *package]
    fetched = subprocess.run(pip, capture_output=True, text=True, check=False)
    if fetched.returncode:
        pytest.skip(f"OpenSpiel {VERSION} cannot be fetched here: {fetched.stderr[-200:]}")
    chosen = "random_simulations or playthroughs or observer or tools or sampled or suite"
    found = f"import pyspiel; assert pyspiel.__file__.startswith({str(tmp_path)!r})"
    run = f"{found}; import pytest; raise SystemExit(pytest.main())"
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            run,
            "-q",
            "-p",
            "no:cacheprovider",
            "-k",
            chosen,
            "envs/test_openspiel.py",
            "envs/test_openspiel_suites.py",
        ],
        cwd=TESTS,
        env=os.environ | {"PYTHONPATH": str(tmp_path), "PYTEST_ADDOPTS": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:]
    assert " skipped" not in done.stdout
