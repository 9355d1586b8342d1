"""What pyproject.toml, setup.py, requirements.lock and dev.py promise one another."""

import re
import tomllib

import pytest

from .tree import KERNEL, ROOT, load

LOCK = (ROOT / "requirements.lock").read_text("utf-8")
ENTRIES = re.findall(r"^[^\s#].*\n(?: .*\n)*", LOCK, re.MULTILINE)
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PARTS = [*PROJECT["project"]["optional-dependencies"], *PROJECT["dependency-groups"]]


def name(requirement: str) -> str:
    """Spell the name of a requirement as all tools understand it."""
    return re.sub(r"[-_.]+", "-", re.split(r"[<>=!~ \[;]", requirement)[0]).lower()


def test_the_lock_has_one_version_of_everything_with_its_hashes() -> None:
    assert "".join(ENTRIES) == LOCK
    for entry in ENTRIES:
        first, *rest = entry.splitlines()
        assert re.fullmatch(r"[a-z0-9-]+(\[[a-z]+\])?==[\w.]+( ; .+)? \\", first)
        hashes = [line for line in rest if "--hash" in line]
        assert hashes
        assert all(re.fullmatch(r"    --hash=sha256:[0-9a-f]{64}( \\)?", line) for line in hashes)
        assert all(line.startswith("    # ") for line in rest[len(hashes) :])


def test_the_lock_names_no_registry() -> None:
    assert not re.search(r"://|--(index|extra-index|find-links|trusted)|@ ", LOCK)


def test_what_builds_a_package_is_locked_to_the_same_version() -> None:
    versions = dict(re.findall(r"^([a-z0-9-]+)==([\w.]+)", LOCK, re.MULTILINE))
    requires = PROJECT["build-system"]["requires"]
    assert {name(one) for one in requires} == load(ROOT).packages("build")
    for requirement in requires:
        assert requirement == f"{name(requirement)}=={versions[name(requirement)]}"


@pytest.mark.parametrize("part", PARTS)
def test_every_part_is_in_the_lock(part: str) -> None:
    dev = load(ROOT)
    wanted = dev.packages(part)
    assert wanted
    assert wanted <= {name(entry.split("\n")[0]) for entry in dev.locked(wanted)}


def test_playing_takes_no_package_of_the_lab_the_cluster_or_the_tests() -> None:
    dev = load(ROOT)
    playing = {name(entry) for entry in dev.locked(dev.packages("server"))}
    others = {"matplotlib", "numpy", "openskill", "redis", "psycopg", "pytest", "mypy", "rich"}
    assert playing >= {"fastapi", "starlette", "pydantic-core", "sqlalchemy", "mako"}
    assert not playing & others


def test_setup_names_the_kernel_and_what_it_is_compiled_with() -> None:
    files = [path.relative_to(ROOT).as_posix() for path in load(ROOT).kernel_files()]
    assert KERNEL in files
    assert all((ROOT / file).is_file() for file in files)
