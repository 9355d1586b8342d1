"""Which bots there are: ours, and those of other packages."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from punto import MODES, UnreadableError
from punto.bots import all_bots, bot_named
from punto.bots.registry import BUILT_IN

LEVELS = ["beginner", "easy", "casual", "medium", "skilled", "hard", "expert", "master"]
STYLES = ["builder", "blocker", "coverer"]
NAMES = ["random", "greedy", *LEVELS, *STYLES]


def test_our_own_come_first() -> None:
    assert [bot.name for bot in BUILT_IN] == NAMES
    assert list(all_bots())[: len(NAMES)] == NAMES
    for name, bot in all_bots().items():
        assert bot_named(name) is bot
        assert bot.name == name


def test_each_says_in_one_sentence_what_it_is_like() -> None:
    characters = [bot.character for bot in BUILT_IN]
    assert len(set(characters)) == len(characters)
    for character in characters:
        assert character.endswith(".")
        assert character.count(".") == 1
        assert character[0].isupper()
        assert len(character) <= 100


def test_each_has_names_for_a_whole_table_that_no_other_has() -> None:
    for bot in BUILT_IN:
        assert len(bot.names) == max(len(mode.seats) for mode in MODES.values())
    names = [name for bot in BUILT_IN for name in bot.names]
    assert len({name.casefold() for name in names}) == len(names)


def test_a_name_that_nobody_has_is_refused_with_all_that_there_are() -> None:
    with pytest.raises(UnreadableError, match="nobody") as caught:
        bot_named("nobody")
    assert caught.value.code == "unreadable-bot"
    assert ", ".join(all_bots()) in str(caught.value.values["expected"])


VISITOR = """
from punto.bots import Bot
from punto.bots.random import choose
ADA = Bot("ada", "Comes from elsewhere.", choose)
FALSE = Bot("greedy", "Would like to be another.", choose)
NOT_A_BOT = "a text"
"""

REPORT = """
import warnings
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    from punto.bots import all_bots, bot_named
    print(*all_bots())
    print(bot_named("greedy").character)
for warning in caught:
    print(warning.message)
"""


def report(folder: Path, entry_points: str) -> list[str]:
    """Ask a Python that finds a package with these entry points."""
    (folder / "visitor.py").write_text(VISITOR, "utf-8")
    (folder / "broken_visitor.py").write_text("raise RuntimeError('no such luck')\n", "utf-8")
    info = folder / "visitor-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: visitor\nVersion: 1.0\n", "utf-8")
    (info / "entry_points.txt").write_text(f"[punto.bots]\n{entry_points}\n", "utf-8")
    paths = [str(folder), *filter(None, [os.environ.get("PYTHONPATH")])]
    done = subprocess.run(
        [sys.executable, "-c", REPORT],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    return done.stdout.splitlines()


def test_another_package_brings_a_bot(tmp_path: Path) -> None:
    bots, _, *warnings = report(tmp_path, "any-name = visitor:ADA")
    assert bots.split()[: len(NAMES)] == NAMES
    assert "ada" in bots.split()
    assert not [warning for warning in warnings if "visitor" in warning]


@pytest.mark.parametrize(
    ("entry_point", "why"),
    [
        ("bad = broken_visitor:BOT", "RuntimeError: no such luck"),
        ("bad = visitor:MISSING", "AttributeError"),
        ("bad = no_such_module:BOT", "ModuleNotFoundError"),
        ("bad = visitor:NOT_A_BOT", "'a text' is not a Bot"),
        ("bad = visitor:FALSE", "its name 'greedy' is taken"),
    ],
)
def test_a_bot_that_cannot_be_used_is_named_and_left_out(
    tmp_path: Path, entry_point: str, why: str
) -> None:
    bots, greedy, *warnings = report(tmp_path, f"{entry_point}\ngood = visitor:ADA")
    assert [name for name in bots.split() if name in (*NAMES, "ada")] == [*NAMES, "ada"]
    assert greedy == bot_named("greedy").character
    [warning] = [warning for warning in warnings if "bot bad" in warning]
    assert entry_point.partition(" = ")[2] in warning
    assert why in warning
