"""The part of the catalogue that only the commands use."""

import ast
import re
from collections.abc import Iterator
from operator import itemgetter

import pytest

from punto.words import VALUE, texts

from .test_catalogue import read, without_plural
from .usage import PLURALS, literals, page_sources, program_sources, said, templates

PART = "terminal.json"


def calls() -> Iterator[tuple[str, set[str]]]:
    """Yield every literal key that the commands use, with the names of its values."""
    for text in program_sources():
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "say":
                names = {keyword.arg for keyword in node.keywords}
                key = node.args[0]
                if isinstance(key, ast.Constant) and None not in names:
                    yield str(key.value), {name for name in names if name}


CALLS = sorted(calls(), key=itemgetter(0))


def test_every_key_is_used_by_a_command() -> None:
    named, patterns = literals(program_sources()), list(templates(program_sources()))
    unused = [
        key
        for key in map(without_plural, read("en", PART))
        if key not in named and not any(pattern.fullmatch(key) for pattern in patterns)
    ]
    assert unused == []


def test_every_key_that_a_command_says_exists() -> None:
    keys = {key for key, _ in CALLS}
    assert len(keys) > 50
    assert keys <= said(program_sources())
    assert sorted(keys - set(map(without_plural, texts("en"))) - set(texts("en"))) == []


@pytest.mark.parametrize(("key", "names"), CALLS)
def test_every_text_gets_the_values_that_it_names(key: str, names: set[str]) -> None:
    forms = [form for form in (key, *(key + end for end in PLURALS)) if form in texts("en")]
    assert forms
    for form in forms:
        assert set(VALUE.findall(texts("en")[form])) <= names


def test_the_page_neither_says_nor_carries_them() -> None:
    keys = set(map(without_plural, read("en", PART)))
    assert sorted(keys & said(page_sources())) == []
    glob = re.search(r"import\.meta\.glob[^;]*;", "\n".join(page_sources()))
    assert glob is not None
    assert f"!../../../src/punto/words/*/{PART}" in glob[0]
