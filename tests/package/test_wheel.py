"""The package installs, with a compiler and without one, and works as installed."""

import json
import shutil
from pathlib import Path

import pydantic
import pytest

from punto.rules.kernel import COMPILED

from .wheels import ROOT, build_wheel, copy_tree, install_wheel, run

HAS_COMPILER = any(map(shutil.which, ("cc", "gcc", "clang")))


def installed(folder: Path, *, built: bool = True, **changed: str) -> Path:
    """Build the package from a copy of the tree and install it into an environment of its own."""
    done = build_wheel(copy_tree(folder, built=built), folder, **changed)
    assert done.returncode == 0, done.stdout + done.stderr
    return install_wheel(folder)


def punto(python: Path, *arguments: str | Path) -> str:
    """Run the installed command."""
    return run(python.with_name("punto"), *arguments, PUNTO_KERNEL="")


def no_node(folder: Path) -> dict[str, str]:
    """Leave nothing on the path, and no way to fetch anything."""
    (folder / "empty").mkdir()
    return {"PATH": str(folder / "empty"), "PIP_NO_INDEX": "1"}


def page_of(python: Path) -> dict[str, int]:
    """Measure the files of the installed page; the server's packages are borrowed from here."""
    code = (
        "import json; from punto.server.api.page_files import load_page\n"
        "print(json.dumps({n: len(f.bodies['']) for n, f in load_page('').files.items()}))"
    )
    libraries = str(Path(pydantic.__file__).parents[1])
    found: dict[str, int] = json.loads(run(python, "-c", code, PYTHONPATH=libraries))
    return found


def doctor(python: Path) -> dict[str, str]:
    facts = json.loads(punto(python, "doctor", "--json"))
    assert isinstance(facts, dict)
    return facts


@pytest.mark.skipif(not HAS_COMPILER, reason="needs a C compiler")
@pytest.mark.skipif(not COMPILED, reason="the run with the compiled kernel does it")
def test_with_a_compiler_the_kernel_is_compiled(tmp_path: Path) -> None:
    python = installed(tmp_path, CFLAGS="-O0")  # nobody runs it for speed
    facts = doctor(python)
    assert (facts["kernel"], facts["self-test"]) == ("compiled", "passed")
    assert facts["kernel file"].startswith(str(tmp_path))
    assert b".debug_info" not in Path(facts["kernel file"]).read_bytes()
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
