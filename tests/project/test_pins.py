"""What pyproject.toml, setup.py and constraints.txt promise one another and dev.py."""

import re
import tomllib
from itertools import chain

from .tree import KERNEL, ROOT, load


def name(requirement: str) -> str:
    """Spell the name of a requirement as all tools understand it."""
    return re.sub(r"[-_.]+", "-", re.split(r"[<>=!~ \[;]", requirement)[0]).lower()


def test_every_requirement_is_pinned_to_one_version() -> None:
    lines = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    pins = {name(line): line.partition("==")[2] for line in lines if not line.startswith("#")}
    assert all(re.fullmatch(r"[\w.]+", version) for version in pins.values())
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    for requirement in project["build-system"]["requires"]:
        assert requirement == f"{name(requirement)}=={pins[name(requirement)]}"
    groups = project["dependency-groups"].values()
    extras = project["project"]["optional-dependencies"].values()
    wanted = [*project["project"]["dependencies"], *chain(*groups, *extras)]
    assert {name(requirement) for requirement in wanted} <= set(pins)


def test_setup_names_the_kernel_and_what_it_is_compiled_with() -> None:
    files = [path.relative_to(ROOT).as_posix() for path in load(ROOT).kernel_files()]
    assert KERNEL in files
    assert all((ROOT / file).is_file() for file in files)
