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

PYTEST = "-m pytest -n auto --dist worksteal --durations 15"
OVERLAPPING = f"-n {2 * (os.cpu_count() or 1)}"
ON_BOTH = "tests/rules tests/engine tests/bots tests/notation/test_vectors.py"
KERNEL_RULES = "against_naive golden perft random_rounds simulate state_machine two_kernels"
LONG_ON_BOTH = ["tests/engine", "tests/bots"]
LONG_ON_BOTH += [f"tests/rules/test_{name}.py" for name in KERNEL_RULES.split()]
SERVER_PARTS = "api bus config limits live maintenance offload painting process room store table"
SERVER_PARTS += " transport test_run.py test_runtime.py test_runtime_start.py"
QUICK, LONG = "-m not slow and not unmeasured", "-m slow or unmeasured"
MEASURED = ["tests/notation", *(f"tests/server/{part}" for part in SERVER_PARTS.split())]
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


def test_the_tests_run_on_both_kernels_even_if_the_first_run_fails(tree: Tree) -> None:
    code, said = tree.dev("test", "--rounds", "9", FAILS="-m pytest", PUNTO_KERNEL="interpreted")
    assert code == 1
    compiled = "tests, in a browser, tests, kernel compiled, tests, measured"
    beside = "tests, kernel interpreted, long tests, kernel interpreted, long tests"
    assert said.endswith(f"Failed: {compiled}, {beside}\n")
    ignored = " ".join(f"--ignore {path}" for path in ["tests/page", *MEASURED])
    pytest, measured = f"{PYTEST} --rounds 9", " ".join(MEASURED)
    erase, *calls = tree.calls()[4:]
    assert erase == "-m coverage erase"
    assert [call for call in calls[:6] if OVERLAPPING in call] == [
        f"{pytest} {OVERLAPPING} tests/page",
        f"{pytest} {OVERLAPPING} {ignored}",
        f"-m coverage run {pytest} {QUICK} {OVERLAPPING} {measured}",
    ]
    assert [call for call in calls[:6] if OVERLAPPING not in call] == [
        f"-m coverage run {pytest} {QUICK} {ON_BOTH}",
        f"{pytest} {LONG} {' '.join(LONG_ON_BOTH)}",
        f"{pytest} {LONG} {measured}",
    ]
    assert calls[6:] == [
        "-m coverage combine --quiet",
        "-m coverage report --omit */punto/server/*",
        "-m coverage report --include */punto/server/* --fail-under 93",
        "web/page.py test",
    ]


def test_what_computes_runs_interpreted_beside_what_waits(tree: Tree) -> None:
    code, said = tree.dev("test", PUNTO_KERNEL="interpreted")
    assert code == 0
    kernels = re.findall("^(== .*)\n(kernel: .*)", said, re.MULTILINE)
    both = ["== tests, kernel interpreted", "== long tests, kernel interpreted"]
    assert [title for title, kernel in kernels if kernel == "kernel: interpreted"] == both
    assert len(kernels) == 6


def test_some_tests_run_on_both_kernels(tree: Tree) -> None:
    code, said = tree.dev("test", "tests/rules", PUNTO_KERNEL="interpreted")
    assert code == 0
    assert re.findall("kernel: .*", said) == ["kernel: ", "kernel: interpreted"]
    assert tree.calls()[4:] == [f"{PYTEST} tests/rules"] * 2


def test_fast_tests_start_no_server_and_no_browser(tree: Tree) -> None:
    code, _ = tree.dev("test", "--fast", "-x")
    assert code == 0
    (call,) = (call for call in tree.calls() if "pytest" in call)
    assert call.startswith(f"{PYTEST} -x tests/rules tests/notation ")
    assert call.endswith(" -m not slow --rounds 60")
    assert "tests/page" not in call


def test_without_a_compiled_kernel_the_tests_run_once(tree: Tree) -> None:
    code, said = tree.dev("test", CC="/nonexistent")
    assert code == 0
    assert "The tests run once, not twice: the kernel runs interpreted" in said
    assert [call for call in tree.calls() if "pytest" in call] == [
        f"{PYTEST} {OVERLAPPING} tests/page",
        f"-m coverage run {PYTEST} {QUICK} --ignore tests/page",
        f"{PYTEST} {LONG} --ignore tests/page",
    ]


def test_every_path_that_it_names_exists() -> None:
    assert [path for path in [*MEASURED, *LONG_ON_BOTH] if not (ROOT / path).exists()] == []


def test_tests_keep_the_bytecode_of_what_they_import(tree: Tree) -> None:
    _, said = tree.dev("test", "tests/rules", PYTHONDONTWRITEBYTECODE="1")
    assert re.findall("bytecode: .*", said) == ["bytecode: kept"] * 2


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
