"""The shuffle: every deal of a match follows from one secret seed, so anyone can check it later.

docs/shuffle.md describes the same functions for those who write them in another language.
"""

import hashlib
import hmac
import os
from collections.abc import Iterator, Sequence
from typing import TypeVar

from punto.rules.errors import UnreadableError, Words

SEED_BYTES = 32
Thing = TypeVar("Thing")


def new_seed() -> bytes:
    """Return a random seed from the operating system."""
    return os.urandom(SEED_BYTES)


def read_seed(seed: str | bytes) -> bytes:
    """Read a seed from 64 hexadecimal digits or 32 bytes."""
    try:
        raw = bytes.fromhex(seed) if isinstance(seed, str) else bytes(memoryview(seed))
    except (ValueError, TypeError):
        raw = b""
    if len(raw) != SEED_BYTES or (isinstance(seed, str) and len(seed) != 2 * SEED_BYTES):
        # The sentence does not quote the seed: it may be one digit short of a secret.
        raise UnreadableError(
            "seed",
            expected="64 hexadecimal digits",
            came=Words(described(seed)),
        )
    return raw


def described(seed: object) -> str:
    """Describe what is no seed by its length or kind, without quoting it."""
    if isinstance(seed, str | bytes):
        return f"something else, {len(seed)} long"
    return f"a value of type {type(seed).__name__}"


def commitment(seed: str | bytes) -> str:
    """Return the seed's SHA-256, which is shown before a match and proves the seed after it."""
    return hashlib.sha256(read_seed(seed)).hexdigest()


def words(seed: bytes, label: str) -> Iterator[int]:
    """Yield 32-bit random numbers without end; each label has an independent stream."""
    block = 0
    while True:
        message = f"punto 1 {label} {block}".encode()
        digest = hmac.new(seed, message, hashlib.sha256).digest()
        for place in range(0, len(digest), 4):
            yield int.from_bytes(digest[place : place + 4], "big")
        block += 1


def below(limit: int, source: Iterator[int]) -> int:
    """Return a uniform number from 0 to below a limit; words that would bias it are rejected."""
    fair = 2**32 - 2**32 % limit
    return next(word for word in source if word < fair) % limit


def shuffled(things: Sequence[Thing], seed: bytes, label: str) -> list[Thing]:
    """Return the things shuffled, from the last place down (Fisher and Yates)."""
    order = list(things)
    source = words(seed, label)
    for last in range(len(order) - 1, 0, -1):
        other = below(last + 1, source)
        order[last], order[other] = order[other], order[last]
    return order
