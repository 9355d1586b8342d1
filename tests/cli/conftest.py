"""Fixtures for the tests of all commands."""

from collections.abc import Iterator

import pytest

from punto.cli._language import set_language


@pytest.fixture(autouse=True)
def _forget_the_language_that_was_asked_for() -> Iterator[None]:
    yield
    set_language([])
