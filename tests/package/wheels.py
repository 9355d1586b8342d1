"""Builds a wheel from a copy of the tree, and installs it into an environment of its own."""

import hashlib
import os
import shutil
import subprocess
import sys
import venv
from fcntl import LOCK_EX, flock
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[2]
LEFT_OUT = shutil.ignore_patterns(
    ".*", "build", "dist", "*.so", "*.egg-info", "__pycache__", "node_modules"
)
CACHE = ROOT / "build" / "installed"
COMPLETE = "complete"
"""A file in an environment that can be used; commands in it would not survive a new name."""

NO_COMPILER = "no-such-compiler"
PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check")


def run(*command: str | Path, cwd: Path | None = None, **changed: str) -> str:
    """Run a command in this environment, with a few variables changed."""
    done = attempt(*command, cwd=cwd, **changed)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def attempt(
    *command: str | Path, cwd: Path | None = None, typed: str = "", **changed: str
) -> subprocess.CompletedProcess[str]:
    """Run a command that may fail, with what somebody types."""
    return subprocess.run(
        list(map(str, command)),
        env={**os.environ, **changed},
        capture_output=True,
        text=True,
        cwd=cwd,
        input=typed,
        check=False,
    )


GENERATED = Path("build", "src")
"""Where Cython writes C; it writes only what is older than its source."""


def copy_tree(folder: Path, *, page: bool = True, generated: bool = True) -> Path:
    """Copy what a wheel is made of, with or without the page and the C from Cython."""
    tree = folder / "a tree"
    shutil.copytree(ROOT, tree, ignore=LEFT_OUT)
    if not page:
        shutil.rmtree(tree / "src" / "punto" / "page", ignore_errors=True)
    if generated and (ROOT / GENERATED).exists():
        shutil.copytree(ROOT / GENERATED, tree / GENERATED)
    return tree


def without_programs(folder: Path) -> dict[str, str]:
    """Leave nothing on the path, no Node either, and no way to fetch anything."""
    (folder / "empty").mkdir()
    return {"PATH": str(folder / "empty"), "PIP_NO_INDEX": "1"}


def build_wheel(tree: Path, folder: Path, **changed: str) -> subprocess.CompletedProcess[str]:
    """Build a wheel into a folder, without a network."""
    offline = ("--no-index", "--no-deps", "--no-build-isolation", "--quiet")
    return attempt(*PIP, "wheel", *offline, "--wheel-dir", folder, tree, cwd=None, **changed)


def install_wheel(folder: Path, environment: Path) -> Path:
    """Install the wheel of a folder into a new environment; return its Python."""
    venv.create(environment, with_pip=False)
    python = environment / "bin" / "python"
    (wheel,) = folder.glob("punto-*.whl")
    run(*PIP, "--python", python, "install", "--no-index", "--quiet", wheel)
    return python


def installed_package() -> Path:
    """Return the Python of an environment that has the wheel of this tree, and nothing else.

    The wheel is made of a tree in which nothing was built, without a compiler and without Node. All
    tests share it; it is made again only when a file changes that the wheel is made of.
    """
    environment = CACHE / digest_of_sources()
    CACHE.mkdir(parents=True, exist_ok=True)
    with (CACHE / "lock").open("w") as file:
        flock(file, LOCK_EX)  # until the file is closed
        if not (environment / COMPLETE).exists():
            make_environment(environment)
    return environment / "bin" / "python"


def make_environment(environment: Path) -> None:
    """Build the wheel, install it into a new environment, and delete older ones."""
    for folder in CACHE.glob("*/"):
        shutil.rmtree(folder, ignore_errors=True)
    with TemporaryDirectory(dir=CACHE) as name:
        folder = Path(name)
        missing = {"CC": NO_COMPILER, "CXX": NO_COMPILER, **without_programs(folder)}
        done = build_wheel(copy_tree(folder, page=False, generated=False), folder, **missing)
        assert done.returncode == 0, done.stdout + done.stderr
        install_wheel(folder, environment)
    (environment / COMPLETE).touch()


def digest_of_sources() -> str:
    """Hash what a wheel is made of, without the page and the words, and how it is made."""
    code = [path for end in ("py", "pyi", "typed") for path in (ROOT / "src").rglob(f"*.{end}")]
    found = hashlib.sha256()
    others = (ROOT / name for name in ("pyproject.toml", "setup.py", "README.md"))
    for path in sorted([*code, *others, Path(__file__)]):
        found.update(f"{path.relative_to(ROOT)}\0".encode())
        found.update(hashlib.sha256(path.read_bytes()).digest())
    return found.hexdigest()[:16]
