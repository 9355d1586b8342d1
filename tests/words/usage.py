"""Finds the keys of the catalogue in the sources: literal ones, and patterns of composed ones."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from punto.bots import all_bots
from punto.cli._answers import COMMAND_WORDS
from punto.cli._reasons import IDEAS
from punto.engine import Kind
from punto.rules.editions import EDITIONS
from punto.rules.facts import MODES
from punto.server.api.facts import facts

ROOT = Path(__file__).parents[2]
PLURALS = (".one", ".other")

DYNAMIC = {
    "along.{}": ["row", "column", "diagonal"],
    "bot.{}": sorted(all_bots()),
    "card.{}": ["R", "O", "B", "G"],
    "character.{}": sorted(all_bots()),
    "check.{}": ["damaged", "gap", "orphan", "phase", "unreadable-log"],
    "colour.{}": ["R", "O", "B", "G"],
    "error.{}": None,
    "idea.{}": [*(str(kind) for kind in IDEAS if kind is not Kind.CONNECTS), "quiet"],
    "lane.{}": ["row", "column", "diagonal"],
    "mode.{}": sorted(MODES),
    "mode.{}.needs": sorted(MODES),
    "look.{}": ["linen", "felt", "print"],
    "motion.{}": ["full", "fast", "none"],
    "owns.{}": ["R", "O", "B", "G"],
    "play.help.{}": sorted(COMMAND_WORDS),
    "play.word.{}": sorted(COMMAND_WORDS),
    "reason.{}": None,
    "replay.edition.{}": sorted(EDITIONS),
    "theme.{}": ["auto", "light", "dark"],
    "verify.checked.{}": ["moves", "decks", "seed"],
}
"""Composed keys with their possible parts; every combination must have a text."""

SETTINGS = {
    about["words"]: [
        "title",
        *(["about"] if about["kind"] in ("flag", "sides") else []),
        *(["no"] if about["default"] is True and not about["isForGuests"] else []),
        *(["seconds", "minutes"] if about["kind"] == "duration" else []),
        *(["none"] if about["isOptional"] and about["kind"] != "seat" else []),
        *(["none"] if about["kind"] == "sides" else []),
    ]
    for about in facts()["settings"].values()
}
"""What the form says of every setting of a table, by the beginning of its keys."""

LITERAL = re.compile(r"""(["'`])([a-z][\w-]*(?:\.[\w-]+)*)\1""")
SAID = re.compile(r"""\b(?:say|has)\(\s*(["'`])([a-z][\w-]*(?:\.[\w-]+)*)\1""")
TEMPLATE = re.compile(
    r"""`([a-z][\w-]*(?:\.[\w-]*)*\$\{[^`]*)`|\bf"([a-z][\w-]*\.[^"\s]*\{[^"\s]*)\""""
)


@cache
def sources() -> tuple[str, ...]:
    """Read all sources that may contain keys."""
    return page_sources() + program_sources()


@cache
def page_sources() -> tuple[str, ...]:
    """Read the sources of the page."""
    page = [
        path
        for path in sorted((ROOT / "web" / "src").rglob("*"))
        if path.suffix in (".ts", ".svelte") and not path.name.endswith(".test.ts")
    ]
    return tuple(path.read_text("utf-8") for path in page)


@cache
def program_sources() -> tuple[str, ...]:
    """Read the sources of the commands, and of what the server says in its own language."""
    package = ROOT / "src" / "punto"
    server = ("server/table", "server/room", "server/tournament")
    folders = (package / name for name in ("cli", "tui", *server))
    programs = [path for folder in folders for path in sorted(folder.rglob("*.py"))]
    return tuple(path.read_text("utf-8") for path in programs)


def literals(texts: tuple[str, ...]) -> set[str]:
    """Collect all strings that look like a key."""
    return {found[2] for text in texts for found in LITERAL.finditer(text)}


def said(texts: tuple[str, ...]) -> set[str]:
    """Collect the literal keys passed to `say` or `has`."""
    return {found[2] for text in texts for found in SAID.finditer(text)}


def templates(texts: tuple[str, ...]) -> Iterator[re.Pattern[str]]:
    """Yield a pattern for the keys that each template in the sources can produce."""
    for text in texts:
        for found in TEMPLATE.finditer(text):
            shape = found[1] or found[2]
            parts = re.split(r"\$?\{[^}]*\}", shape)
            yield re.compile(r"[\w-]+".join(map(re.escape, parts)))
    for prefix in SETTINGS:
        yield re.compile(rf"{prefix}(?:\.(?:title|about|no|none|seconds|minutes|days))?")
