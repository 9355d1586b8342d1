"""The package installs, with a compiler and without one, and works as installed."""

import json
import shutil
from pathlib import Path

import pydantic
import pytest

from punto.rules.kernel import COMPILED

from .wheels import ROOT, build_wheel, copy_tree, install_wheel, installed_package, run

HAS_COMPILER = any(map(shutil.which, ("cc", "gcc", "clang")))


def punto(python: Path, *arguments: str | Path) -> str:
    """Run the installed command."""
    return run(python.with_name("punto"), *arguments, PUNTO_KERNEL="")


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
    done = build_wheel(copy_tree(tmp_path), tmp_path, CFLAGS="-O0")  # nobody runs it for speed
    assert done.returncode == 0, done.stdout + done.stderr
    python = install_wheel(tmp_path, tmp_path / "env")
    facts = doctor(python)
    assert (facts["kernel"], facts["self-test"]) == ("compiled", "passed")
    assert facts["kernel file"].startswith(str(tmp_path))
    assert b".debug_info" not in Path(facts["kernel file"]).read_bytes()
    assert page_of(python).keys() >= {"sw.js", "manifest.webmanifest", "icon.svg"}


def test_without_a_compiler_or_node_it_installs_all_the_same() -> None:
    python = installed_package()
    assert page_of(python) == {}
    facts = doctor(python)
    assert (facts["kernel"], facts["self-test"]) == ("interpreted", "passed")
    assert facts["kernel file"].endswith("kernel.py")
    records = sorted((ROOT / "tests" / "vectors").glob("*-2.punto"))
    assert f"{len(records)} files: {len(records)} correct" in punto(python, "verify", *records)
