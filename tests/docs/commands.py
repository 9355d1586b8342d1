"""Commands on the pages: what can run here is run, and the rest is checked as far as possible."""

import re
import shlex
import tomllib
from pathlib import Path

from benchmarks import strength
from benchmarks._opponents import is_there

from cli.terminal import punto
from docs.blocks import ROOT
from punto.cli.main import build_parser
from punto.server.config.loading import FILE_VARIABLE, variable
from punto.server.config.settings import Config

RUN = {"analyse", "arena", "backup", "bots", "check", "doctor", "restore", "review", "show"} | {
    "completion",
    "hint",
    "rules",
    "token",
    "undelete",
    "verify",
}
"""Commands of the program that end by themselves."""

PARSED = {"serve", "play", "join", "bot", "daily", "puzzles", "replay", "study", "train"}
"""Commands that wait for people or take an hour: only their arguments are checked here. tests/cli
runs them."""

QUICK = {"review": ["--simulations", "50"]}
"""What makes a long command short where the page does not show its output."""

NOT_RUN = {
    "createdb": "needs PostgreSQL's programs",
    "createuser": "needs PostgreSQL's programs",
    "curl": "asks a machine of the example",
    "git": "needs a network",
    "journalctl": "needs systemd",
    "export": "sets a variable",
    "python": "test_server_page.py and test_programs_page.py run the clients",
    "ray": "starts a cluster, as tests/lab/test_ray.py does",
    "sudo": "changes the machine",
    "systemctl": "needs systemd",
    "uvicorn": "serves until it is stopped",
}
"""Other programs on the pages, and why no test runs them."""

TIMES = re.compile(r" +\d+\.\d\d$", re.MULTILINE)
"""The last column of the arena's table, which differs from run to run."""

PLACEHOLDERS = {"CODE", "FILE"}
"""Words for which readers write something of their own: such a command is only parsed."""


def run_command(line: str, shown: str, folder: Path, places: dict[str, str]) -> None:
    """Run one line in a folder, and look for the output that the page shows.

    `places` are folders of the page, and what stands for them here.
    """
    words = shlex.split(line, comments=True)
    while words and re.match(r"[A-Z_]+=", words[0]):
        check_variable(words.pop(0).partition("=")[0])
    if not words:
        return
    program, *arguments = words
    name = Path(program).name
    if name == "punto":
        for place, here in places.items():
            arguments = [word.replace(place, here) for word in arguments]
        run_punto(arguments, shown, folder)
    elif name == "python3":
        check_python(arguments)
    elif name == "pip":
        check_pip(arguments)
    else:
        assert name in NOT_RUN, f"nothing runs {name!r}, and it is not in NOT_RUN"


def run_punto(arguments: list[str], shown: str, folder: Path) -> None:
    """Run the program itself, unless it would wait for somebody or take minutes."""
    command = arguments[0] if arguments else "serve"
    is_short = command != "arena" or "--seed" in arguments
    shows_settings = "--show-config" in arguments
    if not ((command in RUN and is_short and not PLACEHOLDERS & set(arguments)) or shows_settings):
        assert command in RUN | PARSED
        assert build_parser().parse_args(arguments or ["serve"])
        return
    quick = [] if shown else QUICK.get(command, [])
    done = punto(*arguments, *quick, cwd=folder)
    assert done.returncode == 0, done.stderr
    printed = [line.rstrip() for line in TIMES.sub("", done.stdout).splitlines()]
    expected = [line.rstrip() for line in TIMES.sub("", shown).splitlines() if line.strip()]
    missing = [line for line in expected if line not in printed]
    assert missing == [], f"`punto {' '.join(arguments)}` printed:\n{done.stdout}"


def check_variable(name: str) -> None:
    """Check that an environment variable on a page means something."""
    known = {variable(field) for field in Config.model_fields}
    others = {"PUNTO_RELEASE", "PUNTO_TOKEN", "RAY_ADDRESS", "TEST_PICTURES"}
    assert name in known | others | {FILE_VARIABLE}


def check_python(arguments: list[str]) -> None:
    """Check a command of dev.py, or of a module that is known."""
    if arguments[0] == "-m":
        assert arguments[1] in {"venv", "build", "pip"}
        if arguments[1] == "pip":
            check_pip(arguments[2:])
        return
    script, command, *rest = arguments
    assert script == "dev.py"
    assert f"\npython3 dev.py {command} " in (ROOT / "dev.py").read_text("utf-8")
    if rest[:1] == ["strength"]:
        assert all(map(is_there, strength.read_options(rest[1:]).bots))
        return
    for word in rest:
        is_option = word.startswith("-") or word.isdigit()
        place = ROOT / ("benchmarks" if command == "bench" else "")
        assert is_option or (place / word).exists() or (place / f"{word}.py").exists(), word


def check_pip(arguments: list[str]) -> None:
    """Check that pip installs a folder or a file of ours, with extras that there are."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    command, *names = (word for word in arguments if not word.startswith("--"))
    assert command == "install"
    for name in names:
        place, _, extras = name.partition("[")
        assert place in {".", "./punto", "build"} or place.startswith("dist/")
        if extras:
            asked = set(extras.removesuffix("]").split(","))
            assert asked <= set(project["optional-dependencies"])
