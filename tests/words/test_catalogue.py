"""The catalogue is complete: the same keys in all languages, none unused, none missing."""

import json
import re
from pathlib import Path

import pytest

from punto.engine import Kind
from punto.words import LANGUAGES, VALUE, texts

from .usage import DYNAMIC, PLURALS, ROOT, SETTINGS, literals, said, sources, templates

WORDS = ROOT / "src" / "punto" / "words"
PARTS = sorted(path.name for path in (WORDS / "en").iterdir())
OTHERS = [language for language in LANGUAGES if language != "en"]


def read(language: str, part: str) -> dict[str, str]:
    words = json.loads((WORDS / language / part).read_text("utf-8"))
    assert isinstance(words, dict)
    return words


def without_plural(key: str) -> str:
    return next((key.removesuffix(end) for end in PLURALS if key.endswith(end)), key)


def test_there_is_a_folder_for_every_language() -> None:
    folders = {path.name for path in WORDS.iterdir() if path.is_dir()}
    assert folders - {"__pycache__"} == set(LANGUAGES)


def test_the_page_knows_the_same_languages() -> None:
    known = json.loads((ROOT / "web/src/wire/facts.json").read_text("utf-8"))["languages"]
    assert tuple(known) == LANGUAGES


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("language", OTHERS)
def test_every_language_says_the_same_things(language: str, part: str) -> None:
    english, other = read("en", part), read(language, part)
    assert other.keys() == english.keys()
    for key, text in english.items():
        assert set(VALUE.findall(other[key])) == set(VALUE.findall(text)), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_key_is_in_two_parts(language: str) -> None:
    assert len(texts(language)) == sum(len(read(language, part)) for part in PARTS)


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_files_are_tidy(language: str, part: str) -> None:
    tidy = json.dumps(read(language, part), ensure_ascii=False, indent=2, sort_keys=True)
    assert (WORDS / language / part).read_text("utf-8") == f"{tidy}\n", "`npm run words` mends that"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_says_something(language: str) -> None:
    for key, text in texts(language).items():
        assert text == text.strip(), key
        assert text, key


def test_plurals_come_in_pairs() -> None:
    keys = texts("en").keys()
    bases = {key.removesuffix(end) for end in PLURALS for key in keys if key.endswith(end)}
    assert [base for base in bases if not all(base + end in keys for end in PLURALS)] == []


def test_no_key_is_unused() -> None:
    named, patterns = literals(sources()), list(templates(sources()))
    bases = sorted(map(without_plural, texts("en")))
    unused = [
        key
        for key in bases
        if key not in named and not any(pattern.fullmatch(key) for pattern in patterns)
    ]
    assert unused == []


def test_no_key_is_missing() -> None:
    bases = set(map(without_plural, texts("en")))
    assert sorted(said(sources()) - bases - set(texts("en"))) == []


@pytest.mark.parametrize("pattern", [key for key, names in DYNAMIC.items() if names])
def test_keys_that_are_put_together_have_words_for_everything(pattern: str) -> None:
    assert [
        key for key in map(pattern.format, DYNAMIC[pattern] or []) if key not in texts("en")
    ] == []


def test_there_are_words_for_every_kind_of_reason() -> None:
    bases = set(map(without_plural, texts("en")))
    assert {f"reason.{kind}" for kind in Kind} <= bases


def test_codes_of_errors_are_those_that_the_program_has() -> None:
    code = "\n".join(
        path.read_text("utf-8")
        for folder in ("src/punto", "web/src")
        for path in sorted(Path(ROOT, folder).rglob("*"))
        if path.suffix in (".py", ".ts")
    )
    known = {text.replace(" ", "-") for text in re.findall(r'"([a-z]+(?:[ -][a-z]+)*)"', code)}
    named = {key.removeprefix("error.") for key in texts("en") if key.startswith("error.")}
    kinds = {f"unreadable-{kind}" for kind in known}
    assert sorted(named - known - kinds) == []


@pytest.mark.parametrize("prefix", SETTINGS)
def test_every_setting_has_words_for_the_form(prefix: str) -> None:
    bases = set(map(without_plural, texts("en")))
    assert [end for end in SETTINGS[prefix] if f"{prefix}.{end}" not in bases] == []
