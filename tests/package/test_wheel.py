"""The package installs, with a compiler and without one, and works as installed."""

import json
import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest
import rich

from punto.rules.kernel import COMPILED

ROOT = Path(__file__).parents[2]
LEFT_OUT = shutil.ignore_patterns(
    ".*", "build", "*.so", "*.egg-info", "__pycache__", "node_modules"
)
HAS_COMPILER = any(map(shutil.which, ("cc", "gcc", "clang")))


def run(*command: str | Path, **changed: str) -> str:
    """Run a command in this environment, with a few variables changed."""
    done = subprocess.run(
        list(map(str, command)),
        env={**os.environ, **changed},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def installed(folder: Path, *, built: bool = True, **changed: str) -> Path:
    """Build the package from a copy of the tree and install it into an environment of its own."""
    tree = folder / "a tree"
    shutil.copytree(ROOT, tree, ignore=LEFT_OUT)
    if not built:
        shutil.rmtree(tree / "src" / "punto" / "page", ignore_errors=True)
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check")
    offline = ("--no-index", "--no-deps", "--no-build-isolation", "--quiet")
    run(*pip, "wheel", *offline, "--wheel-dir", folder, tree, **changed)
    venv.create(folder / "env", with_pip=False)
    python = folder / "env" / "bin" / "python"
    (wheel,) = folder.glob("punto-*.whl")
    run(*pip, "--python", python, "install", "--no-index", "--no-deps", "--quiet", wheel)
    return python


def punto(python: Path, *arguments: str | Path) -> str:
    """Run the installed command; what it depends on is borrowed from this environment."""
    libraries = str(Path(rich.__file__).parents[1])
    return run(python.with_name("punto"), *arguments, PYTHONPATH=libraries, PUNTO_KERNEL="")


def no_node(folder: Path) -> dict[str, str]:
    """Leave nothing on the path, and no way to fetch anything."""
    (folder / "empty").mkdir()
    return {"PATH": str(folder / "empty"), "PIP_NO_INDEX": "1"}


def page_of(python: Path) -> dict[str, int]:
    """Measure the files of the installed page."""
    code = (
        "import json; from punto.server.api.page_files import load_page\n"
        "print(json.dumps({n: len(f.bodies['']) for n, f in load_page('').files.items()}))"
    )
    libraries = str(Path(rich.__file__).parents[1])
    found: dict[str, int] = json.loads(run(python, "-c", code, PYTHONPATH=libraries))
    return found


def doctor(python: Path) -> dict[str, str]:
    facts = json.loads(punto(python, "doctor", "--json"))
    assert isinstance(facts, dict)
    return facts


@pytest.mark.skipif(not HAS_COMPILER, reason="needs a C compiler")
@pytest.mark.skipif(not COMPILED, reason="the run with the compiled kernel does it")
def test_with_a_compiler_the_kernel_is_compiled(tmp_path: Path) -> None:
    python = installed(tmp_path)
    facts = doctor(python)
    assert (facts["kernel"], facts["self-test"]) == ("compiled", "passed")
    assert facts["kernel file"].startswith(str(tmp_path))
    assert page_of(python).keys() >= {"sw.js", "manifest.webmanifest", "icon.svg"}


def test_without_a_compiler_or_node_it_installs_all_the_same(tmp_path: Path) -> None:
    missing = "no-such-compiler"
    python = installed(tmp_path, built=False, CC=missing, CXX=missing, **no_node(tmp_path))
    assert page_of(python) == {}
    facts = doctor(python)
    assert (facts["kernel"], facts["self-test"]) == ("interpreted", "passed")
    assert facts["kernel file"].endswith("kernel.py")
    count = sum(1 for _ in (ROOT / "tests" / "vectors").rglob("*.punto"))
    assert f"{count} files: {count} correct" in punto(python, "verify", ROOT / "tests" / "vectors")
