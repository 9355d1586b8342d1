#!/usr/bin/env python3
"""All that a developer does with Punto; it needs Python 3.11 or newer and nothing else.

python3 dev.py run [args]           start the program; the args are the program's
python3 dev.py test [args]          run all tests, those of the kernel and the search on both
                                    kernels; the args are pytest's, or --fast for the quick
                                    tests that need no server, browser or database;
                                    with --ray, Ray is installed and only its tests run
python3 dev.py check                look at format, style, types and layers; change nothing
python3 dev.py fix                  format, and mend what the linters can mend
python3 dev.py bench [name] [args]  run benchmarks/name.py, or else benchmarks/rules.py;
                                    with --peers among the args, other programs too
python3 dev.py docs                 build one site of all pages, in build/site

The first start makes .venv beside this file and builds the page; later ones install and build
only what has changed. `run` installs what playing in the browser needs, the others all the rest.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - whoever has an older one shall read this
    sys.exit(
        f"dev.py needs Python 3.11 or newer and this is {sys.version_info[0]}."
        f"{sys.version_info[1]}: start it with a newer one, for example `python3.13 dev.py`."
    )

import hashlib
import json
import os
import re
import shlex
import shutil
import subprocess
import sysconfig
import tomllib
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec
from pathlib import Path
from runpy import run_path
from subprocess import DEVNULL, PIPE, STDOUT
from threading import Event
from time import monotonic

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
PIP_INSTALL = [str(PYTHON), "-I", "-m", "pip", "install"]
STAMP = VENV / "dev-stamp.json"
LOCK = ROOT / "requirements.lock"
"""The version and the hashes of every package; CONTRIBUTING.md tells how to renew it."""

CHOSEN = VENV / "requirements.txt"
"""The part of the lock that is installed."""

PLAYING = "server"
"""The extra that playing in the browser needs."""

EXTRAS_OF_COMMANDS = {
    **{name: ["lab"] for name in ("arena", "review", "train")},
    **{name: ["terminal"] for name in ("daily", "join", "play", "puzzles", "replay")},
}
"""What a command of the program needs besides."""

DEVELOPING = ("all", "dev", "docs")
PAGE = "web/page.py"
"""It builds the page, and runs the tools that look at its sources."""

PAGE_DATA = "punto.server.api.page_data"
"""It writes what the page imports from the server: the schema of the wire, and the facts."""

WIRE = "web/src/wire"

C_CODE = ROOT / "build" / "src"
"""What Cython writes. pip runs setup.py twice, and only the first has to make it."""

FOR_GOOD = {"Python", "the place"}
"""When these change, .venv is made anew."""

TEST_STEPS = "tests/whole_run.py"
"""It runs the tests, step by step."""

RAY, ON_RAY = "ray", "tests/lab/test_ray.py"
"""An extra that is too big for every installation, and the tests that need it."""

NO_VENV = "Python's venv module is missing: get it (Debian: `apt install python3-venv`)."
STARTED = monotonic()
GIVEN_UP = Event()
"""Set when one of two threads has failed, so that the other starts no further step."""

RUNNING: set[subprocess.Popen[bytes]] = set()
"""What runs in either thread now."""

INTERPRETED = (
    "the kernel runs interpreted, which is right but slow, until there is a C compiler"
    " (Debian: `apt install gcc python3-dev`, macOS: `xcode-select --install`)."
)


def say(sentence: str) -> None:
    """Tell the person something, apart from what the program itself prints."""
    # In one piece, since two threads may have something to say.
    print(f"{sentence}\n", end="", file=sys.stderr, flush=True)


def kernel_files() -> list[Path]:
    """List what the compiled kernel is made of: files that setup.py names, and C's headers."""
    named = re.findall(r'"(src/[^"]+\.\w+)"', (ROOT / "setup.py").read_text("utf-8"))
    headers = [path for end in ("h", "pxd") for path in (ROOT / "src").rglob(f"*.{end}")]
    return sorted({ROOT / name for name in named}.union(headers))


def binaries() -> list[Path]:
    """List what a compiler has made of those files for this Python."""
    compiled = {path for end in EXTENSION_SUFFIXES for path in (ROOT / "src").rglob(f"*{end}")}
    return sorted(
        path for path in compiled if path.name[path.name.index(".") :] in EXTENSION_SUFFIXES
    )


