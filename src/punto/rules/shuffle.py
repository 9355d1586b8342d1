"""The shuffle: every deal of a match follows from one secret seed, so that anyone can check it.

docs/shuffle.md describes the same functions for people who write them in another language.
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
    """Draw a seed from the operating system."""
    return os.urandom(SEED_BYTES)


def read_seed(seed: str | bytes) -> bytes:
    """Read a seed from its hexadecimal text, or check its bytes."""
    try:
        raw = bytes.fromhex(seed) if isinstance(seed, str) else seed
    except ValueError:
        raw = b""
    if len(raw) != SEED_BYTES or (isinstance(seed, str) and len(seed) != 2 * SEED_BYTES):
        # The seed itself stays out of the sentence: it may be one digit short of a secret.
        raise UnreadableError(
            "seed", expected="64 hexadecimal digits", came=Words(f"{len(seed)} other ones")
        )
    return raw


def commitment(seed: bytes) -> str:
    """Give the fingerprint that is shown before a match, and proves the seed after it."""
    return hashlib.sha256(seed).hexdigest()


def words(seed: bytes, label: str) -> Iterator[int]:
    """Draw 32-bit numbers without end; each label has its own, and none tells about another."""
    block = 0
    while True:
        message = f"punto 1 {label} {block}".encode()
        digest = hmac.new(seed, message, hashlib.sha256).digest()
        for place in range(0, len(digest), 4):
            yield int.from_bytes(digest[place : place + 4], "big")
        block += 1


def below(limit: int, source: Iterator[int]) -> int:
    """Draw a number from 0 up to a limit, each equally likely: unfair words are passed over."""
    fair = 2**32 - 2**32 % limit
    return next(word for word in source if word < fair) % limit


def shuffled(things: Sequence[Thing], seed: bytes, label: str) -> list[Thing]:
    """Shuffle from the last place down (Fisher and Yates)."""
    order = list(things)
    source = words(seed, label)
    for last in range(len(order) - 1, 0, -1):
        other = below(last + 1, source)
        order[last], order[other] = order[other], order[last]
    return order
