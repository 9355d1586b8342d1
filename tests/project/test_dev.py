"""The commands of dev.py, and its words to those who cannot use them."""

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from .tree import DEVELOPING, ROOT, Tree

pytest.importorskip("fcntl")  # the stub is a shell script: no Windows here

COMMANDS = ["run", "test", "check", "fix", "bench", "docs"]


@pytest.mark.parametrize("args", [(), ("--help",)])
def test_help_has_a_line_for_every_command(tree: Tree, args: tuple[str, ...]) -> None:
    code, said = tree.dev(*args)
    assert code == 0
    assert re.findall(r"^python3 dev\.py (\w+)", said, re.MULTILINE) == COMMANDS


@pytest.mark.parametrize(("args", "wrong"), [(("ruin",), "'ruin'"), (("check", "src"), "'check'")])
def test_a_wrong_command_is_told_which_there_are(
    tree: Tree, args: tuple[str, ...], wrong: str
) -> None:
    code, said = tree.dev(*args)
    assert code == 2
    assert said.count("\n") == 1
    assert wrong in said
    assert ", ".join(COMMANDS) in said
    assert tree.calls() == []


def dressed(tree: Tree, disguise: str) -> tuple[int, str]:
    """Run `dev.py run` on a Python that lacks something."""
    code = f"import runpy, sys; {disguise}; runpy.run_path(sys.argv[0], run_name='__main__')"
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; del sys.argv[0]; {code}", tree.root / "dev.py", "run"],
        capture_output=True,
        check=False,
        text=True,
        env=tree.environment,
    )
    assert done.stdout == ""
    return done.returncode, done.stderr


def test_an_old_python_is_named_in_one_sentence(tree: Tree) -> None:
    code, said = dressed(tree, "sys.version_info = (3, 8, 18)")
    assert code == 1
    assert said.count("\n") == 1
    assert "3.11 or newer and this is 3.8" in said


def test_an_old_python_can_read_as_far_as_that_sentence() -> None:
    ast.parse((ROOT / "dev.py").read_text("utf-8"), feature_version=(3, 8))


@pytest.mark.parametrize("module", ["venv", "ensurepip"])
def test_a_missing_venv_module_is_named_in_one_sentence(tree: Tree, module: str) -> None:
    code, said = dressed(tree, f"sys.modules['{module}'] = None")
    sentence = "Python's venv module is missing: get it (Debian: `apt install python3-venv`).\n"
    assert (code, said) == (1, sentence)


def test_check_runs_everything_and_names_what_failed(tree: Tree) -> None:
    code, said = tree.dev("check", FAILS="ruff")
    assert code == 1
    assert said.endswith("\nFailed: ruff format --check ., ruff check .\n")
    *_, form, style, types, layers, data, page = tree.calls()
    assert (form, style, types) == ("-m ruff format --check .", "-m ruff check .", "-m mypy")
    assert "importlinter" in layers
    assert data == "-m punto.server.api.page_data --check web/src/wire"
    assert page == "web/page.py check"
    assert tree.dev("check")[0] == 0


def test_the_tests_are_run_by_a_script_of_their_own(tree: Tree) -> None:
    assert tree.dev("test", "--rounds", "9")[0] == 0
    assert tree.calls()[4:] == ["tests/whole_run.py --rounds 9"]
    assert tree.dev("test", FAILS="whole_run")[0] == 1


def test_without_a_compiled_kernel_the_tests_say_that_they_run_once(tree: Tree) -> None:
    code, said = tree.dev("test", CC="/nonexistent")
    assert code == 0
    assert "The tests run once, not twice: the kernel runs interpreted" in said


def test_bench_runs_one_by_name_and_installs_peers_only_when_asked(tree: Tree) -> None:
    code, said = tree.dev("bench", "speed")
    assert (code, said) == (2, "There is no benchmark 'speed'; there are: rules.\n")
    assert tree.calls() == []
    assert tree.dev("bench", "--seconds", "2")[0] == 0
    assert tree.chosen() == DEVELOPING
    assert tree.dev("bench", "rules", "--peers", "--seconds", "2")[0] == 0
    calls = tree.calls()
    assert tree.chosen() == sorted([*DEVELOPING, "peer"])
    assert calls[-1] == "-m benchmarks.rules --peers --seconds 2"


def test_what_must_pass_does_not_depend_on_a_browser_of_this_machine(tmp_path: Path) -> None:
    stub = tmp_path / "python3"
    stub.write_text('#!/bin/sh\necho "$* with ${TEST_BROWSER-no} browser"\n', "utf-8")
    stub.chmod(0o755)
    paths = os.pathsep.join([str(tmp_path), os.environ["PATH"]])
    done = subprocess.run(
        [ROOT / ".ci/run"],
        capture_output=True,
        check=True,
        text=True,
        env=os.environ | {"PATH": paths, "TEST_BROWSER": "machine"},
    )
    assert done.stdout.splitlines() == [
        "dev.py check with no browser",
        "dev.py test with no browser",
    ]
