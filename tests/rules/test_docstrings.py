"""The examples in docstrings do what they say."""

import doctest
from importlib import import_module

import pytest

MODULES = ["punto", "punto.rules.match", "punto.rules.round"]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    found = doctest.testmod(import_module(name))
    assert found.attempted > 0
    assert found.failed == 0
