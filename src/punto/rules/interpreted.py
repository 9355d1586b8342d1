"""Stands in for the `cython` module where the kernel runs as plain Python."""

from collections.abc import Callable
from contextlib import nullcontext
from typing import Any, TypeVar

Thing = TypeVar("Thing", bound=Callable[..., Any])

compiled = False


def unchanged(thing: Thing) -> Thing:
    """Decorate nothing: what the decorator says matters only to the compiler."""
    return thing


def with_settings(*_settings: object, **_named: object) -> Callable[[Thing], Thing]:
    """Take a decorator's settings and ignore them."""
    return unchanged


class NoGil(nullcontext[None]):
    """What is a decorator in one place and a context in another."""

    __call__ = staticmethod(unchanged)


cclass = cfunc = final = inline = unchanged
boundscheck = cdivision = exceptval = initializedcheck = wraparound = with_settings
nogil = NoGil()
