"""Runs the program as a separate process, as a person at a terminal does."""

import subprocess
import sys
from pathlib import Path

VECTORS = Path(__file__).parents[1] / "vectors"


def punto(
    *arguments: str | Path, said: bytes = b"", cwd: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """Run one command with `said` on its standard input."""
    run = subprocess.run(
        [sys.executable, "-m", "punto", *map(str, arguments)],
        input=said,
        capture_output=True,
        cwd=cwd,
        timeout=300,
        check=False,
    )
    return subprocess.CompletedProcess(
        run.args, run.returncode, run.stdout.decode("utf-8"), run.stderr.decode("utf-8")
    )
