"""How dev.py installs: what, when, and what it says if it cannot."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from .tree import (
    BUILD,
    DEVELOPING,
    FETCH,
    HANGING_SECONDS,
    INSTALL,
    KERNEL,
    LOCK,
    PACKAGES,
    PAGE,
    PAGE_SOURCE,
    PLAY,
    PLAYING,
    Tree,
    load,
)

fcntl = pytest.importorskip("fcntl")  # the stub is a shell script: no Windows here

FIRST = "Installing into .venv, which only the first start does:"
SETTING_UP = [PACKAGES, FETCH, PAGE, BUILD]
PAGE_STEPS = ["fetching what builds the page", "building the page"]
FOR_THE_PAGE = ["Updating .venv for the page:", *PAGE_STEPS, "done"]


def steps(said: str) -> list[str]:
    """List what dev.py said, without the seconds since its start."""
    return [re.sub(r"^ *\d+ s  ", "", line) for line in said.splitlines()]


def apart(lines: list[str]) -> tuple[list[str], list[str]]:
    """Separate the steps of the page from the others: both run at the same time."""
    page = [line for line in lines if line in {*PAGE_STEPS, FETCH, PAGE}]
    return page, [line for line in lines if line not in page]


def test_the_first_start_installs_what_running_needs(tree: Tree) -> None:
    code, said = tree.dev("run", "--seed", "a b")
    assert code == 0
    assert apart(steps(said)) == (
        PAGE_STEPS,
        [
            FIRST,
            "making .venv",
            "installing 4 packages with pip",
            "compiling the kernel",
            "done",
        ],
    )
    assert all(re.match(r" +\d+ s  \w", line) for line in said.splitlines()[1:])
    calls = tree.calls()
    assert apart(calls) == ([FETCH, PAGE], [PACKAGES, BUILD, f"{PLAY} --seed a b"])
    assert calls.index(PAGE) < calls.index(BUILD)  # which would build the page, too
    assert tree.chosen() == PLAYING


def test_the_page_is_built_while_packages_are_installed(tree: Tree) -> None:
    with tree.start("run", HANGS="--require-hashes") as process:
        wait_until_asked(tree, PACKAGES)
        wait_until_asked(tree, f"{PAGE}\n")
        os.killpg(process.pid, signal.SIGINT)
        said = process.communicate(timeout=120)[0]
    assert process.returncode == 130
    assert "Traceback" not in said
    assert not tree.stamp.exists()


def test_packages_that_cannot_be_installed_end_what_is_done_for_the_page(tree: Tree) -> None:
    begun = time.monotonic()
    code, said = tree.dev("run", FAILS="--require-hashes", HANGS="page.py")
    assert code == 1
    assert steps(said)[-1] == "Could not install, see above: is there a network?"
    assert "building the page" not in said
    assert time.monotonic() - begun < HANGING_SECONDS


def test_a_page_that_cannot_be_built_ends_the_first_start(tree: Tree) -> None:
    code, said = tree.dev("run", FAILS="page.py")
    assert code == 1
    assert steps(said)[-2:] == ["pip's own words", "Could not build the page, see above."]
    assert BUILD not in tree.calls()


def test_what_developing_has_brought_is_not_sought_again_for_playing(tree: Tree) -> None:
    tree.dev("check")
    tree.calls()
    for args in ((), ("arena",)):
        assert tree.dev("run", *args) == (0, "")
        assert tree.calls() == [" ".join([PLAY, *args])]


def test_tests_and_checks_also_fetch_what_tests_the_page(tree: Tree) -> None:
    tree.dev("run")
    assert FETCH in tree.calls()
    tree.dev("test")
    assert f"{FETCH} all" in tree.calls()
    tree.dev("check")
    assert not [call for call in tree.calls() if call.startswith(FETCH)]  # it is there by now


def test_the_part_of_the_lock_is_installed_with_its_hashes(tree: Tree) -> None:
    tree.dev("run")
    chosen = (tree.root / ".venv/requirements.txt").read_text("utf-8")
    assert chosen in LOCK.replace(LOCK[LOCK.index("driver") : LOCK.index("helper==")], "")


@pytest.mark.parametrize("command", ["arena", "review"])
def test_a_command_of_the_lab_has_its_extra(tree: Tree, command: str) -> None:
    assert tree.dev("run", command)[0] == 0
    assert tree.chosen() == [*PLAYING, "plotter"]


def test_uv_installs_where_it_is_at_hand(tree: Tree) -> None:
    uv = tree.root / "stub/uv"
    uv.write_text('#!/bin/sh\nprintf "uv %s\\n" "$*" >> "$STUB/calls"\n', "utf-8")
    uv.chmod(0o755)
    code, said = tree.dev("run", PATH=f"{tree.root / 'stub'}{os.pathsep}{os.environ['PATH']}")
    assert code == 0
    assert "installing 4 packages with uv" in steps(said)
    python = tree.root / ".venv/bin/python"
    by_uv = f"uv pip install --python {python} {INSTALL}"
    assert apart(tree.calls()) == ([FETCH, PAGE], [by_uv, BUILD, PLAY])


def test_the_second_start_installs_nothing(installed: Tree) -> None:
    assert installed.dev("run", "again") == (0, "")
    assert installed.calls() == [f"{PLAY} again"]


def test_groups_are_added_when_they_are_needed_and_then_stay(installed: Tree) -> None:
    code, said = installed.dev("fix")
    assert code == 0
    assert "Updating .venv for all, dev, docs:" in said
    calls = installed.calls()
    assert PACKAGES in calls
    assert BUILD not in calls  # nothing that Punto is made of has changed
    assert installed.chosen() == DEVELOPING
    installed.dev("run")
    assert installed.calls() == [PLAY]
    (installed.root / KERNEL).write_text("# changed", "utf-8")
    code, said = installed.dev("run")
    assert (code, steps(said)[0]) == (0, f"Updating .venv for {KERNEL}:")
    assert installed.chosen() == DEVELOPING


@pytest.mark.parametrize("name", ["pyproject.toml", "setup.py", "requirements.lock", KERNEL,
                                  "src/punto/bits.h", "src/punto/unnamed.pxd"])  # fmt: skip
def test_what_an_installation_depends_on_makes_it_out_of_date(tree: Tree, name: str) -> None:
    dev = load(tree.root)
    before = dev.facts()
    with (tree.root / name).open("a", encoding="utf-8") as file:
        file.write("\n# changed\n")
    after = dev.facts()
    assert [fact for fact in before if before[fact] != after[fact]] == [name]


@pytest.mark.parametrize("name", ["src/punto/other.py", "benchmarks/rules.py", "new.txt"])
def test_no_other_file_does(tree: Tree, name: str) -> None:
    dev = load(tree.root)
    before = dev.facts()
    (tree.root / name).write_text("# changed", "utf-8")
    assert dev.facts() == before


def test_what_the_page_is_made_of_makes_only_the_page_out_of_date(installed: Tree) -> None:
    (installed.root / PAGE_SOURCE).write_text("changed", "utf-8")
    code, said = installed.dev("run")
    assert (code, steps(said)) == (0, FOR_THE_PAGE)
    assert installed.calls() == [FETCH, PAGE, PLAY]
    (installed.root / "built.txt").unlink()
    assert steps(installed.dev("run")[1])[1:] == FOR_THE_PAGE[1:]
    assert installed.dev("run") == (0, "")


def test_a_page_that_cannot_be_built_is_tried_again_and_nothing_else_is(installed: Tree) -> None:
    (installed.root / PAGE_SOURCE).write_text("changed", "utf-8")
    code, said = installed.dev("run", FAILS=PAGE)
    assert code == 1
    words = ["pip's own words", "Could not build the page, see above."]
    assert steps(said) == [*FOR_THE_PAGE[:-1], *words]
    installed.calls()
    assert steps(installed.dev("run")[1]) == FOR_THE_PAGE
    assert installed.calls() == [FETCH, PAGE, PLAY]


def test_another_python_or_place_does_too(
    tree: Tree, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = load(tree.root).facts()
    monkeypatch.setattr(sys, "version", "4.0")
    after = load(tree.root.rename(tmp_path / "another tree")).facts()
    assert [fact for fact in before if before[fact] != after[fact]] == ["Python", "the place"]


def test_a_tree_that_moved_is_installed_afresh(installed: Tree, tmp_path: Path) -> None:
    moved = Tree(installed.root.rename(tmp_path / "another tree"))
    code, said = moved.dev("run")
    assert (code, steps(said)[0]) == (0, FIRST)
    assert moved.dev("run") == (0, "")


def test_a_compiler_is_sought_where_cc_says(
    tree: Tree, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dev = load(tree.root)
    monkeypatch.setattr(dev.sysconfig, "get_path", lambda _: str(tmp_path))
    monkeypatch.setattr(dev.sys, "platform", "linux")
    monkeypatch.setenv("CC", "sh -O2")
    assert dev.facts()["the compiler"] == "missing"  # for want of the header
    (tmp_path / "Python.h").touch()
    assert dev.facts()["the compiler"] == "found"
    monkeypatch.setenv("CC", "/nonexistent")
    assert dev.facts()["the compiler"] == "missing"


def test_without_a_compiler_it_says_so_once_and_drops_the_old_kernel(tree: Tree) -> None:
    tree.binary.touch()
    code, said = tree.dev("run", CC="/nonexistent")
    assert code == 0
    assert "Note: the kernel runs interpreted" in said
    assert "`apt install gcc python3-dev`" in said
    assert not tree.binary.exists()
    assert tree.dev("run", CC="/nonexistent") == (0, "")


def test_a_kernel_that_is_gone_is_built_again(installed: Tree) -> None:
    installed.binary.unlink()
    code, said = installed.dev("run")
    assert (code, steps(said)[0]) == (0, "Updating .venv for the compiled kernel:")
    assert installed.binary.exists()


@pytest.mark.parametrize(
    ("name", "text"), [("bin/python", None), ("dev-stamp.json", None), ("dev-stamp.json", '{"fa')]
)
def test_a_broken_venv_is_made_anew(installed: Tree, name: str, text: str | None) -> None:
    (installed.root / ".venv" / name).unlink()
    if text:
        (installed.root / ".venv" / name).write_text(text, "utf-8")
    assert steps(installed.dev("run")[1])[0] == FIRST
    assert apart(installed.calls()) == ([FETCH, PAGE], [PACKAGES, BUILD, PLAY])


def test_a_python_that_cannot_be_started_is_made_anew(installed: Tree) -> None:
    (installed.root / ".venv/bin/python").chmod(0o600)
    assert steps(installed.dev("run")[1])[0] == FIRST


@pytest.mark.parametrize(
    ("what", "sentence"),
    [("--require-hashes", "Could not install"), ("--editable", "Could not build")],
)
def test_pip_may_fail_and_the_next_start_begins_again(
    installed: Tree, what: str, sentence: str
) -> None:
    (installed.root / KERNEL).write_text("# changed", "utf-8")
    code, said = installed.dev("run", FAILS=what)
    assert code == 1
    *_, words, last = said.splitlines()
    assert words == "pip's own words"
    assert last.startswith(sentence)
    (installed.root / KERNEL).write_text("", "utf-8")  # and back to what was installed
    assert steps(installed.dev("run")[1])[0] == FIRST


def wait_until_asked(tree: Tree, what: str) -> None:
    """Wait until the stub is asked for something."""
    calls = tree.root / "stub/calls"
    deadline = time.monotonic() + 120
    while not (calls.exists() and what in calls.read_text("utf-8")):
        assert time.monotonic() < deadline
        time.sleep(0.01)


@pytest.mark.parametrize(("command", "hangs"), [("run", "--require-hashes"), ("check", "mypy")])
def test_ctrl_c_ends_it_quietly_and_the_next_start_repairs(
    tree: Tree, command: str, hangs: str
) -> None:
    with tree.start(command, HANGS=hangs) as process:
        wait_until_asked(tree, hangs)
        os.killpg(process.pid, signal.SIGINT)
        said = process.communicate(timeout=120)[0]
    assert process.returncode == 130
    assert "Traceback" not in said
    assert tree.stamp.exists() == (command == "check")
    assert tree.dev("run")[0] == 0


def test_a_start_waits_while_another_installs(tree: Tree) -> None:
    with (tree.root / "dev.py").open("rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        with tree.start("run") as process:
            with pytest.raises(subprocess.TimeoutExpired):
                process.wait(timeout=0.7)
            assert tree.calls() == []
            fcntl.flock(file, fcntl.LOCK_UN)
            assert process.wait(timeout=120) == 0
            assert process.stdout is not None
            process.stdout.close()
    assert tree.calls()[-1] == PLAY


def test_of_two_starts_at_once_one_installs(tree: Tree) -> None:
    with tree.start("run") as one, tree.start("run") as other:
        said = one.communicate(timeout=120)[0] + other.communicate(timeout=120)[0]
    assert (one.returncode, other.returncode) == (0, 0)
    assert said.count("Installing") == 1
    assert sorted(tree.calls()) == sorted([*SETTING_UP, PLAY, PLAY])
