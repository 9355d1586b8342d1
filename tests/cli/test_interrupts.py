"""Ctrl-C ends every command, and none waits for the work under way."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

from cli.terminal import VECTORS

PATIENCE = 150.0
ENDLESS = "999999999"
RECORD = next(VECTORS.glob("*2p*.punto"))
SLOW_SECONDS = 3600

SLOW_COMMANDS = {
    "analyse": ["analyse", str(RECORD), "--simulations", ENDLESS, "--ply", "5", "--round", "1"],
    "review": ["review", str(RECORD), "--simulations", ENDLESS, "--jobs", "2"],
    "perft": ["perft", str(RECORD), "1", "4", "9"],
}
"""Each would run for hours, or days."""


@pytest.mark.parametrize("command", SLOW_COMMANDS)
def test_work_under_way_is_not_waited_for(command: str) -> None:
    with started(SLOW_COMMANDS[command]) as process:
        wait_until_busy(process.pid)
        process.send_signal(signal.SIGINT)
        out, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert (out, said) == ("", "")


SLOW_BACKUP = f"""
import sys, time
from punto.server.store import recovery
from punto.cli import main
def backup(address, file):
    print("copying", flush=True)
    time.sleep({SLOW_SECONDS})
recovery.backup = backup
sys.argv = ["punto", "backup", "x"]
sys.exit(main.main())
"""


def test_a_backup_is_not_waited_for() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", SLOW_BACKUP], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        text=True,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        assert process.stdout.readline() == "copying\n"
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert said == ""


def started(arguments: list[str]) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "punto", *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def wait_until_busy(process: int) -> None:
    """Wait until a process has used far more CPU time than a start needs."""
    ticks = os.sysconf("SC_CLK_TCK")
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        fields = Path(f"/proc/{process}/stat").read_text("ascii").rpartition(")")[2].split()
        if (int(fields[11]) + int(fields[12])) / ticks > 1.2:
            return
        time.sleep(0.05)
    raise AssertionError("it did not get going")


INTERRUPTING = """
import os, signal, sys

class Interrupting:
    imports = 0

    @classmethod
    def find_spec(cls, name, path=None, target=None):
        if hasattr(sys.modules.get("punto._quiet_start"), "leave"):
            cls.imports += name != "signal"  # which makes it quiet
            if cls.imports == int(os.environ["INTERRUPT_AT"]):
                os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Interrupting)
"""
"""Python runs it before anything else. It sends SIGINT when a certain module is imported."""

FEWEST_IMPORTS = 100
"""`punto doctor` imports more modules than that."""


@pytest.mark.parametrize("attempt", range(6))
@pytest.mark.parametrize("program", [["-m", "punto"], [Path(sys.executable).with_name("punto")]])
def test_ctrl_c_while_python_imports_prints_nothing(
    program: list[str | Path], attempt: int, tmp_path: Path
) -> None:
    (tmp_path / "sitecustomize.py").write_text(INTERRUPTING, "utf-8")
    moment = Random().randint(1, FEWEST_IMPORTS)
    done = subprocess.run(
        [sys.executable, *map(str, program), "doctor"],
        env=os.environ | {"PYTHONPATH": str(tmp_path), "INTERRUPT_AT": str(moment)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", ""), f"import {moment}"


def test_programs_that_use_the_library_are_interrupted_as_usual(tmp_path: Path) -> None:
    program = tmp_path / "punto"
    program.write_text("import os, signal, punto; os.kill(os.getpid(), signal.SIGINT)", "utf-8")
    command = [sys.executable, str(program)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stderr.endswith("\nKeyboardInterrupt\n")
