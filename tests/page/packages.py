"""npm packages that the tests and benchmarks use: installed once, exactly as a lock file pins them.

Node is the machine's own, or the one that `web/page.py` fetches where there is none.
"""

import hashlib
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from runpy import run_path

if sys.platform != "win32":
    import fcntl

ROOT = Path(__file__).parents[2]
STAMP = "installed.txt"
"""Written last, so a folder without it is unfinished: the digest of what was installed."""

QUIET = ["--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"]


class NotInstalledError(Exception):
    """The packages could not be fetched, or not unpacked."""


def node() -> tuple[dict[str, str], list[str]]:
    """Install Node if needed; return the environment that finds it, and npm's command."""
    page = run_path(str(ROOT / "web" / "page.py"))
    try:
        environment = page["node_environment"]()
    except page["NotPossibleError"] as error:
        raise NotInstalledError(str(error)) from error
    return environment, page["npm"](environment)


def digest(folder: Path) -> str:
    """Hash the names and contents of the files in a folder."""
    found = hashlib.sha256()
    for path in sorted(folder.iterdir()):
        found.update(f"{path.name}\0".encode() + hashlib.sha256(path.read_bytes()).digest())
    return found.hexdigest()


def is_installed(pinned: Path, into: Path) -> bool:
    """Whether a folder holds everything that the pinned files ask for."""
    with suppress(OSError):
        return (into / STAMP).read_text("ascii") == digest(pinned)
    return False


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold a file lock beside a folder; it is released when the process ends, however it ends."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with folder.with_name(f"{folder.name}.lock").open("wb") as file:
        if sys.platform != "win32":
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def install(pinned: Path, into: Path, script: str | None = None) -> None:
    """Install what the lock file in `pinned` names, then run a script of that folder with Node.

    Processes that ask at the same moment wait for the first one. What is there already, and was
    made of the same files, is used as it is.
    """
    if is_installed(pinned, into):
        return
    with locked(into):
        if is_installed(pinned, into):
            return
        shutil.rmtree(into, ignore_errors=True)
        shutil.copytree(pinned, into)
        environment, npm = node()
        for command in [[*npm, "ci", *QUIET], *([["node", script]] if script else [])]:
            if subprocess.call(command, cwd=into, env=environment, stdout=sys.stderr):
                raise NotInstalledError(f"`{' '.join(command)}` failed in {into}")
        (into / STAMP).write_text(digest(pinned), "ascii")
