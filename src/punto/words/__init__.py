"""Words for people: one catalogue in seven languages, for the page and for the terminal.

A folder for each language has a file for each part of the program; `{name}` in a text is a value,
and a text for several things has one key for each of its plurals, as in `cards.one`, `cards.other`.
"""

import json
import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

OWN_NAMES = {
    "en": "English",
    "de": "Deutsch",
    "da": "Dansk",
    "fi": "Suomi",
    "is": "Íslenska",
    "nb": "Norsk",
    "sv": "Svenska",
}
"""How each language calls itself."""

LANGUAGES = tuple(OWN_NAMES)
SAME = {"no": "nb", "nn": "nb"}
"""Norwegian goes by three names; we write bokmål for all of them."""

VALUE = re.compile(r"\{(\w+)\}")
MARKS = {"en": ",.", "de": ".,", "da": ".,", "is": ".,"}
"""What stands between thousands, and before decimals; elsewhere a space and a comma."""

SPACE_AND_COMMA = "\N{NO-BREAK SPACE},"


@cache
def texts(language: str) -> Mapping[str, str]:
    """Read all texts of a language."""
    found: dict[str, str] = {}
    for file in files(__name__).joinpath(language).iterdir():
        found |= json.loads(file.read_text("utf-8"))
    return found


def say(key: str, language: str, /, **values: object) -> str:
    """Say something; `count` among the values chooses between singular and plural."""
    known = texts(language)
    count = values.get("count")
    text = known.get(f"{key}.{plural(count, language)}") if isinstance(count, int) else None
    if text is None:
        text = known.get(key, key)
    return VALUE.sub(lambda found: written(values.get(found[1], found[0]), language), text)


def has(key: str, language: str) -> bool:
    """Tell whether there are words for something."""
    return key in texts(language)


def plural(count: int, language: str) -> str:
    """Name the form that a number asks for."""
    if language == "is":
        return "one" if count % 10 == 1 and count % 100 != 11 else "other"
    return "one" if count == 1 else "other"


def written(value: object, language: str) -> str:
    """Write a value; numbers as people of that language do."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return str(value)
    marks = MARKS.get(language, SPACE_AND_COMMA)
    text = f"{value:,}" if isinstance(value, int) else f"{value:,.3f}".rstrip("0").rstrip(".")
    return text.translate(str.maketrans(",.", marks))


def language_of(environment: Mapping[str, str]) -> str:
    """Choose the language of whoever started a program, by the variables that say so."""
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    locale = next((environment[name] for name in names if environment.get(name)), "")
    if base_of(locale) in ("", "c", "posix"):
        return "en"
    for wish in [*environment.get("LANGUAGE", "").split(":"), locale]:
        language = SAME.get(base_of(wish), base_of(wish))
        if language in LANGUAGES:
            return language
    return "en"


def base_of(locale: str) -> str:
    """Name the language of a locale: de_AT.UTF-8 is German."""
    return re.split(r"[-_.@]", locale)[0].lower()
