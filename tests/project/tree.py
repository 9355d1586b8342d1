"""A small tree for dev.py to work in, where a stub stands for .venv's Python and its pip."""

import importlib.util
import os
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parents[2]
KERNEL = "src/punto/rules/kernel.py"
PAGE_SOURCE = "web/page.txt"
FILES = {
    "setup.py": f'Extension("punto.rules.kernel", ["{KERNEL}"], depends=["src/punto/bits.h"])',
    "constraints.txt": "",
    "pyproject.toml": """
        build-system.requires = ["builder"]
        project.dependencies = ["library"]
        project.optional-dependencies = { lab = ["extra"] }
        dependency-groups = { dev = ["tool"], docs = ["writer"], peers = ["peer"] }
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
            web/page.py) cp web/page.txt built.txt ;;
            *--editable*) test "$CC" = /nonexistent || : > "$BINARY" ;;
            *pytest*) echo "kernel: $PUNTO_KERNEL" ;;
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
PIP = "-I -m pip install --constraint constraints.txt"
BUILD = f"{PIP} --verbose --no-deps --no-build-isolation --editable ."
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

    def calls(self) -> list[str]:
        """Take what the stub was asked for since the last time."""
        calls = self.root / "stub/calls"
        lines = calls.read_text("utf-8").splitlines() if calls.exists() else []
        calls.unlink(missing_ok=True)
        return lines


def load(root: Path) -> ModuleType:
    """Import the dev.py of a tree."""
    spec = importlib.util.spec_from_file_location("dev", root / "dev.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
