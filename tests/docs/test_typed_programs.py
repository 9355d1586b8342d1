"""The programs of the pages pass a strict type check, as a user runs it: on the installed wheel."""

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

from package.wheels import installed_package, run

ROOT = Path(__file__).parents[2]
PAGES = ["README.md", "docs/library.md", "docs/cookbook.md", "docs/bots.md", "docs/analysis.md"]

PYTHON_CHESS = re.compile(r"^In python-chess:\n\n```python\n.*?^```$", re.DOTALL | re.MULTILINE)
"""Blocks of the cookbook that show another library."""


@pytest.fixture(scope="session")
def python() -> Path:
    return installed_package()


def check(program: Path, python: Path) -> subprocess.CompletedProcess[str]:
    """Type-check a program in a folder of its own, where no settings of this project apply."""
    mypy = [sys.executable, "-m", "mypy", "--strict", "--config-file="]
    command = [*mypy, "--python-executable", str(python), program.name]
    environment = {"PATH": "", "MYPY_CACHE_DIR": str(ROOT / ".mypy_cache" / "programs")}
    return subprocess.run(
        command, cwd=program.parent, env=environment, capture_output=True, text=True, check=False
    )


def program_of(page: str) -> str:
    """Put the examples of a page one after the other, and the modules it shows whole."""
    text = PYTHON_CHESS.sub("", (ROOT / page).read_text("utf-8")).replace("```", "\n")
    examples = doctest.DocTestParser().get_examples(text)
    return "".join(example.source for example in examples)


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("programs")
    for page in PAGES:
        name = re.sub(r"\W", "_", Path(page).stem.lower())
        (folder / f"{name}.py").write_text(program_of(page), "utf-8")
    return folder


@pytest.mark.parametrize("page", PAGES)
def test_programs_of_a_page_pass(programs: Path, page: str, python: Path) -> None:
    program = programs / f"{Path(page).stem.lower()}.py"
    assert "import punto" in program.read_text("utf-8")
    result = check(program, python)
    assert result.returncode == 0, result.stdout + result.stderr


def test_they_are_checked_with_the_installed_package(python: Path, tmp_path: Path) -> None:
    code = "import punto; print(punto.__file__)"
    imported = Path(run(python, "-c", code, cwd=tmp_path).strip())
    assert imported.is_relative_to(python.parents[1])
    assert imported.with_name("py.typed").exists()


def test_lazy_parts_have_their_types_and_misspelled_names_are_found(
    tmp_path: Path, python: Path
) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        "import punto\n"
        "match = punto.Match('2p')\n"
        "picture: str = punto.svg.table(match.table)\n"
        "cell: punto.Cell = punto.engine.choose(match, punto.engine.Budget(simulations=9))\n"
        "bot: punto.bots.Bot = punto.bots.bot_named('easy')\n"
        "version: str = punto.__version__\n"
        "for source in (match, match.round, match.position(), match.view(1)):\n"
        "    punto.engine.analyse(source)\n"
        "assert 'f6' in match.legal_cells\n"
        "wrong: int = punto.svg.card('R7')\n"
        "punto.chess\n"
    )
    result = check(program, python)
    lines = [line for line in result.stdout.splitlines() if ": error:" in line]
    assert [line.partition(": error: ")[0] for line in lines] == ["program.py:10", "program.py:11"]