def can_compile() -> bool:
    """Look for a C compiler and the header that it needs."""
    compilers = shlex.split(os.environ.get("CC", ""))[:1] or ["cc", "gcc", "clang"]
    header = Path(sysconfig.get_path("include"), "Python.h")
    apple = [Path("/Library/Developer/CommandLineTools"), Path("/Applications/Xcode.app")]
    if sys.platform == "darwin" and not any(path.exists() for path in apple):
        return False  # the `cc` there would only ask for the real one
    return header.exists() and any(map(shutil.which, compilers))


def page_facts() -> dict[str, str]:
    """Name all that the page depends on."""
    named: dict[str, str] = run_path(str(ROOT / PAGE))["facts"]()
    return named


def facts() -> dict[str, str]:
    """Name all that an installation depends on: it is out of date when one of them changes."""
    files = [ROOT / name for name in ("pyproject.toml", "setup.py", LOCK.name)]
    return {
        "Python": f"{sys.version} in {sys.base_prefix}",
        "the place": str(VENV),
        "the compiler": "found" if can_compile() else "missing",
        "the compiled kernel": " ".join(path.name for path in binaries()),
        **page_facts(),
    } | {
        path.relative_to(ROOT).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in [*files, *kernel_files()]
    }


def recorded() -> tuple[dict[str, str], set[str]]:
    """Read the facts and the parts of the last installation that was finished."""
    with suppress(OSError, ValueError, KeyError):
        stamp = json.loads(STAMP.read_text("utf-8"))
        return stamp["facts"], set(stamp["parts"])
    return {}, set()


def is_current(parts: set[str]) -> bool:
    """Tell whether .venv holds the project as it is now, and these parts of what it needs."""
    then, installed = recorded()
    return os.access(PYTHON, os.X_OK) and not missing(parts, installed) and then == facts()


