"""A small tree for dev.py to work in, where a stub stands for .venv's Python and its pip."""

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parents[2]
KERNEL = "src/punto/rules/kernel.py"
PAGE_SOURCE = "web/page.txt"
LOCK = """\
builder==1 \\
    --hash=sha256:b1 \\
    --hash=sha256:b2
    # via punto (pyproject.toml:build)
driver==1 ; sys_platform != 'win32' \\
    --hash=sha256:d
    # via punto (pyproject.toml)
helper==1 \\
    --hash=sha256:h
    # via
    #   library
    #   tool
helpers-helper==1 \\
    --hash=sha256:hh
    # via helper
library==1 \\
    --hash=sha256:l
    # via punto (pyproject.toml)
peer==1 \\
    --hash=sha256:p
    # via punto (pyproject.toml:peers)
plotter==1 \\
    --hash=sha256:pl
    # via punto (pyproject.toml)
tool==1 \\
    --hash=sha256:t
    # via punto (pyproject.toml:dev)
writer==1 \\
    --hash=sha256:w
    # via punto (pyproject.toml:docs)
"""
HANGING_SECONDS = 60
"""How long the stub takes for what is to hang."""
PLAYING = ["builder", "helper", "helpers-helper", "library"]
DEVELOPING = sorted([*PLAYING, "driver", "plotter", "tool", "writer"])
FILES = {
    "setup.py": f'Extension("punto.rules.kernel", ["{KERNEL}"], depends=["src/punto/bits.h"])',
    "requirements.lock": LOCK,
    "pyproject.toml": """
        [project.optional-dependencies]
        server = ["Library[fast]>=2,<3; sys_platform != 'none'"]
        cluster = ["punto[server]", "driver>=1"]
        lab = ["plotter"]
        all = ["punto[cluster,lab]"]
        [dependency-groups]
        build = ["builder"]
        dev = ["tool"]
        docs = ["writer"]
        peers = ["peer"]
    """,
    "src/punto/bits.h": "",
    "src/punto/unnamed.pxd": "",
    KERNEL: "",
    "src/punto/other.py": "",
    "benchmarks/rules.py": "",
    "benchmarks/_shared.py": "",
    # The stub: it notes what it is asked for, and "compiles" unless there is no compiler.
    "stub/python": """#!/bin/sh
        printf '%s\\n' "$*" >> "$STUB/calls"
        case "$*" in
            *$FAILS*) echo "pip's own words"; exit 1 ;;
            *$HANGS*) exec sleep 60 ;;
            "web/page.py fetch") ;;
            web/page.py) cp web/page.txt built.txt ;;
            *--editable*) test "$CC" = /nonexistent || : > "$BINARY" ;;
        esac
    """,
    # It names what the page depends on, and what was built of it.
    "web/page.py": """if True:
        import pathlib
        def facts():
            built = pathlib.Path(__file__).parents[1] / "built.txt"
            source = pathlib.Path(__file__).with_name("page.txt")
            return {
                "the page": source.read_text(),
                "the built page": built.read_text() if built.exists() else "",
            }
    """,
    PAGE_SOURCE: "",
    # It takes the place of the standard library's venv, which needs seconds.
    "stub/venv.py": """if True:
        import os, pathlib, shutil, sys
        home = pathlib.Path(sys.argv[-1], "bin")
        home.mkdir(parents=True, exist_ok=True)
        shutil.copy(pathlib.Path(os.environ["STUB"], "python"), home)
    """,
}

# What the stub is asked for.
PIP = "-I -m pip install"
INSTALL = "--require-hashes --requirement .venv/requirements.txt"
PACKAGES = f"{PIP} --no-compile {INSTALL}"
BUILD = f"{PIP} --verbose --no-deps --no-build-isolation --editable ."
FETCH = "web/page.py fetch"
PAGE = "web/page.py"
PLAY = "-P -m punto"


class Tree:
    """A small project with a dev.py, in a directory with a space in its name."""

    def __init__(self, root: Path) -> None:
        self.root = root
        for name, text in {**FILES, "dev.py": (ROOT / "dev.py").read_text("utf-8")}.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
        (root / "stub/python").chmod(0o755)
        self.stamp = root / ".venv/dev-stamp.json"
        self.binary = (root / KERNEL).with_suffix(EXTENSION_SUFFIXES[0])
        self.environment = {
            **{name: os.environ[name] for name in os.environ if not name.startswith("COVERAGE")},
            "BINARY": str(self.binary.relative_to(root)),
            "CC": "",
            "FAILS": "nothing",
            "HANGS": "nothing",
            "PATH": os.pathsep.join(filter(has_no_uv, os.environ["PATH"].split(os.pathsep))),
            "PYTHONPATH": str(root / "stub"),
            "STUB": str(root / "stub"),
        }

    def start(self, *args: str, **environment: str) -> subprocess.Popen[str]:
        """Start dev.py from another directory, as a terminal would."""
        return subprocess.Popen(
            [sys.executable, str(self.root / "dev.py"), *args],
            cwd="/",
            env=self.environment | environment,
            start_new_session=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def dev(self, *args: str, **environment: str) -> tuple[int, str]:
        """Run dev.py to its end; give its exit code and what it said."""
        with self.start(*args, **environment) as process:
            said = process.communicate(timeout=120)[0]
        assert "Traceback" not in said
        return process.returncode, said

    def chosen(self) -> list[str]:
        """Name the packages that were installed last."""
        text = (self.root / ".venv/requirements.txt").read_text("utf-8")
        return re.findall(r"^([\w-]+)==", text, re.MULTILINE)

    def calls(self) -> list[str]:
        """Take what the stub was asked for since the last time."""
        calls = self.root / "stub/calls"
        lines = calls.read_text("utf-8").splitlines() if calls.exists() else []
        calls.unlink(missing_ok=True)
        return lines


def has_no_uv(folder: str) -> bool:
    """Whether a folder of the PATH has no uv, so that pip is used."""
    return shutil.which("uv", path=folder) is None


def load(root: Path) -> ModuleType:
    """Import the dev.py of a tree."""
    spec = importlib.util.spec_from_file_location("dev", root / "dev.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
