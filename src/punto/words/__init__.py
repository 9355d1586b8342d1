"""The catalogue of texts in seven languages, shared by the page and the terminal.

There is a folder per language with a file per part of the program. `{name}` in a text is a
placeholder. A text that depends on a number has a key per plural form: `cards.one`, `cards.other`.
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
ALIASES = {"no": "nb", "nn": "nb"}
"""Norwegian has three codes; all of them get bokmål."""

VALUE = re.compile(r"\{(\w+)\}")
NUMBER_MARKS = {"en": ",.", "de": ".,", "da": ".,", "is": ".,"}
"""The thousands separator and the decimal mark; other languages use a space and a comma."""

SPACE_AND_COMMA = "\N{NO-BREAK SPACE},"


@cache
def texts(language: str) -> Mapping[str, str]:
    """Load all texts of a language."""
    loaded: dict[str, str] = {}
    for file in files(__name__).joinpath(language).iterdir():
        loaded |= json.loads(file.read_text("utf-8"))
    return loaded


def say(key: str, language: str, /, **values: object) -> str:
    """Return a text with its values filled in; the value `count` chooses the plural form."""
    known = texts(language)
    count = values.get("count")
    text = known.get(f"{key}.{plural_form(count, language)}") if isinstance(count, int) else None
    if text is None:
        text = known.get(key, key)
    return VALUE.sub(lambda found: format_value(values.get(found[1], found[0]), language), text)


def has(key: str, language: str) -> bool:
    """Whether a language has a text for this key."""
    return key in texts(language)


def plural_form(count: int, language: str) -> str:
    """Return the plural form for a number: `one` or `other`."""
    if language == "is":
        return "one" if count % 10 == 1 and count % 100 != 11 else "other"
    return "one" if count == 1 else "other"


def format_value(value: object, language: str) -> str:
    """Format a value; numbers in the notation of the language."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return str(value)
    marks = NUMBER_MARKS.get(language, SPACE_AND_COMMA)
    text = f"{value:,}" if isinstance(value, int) else f"{value:,.3f}".rstrip("0").rstrip(".")
    return text.translate(str.maketrans(",.", marks))


def language_of(environment: Mapping[str, str]) -> str:
    """Choose the language from the environment variables of a process."""
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    locale = next((environment[name] for name in names if environment.get(name)), "")
    if code_of(locale) in ("", "c", "posix"):
        return "en"
    for wish in [*environment.get("LANGUAGE", "").split(":"), locale]:
        language = ALIASES.get(code_of(wish), code_of(wish))
        if language in LANGUAGES:
            return language
    return "en"


def code_of(locale: str) -> str:
    """Return the language code of a locale: `de` for de_AT.UTF-8."""
    return re.split(r"[-_.@]", locale)[0].lower()