def missing(parts: set[str], installed: set[str]) -> set[str]:
    """Name the parts that need a package which no installed part has brought."""
    there = set().union(*map(packages, installed)) if parts - installed else set()
    return {part for part in parts - installed if not packages(part) <= there}


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Wait until no other start installs; what is locked is this very file."""
    with Path(__file__).open("rb") as file:
        if sys.platform == "win32":
            file.seek(1 << 30)  # far beyond its end, so that everyone may still read it
            while True:
                with suppress(OSError):  # after ten seconds of waiting
                    msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)
                    break
        else:
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def ensure(*names: str) -> None:
    """Have the project in .venv, with these extras and dependency groups of pyproject.toml."""
    parts = {"build", *names}
    if not is_current(parts):
        with one_at_a_time():
            if not is_current(parts):
                update(parts)


def update(parts: set[str]) -> None:
    """Bring .venv and the page up to date, and note of what both were made."""
    (then, installed), now = recorded(), facts()
    changed = [name for name in then | now if now.get(name) != then.get(name)]
    usable = bool(then) and os.access(PYTHON, os.X_OK) and not FOR_GOOD & set(changed)
    is_built = usable and set(changed) <= set(page_facts())
    is_complete = is_built and not missing(parts, installed)
    if usable:
        say(f"Updating .venv for {', '.join(changed or sorted(missing(parts, installed)))}:")
        parts = parts | installed
    else:
        make_venv()
    with meanwhile(lambda: build_page(is_tested="dev" in parts)):
        if not is_complete:
            STAMP.unlink(missing_ok=True)  # half a work has none
            install_packages(parts)
    if not is_built:
        install_punto()
    now |= {name: facts()[name] for name in ("the compiled kernel", "the built page")}
    STAMP.write_text(json.dumps({"facts": now, "parts": sorted(parts)}, indent=1), "utf-8")
    report_step("done")


@contextmanager
def meanwhile(work: Callable[[], None]) -> Iterator[None]:
    """Do other work in a thread, and fail if it fails; give it up if this one fails first."""
    with ThreadPoolExecutor(1) as threads:
        other = threads.submit(work)
        try:
            yield
            other.result()
        except BaseException:
            GIVEN_UP.set()
            for process in list(RUNNING):
                process.terminate()
            raise


def make_venv() -> None:
    """Make a new .venv."""
    if not (find_spec("venv") and find_spec("ensurepip")):
        sys.exit(NO_VENV)
    say("Installing into .venv, which only the first start does:")
    report_step("making .venv")
    silently("Could not make .venv.", sys.executable, "-m", "venv", "--clear", str(VENV))


def install_packages(parts: set[str]) -> None:
    """Install what building Punto and these parts of it need, by uv if it is at hand."""
    entries = locked(set().union(*map(packages, parts)))
    CHOSEN.write_text("".join(entries), "utf-8")
    uv = shutil.which("uv")
    report_step(f"installing {len(entries)} packages with {'uv' if uv else 'pip'}")
    # Python compiles a module when it is first imported; most of them never are.
    by_pip = [*PIP_INSTALL, "--no-compile"]
    installer = [uv, "pip", "install", "--python", str(PYTHON)] if uv else by_pip
    exactly = ["--require-hashes", "--requirement", str(CHOSEN.relative_to(ROOT))]
    silently("Could not install, see above: is there a network?", *installer, *exactly)


def build_page(*, is_tested: bool) -> None:
    """Build the page for the browser, unless it is up to date."""
    if is_tested:
        report_step("fetching what builds and tests the page")
        silently("Could not fetch it, see above.", str(PYTHON), PAGE, "fetch", "all")
    else:
        report_step("fetching what builds the page")
        silently("", str(PYTHON), PAGE, "fetch")  # building it says what is missing
    report_step("building the page")
    log = silently("Could not build the page, see above.", str(PYTHON), PAGE)
    if log:
        say(log.rstrip())


def install_punto() -> None:
    """Install Punto itself, and compile the kernel if there is a compiler."""
    report_step("compiling the kernel" if can_compile() else "installing Punto")
    for binary in binaries():  # without a compiler the old one would stay and be loaded
        binary.unlink()
    shutil.rmtree(C_CODE, ignore_errors=True)  # what counts is what is in files, not their dates
    build = ["--verbose", "--no-deps", "--no-build-isolation", "--editable", "."]
    log = silently("Could not build Punto, see above.", *PIP_INSTALL, *build)
    if not binaries():
        failed = f"{log}Note: compiling failed, see above, so the kernel runs interpreted."
        say(failed if can_compile() else f"Note: {INTERPRETED}")


def report_step(what: str) -> None:
    """Say which step begins, and how many seconds have passed; begin none after a failure."""
    if GIVEN_UP.is_set():
        sys.exit()
    say(f"{monotonic() - STARTED:5.0f} s  {what}")


def packages(part: str) -> set[str]:
    """Name the packages that an extra or a dependency group of pyproject.toml asks for."""
    file = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    found: set[str] = set()
    for requirement in (file["project"]["optional-dependencies"] | file["dependency-groups"])[part]:
        name, _, extras = re.split(r"[^\w.,[-]", requirement)[0].partition("[")
        found |= set().union(*map(packages, extras.split(","))) if name == "punto" else {name}
    return {re.sub("[-_.]+", "-", name).lower() for name in found}


def locked(names: set[str]) -> list[str]:
    """List the entries of the lock for these packages, and for all that they need in turn.

    An entry is a package with its hashes, and comments that name the packages that need it.
    """
    entries = re.findall(r"^[^\s#].*\n(?: .*\n)*", LOCK.read_text("utf-8"), re.MULTILINE)
    name_of = {entry: re.split(r"[^\w.-]", entry)[0] for entry in entries}
    needed_by = {entry: set(re.findall(r"#(?: via |   )([\w.-]+)", entry)) for entry in entries}
    chosen: set[str] = set()
    while names - chosen:
        chosen |= names
        names = {name_of[entry] for entry in entries if needed_by[entry] & chosen}
    return [entry for entry in entries if name_of[entry] in chosen]


def silently(failure: str, *command: str) -> str:
    """Run a command and keep what it prints; if it fails, end with that and `failure`.

    Without such a sentence, a failure is no reason to end.
    """
    environment = os.environ | {
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "PIP_NO_INPUT": "1",
        "PIP_ROOT_USER_ACTION": "ignore",
        "PIP_USER": "0",
    }
    with subprocess.Popen(
        command, cwd=ROOT, env=environment, stdin=DEVNULL, stdout=PIPE, stderr=STDOUT
    ) as process:
        RUNNING.add(process)
        if GIVEN_UP.is_set():
            process.terminate()
        try:
            printed = process.communicate()[0].decode("utf-8", "replace")
        except BaseException:
            process.kill()
            raise
        finally:
            RUNNING.discard(process)
    if process.returncode and failure:
        sys.exit(f"{printed.rstrip()}\n{failure}")
    return printed


def step(title: str, *args: str) -> str:
    """Run .venv's Python in the tree, the title's module by default; answer what failed."""
    say(f"\n== {title}")
    failed = subprocess.call([PYTHON, *(args or ["-m", *title.split()])], cwd=ROOT)
    return title if failed else ""


def verdict(*answers: str) -> int:
    """Tell which steps failed, in words and as an exit code."""
    failed = ", ".join(filter(None, answers))
    say(f"\nFailed: {failed}" if failed else "\nAll is well")
    return 1 if failed else 0


def run(*args: str) -> int:  # noqa: RET503 - it ends where this process becomes the program
    """Start the program."""
    ensure(PLAYING, *EXTRAS_OF_COMMANDS.get("".join(args[:1]), []))
    command = [str(PYTHON), "-P", "-m", "punto", *args]
    if sys.platform == "win32":
        return subprocess.call(command)
    os.execv(PYTHON, command)


def test(*args: str) -> int:
    """Run all tests, or those that the arguments name."""
    if "--ray" in args:
        ensure(*DEVELOPING, RAY)
        rest = [arg for arg in args if arg != "--ray"]
        return verdict(step("tests on Ray", "-m", "pytest", *rest, ON_RAY))
    ensure(*DEVELOPING)
    if not binaries() and "--fast" not in args:
        say(f"The tests run once, not twice: {INTERPRETED}")
    return subprocess.call([PYTHON, TEST_STEPS, *args], cwd=ROOT)


def check() -> int:
    """Look at the format, the style, the types and the layers, of the page too."""
    ensure(*DEVELOPING)
    layers = "from importlinter.cli import lint_imports_command as lint; lint()"
    return verdict(
        step("ruff format --check ."),
        step("ruff check ."),
        step("mypy"),
        step("lint-imports", "-c", layers, "--no-logo"),
        step("data for the page", "-m", PAGE_DATA, "--check", WIRE),
        step("format, style and types of the page", PAGE, "check"),
    )


def fix() -> int:
    """Format, and mend what the linters can mend."""
    ensure(*DEVELOPING)
    data = step("data for the page", "-m", PAGE_DATA, WIRE)
    page = step("format and style of the page", PAGE, "fix")
    return verdict(data, step("ruff check --fix ."), step("ruff format ."), page)


def bench(*args: str) -> int:
    """Run one of the benchmarks."""
    name, *rest = args if args and not args[0].startswith("-") else ("rules", *args)
    there = sorted(path.stem for path in (ROOT / "benchmarks").glob("[!_]*.py"))
    if name not in there:
        say(f"There is no benchmark {name!r}; there are: {', '.join(there) or 'none yet'}.")
        return 2
    ensure(*DEVELOPING, *(["peers"] if "--peers" in rest else []))
    return verdict(step(f"bench {name}", "-m", f"benchmarks.{name}", *rest))


def docs() -> int:
    """Build the site of all pages into build/site."""
    ensure("all", "docs")
    return verdict(step("the site", "docs/build_site.py"))


def main(name: str = "--help", *args: str) -> int:
    """Do what the command line asks for."""
    commands: dict[str, Callable[..., int]]
    commands = {"run": run, "test": test, "check": check, "fix": fix, "bench": bench, "docs": docs}
    if name in ("-h", "--help", "help"):
        print(__doc__)
        return 0
    if name not in commands or (args and name in ("check", "fix", "docs")):
        wrong = "takes nothing more" if name in commands else "is not one of them"
        say(f"dev.py has the commands {', '.join(commands)}: {name!r} {wrong}.")
        return 2
    return commands[name](*args)


if __name__ == "__main__":
    try:
        sys.exit(main(*sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
    except OSError as error:
        sys.exit(f"dev.py: {error}")
