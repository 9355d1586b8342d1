"""Release builds: nothing may be missing from them, and their files say what is true."""

import re
import sys
import tarfile
import tomllib
from pathlib import Path

from .wheels import ROOT, build_wheel, copy_tree, run, without_programs

PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PROJECT = PYPROJECT["project"]
RELEASE = {"PUNTO_RELEASE": "1"}
NO_COMPILER = {"CC": "no-such-compiler", "CXX": "no-such-compiler"}


def test_a_release_without_a_compiler_fails(tmp_path: Path) -> None:
    done = build_wheel(copy_tree(tmp_path), tmp_path, **RELEASE, **NO_COMPILER)
    assert done.returncode != 0
    assert "no-such-compiler" in done.stdout + done.stderr
    assert not list(tmp_path.glob("*.whl"))


def test_a_release_without_the_page_fails(tmp_path: Path) -> None:
    tree, alone = copy_tree(tmp_path, page=False), without_programs(tmp_path)
    done = build_wheel(tree, tmp_path, **RELEASE, **alone)
    assert done.returncode != 0
    assert "A release needs the page" in done.stdout + done.stderr


def test_the_sources_have_all_that_a_newcomer_needs_and_nothing_that_was_built(
    tmp_path: Path,
) -> None:
    tree = copy_tree(tmp_path)
    code = "from setuptools import build_meta; build_meta.build_sdist('..')"
    run(sys.executable, "-c", code, cwd=tree, **RELEASE)
    (archive,) = tmp_path.glob("punto-*.tar.gz")
    with tarfile.open(archive) as files:
        names = {name.partition("/")[2] for name in files.getnames()}
    for folder in ("tests", "docs", "benchmarks", "web"):
        there = {
            path.relative_to(tree).as_posix()
            for path in (tree / folder).rglob("*")
            if path.is_file()
        }
        assert there <= names, folder
    assert {"dev.py", "requirements.lock", "CHANGELOG.md", "CITATION.cff", "LICENSE"} <= names
    assert "src/punto/page/index.html" in names
    assert not [name for name in names if re.search(r"node_modules|__pycache__|\.so$", name)]


def test_every_wheel_is_built_as_a_release_for_every_python_that_is_named() -> None:
    config = PYPROJECT["tool"]["cibuildwheel"]
    assert config["environment"] == RELEASE
    built = re.findall(r"cp3(\d+)-\*", config["build"])
    named = re.findall(r"Python :: 3\.(\d+)'", str(PROJECT["classifiers"]))
    assert built == named
    assert PROJECT["requires-python"] == f">=3.{named[0]}"


def test_the_newest_version_of_the_changelog_is_that_of_the_package() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    version, date = re.findall(r"^## (\d[\w.]*) \((\d{4}-\d\d-\d\d)\)$", changelog, re.MULTILINE)[0]
    assert version == PROJECT["version"]
    assert f"\ndate-released: {date}\n" in (ROOT / "CITATION.cff").read_text("utf-8")


def test_the_authors_are_the_contributors_and_no_address_is_invented() -> None:
    assert PROJECT["authors"] == [{"name": "Punto contributors"}]
    assert "urls" not in PROJECT


def test_the_workflow_builds_what_pyproject_describes() -> None:
    workflow = (ROOT / ".github/workflows/release.yml").read_text("utf-8")
    assert "This workflow was never run" in workflow
    assert "PUNTO_RELEASE=1 python -m build --sdist" in workflow
    assert re.search(r"cibuildwheel==\d", workflow)
