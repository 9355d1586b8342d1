"""The deal of the day: the same deal against the same bot for everybody in the world.

All of it follows from a date, which everybody knows: the cards from `deal_seed`, the bot from the
weekday, and each of its choices from `choice_seed`. So the same moves meet the same answers, on
every server and in every terminal. docs/daily.md describes it for those who want to compute it
elsewhere.
"""

import hashlib
from datetime import UTC, date, datetime

BOT_OF_WEEKDAY = ("easy", "casual", "medium", "skilled", "hard", "expert", "medium")
"""The bot of each day, from Monday: the week gets harder, and Sunday is for the family.

The strongest level is not among them: without a clock it would think for seconds."""

PERSON_SEAT = 1
CHOICE_BYTES = 8


def day_of(now: int) -> str:
    """Return the date (UTC) of a time in milliseconds, as 2026-11-17."""
    return datetime.fromtimestamp(now / 1000, UTC).date().isoformat()


def deal_seed(day: str) -> bytes:
    """Return the seed of all cards of a day. It is no secret: anybody can compute it."""
    return hashlib.sha256(f"punto deal of the day {day}".encode()).digest()


def choice_seed(day: str, cards: int) -> int:
    """Return the seed of a bot's choice when so many cards of the match have been laid."""
    digest = hashlib.sha256(f"punto bot of the day {day} {cards}".encode()).digest()
    return int.from_bytes(digest[:CHOICE_BYTES], "big")


def bot_of(day: str) -> str:
    """Return the bot that everybody plays against on a day."""
    return BOT_OF_WEEKDAY[date.fromisoformat(day).weekday()]
