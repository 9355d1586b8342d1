"""The leak search: looks for unseen cards in deck order."""

import json
import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Any

from punto.rules.card import Card

from .truth import Moment, Tail, Truth

COLOURS = {"red": "R", "orange": "O", "blue": "B", "green": "G"}
LABELS = re.compile(r"colou?r|value|points|suit|rank|card|letter|number", re.IGNORECASE)
BETWEEN = re.compile(r"[^a-z0-9]{0,16}", re.IGNORECASE)
STYLES = (
    re.compile(r"(?P<colour>[robg])(?P<value>[1-9])", re.IGNORECASE),
    re.compile(r"(?P<value>[1-9])(?P<colour>[robg])", re.IGNORECASE),
    re.compile(
        r"(?P<colour>red|orange|blue|green|(?<![a-z])[robg])[^a-z0-9]{1,12}(?P<value>[1-9])(?![0-9])",
        re.IGNORECASE,
    ),
    re.compile(
        r"(?<![0-9])(?P<value>[1-9])[^a-z0-9]{1,12}(?P<colour>red|orange|blue|green|[robg](?![a-z]))",
        re.IGNORECASE,
    ),
)
NUMBER = re.compile(r"(?<![\w.])(?:0x[0-9a-f]+|[0-9]+)(?![\w.])", re.IGNORECASE)
SORTED = {"unseen", "kept", "unseen_neutrals"}
SEEN = {"card", "face_up", "removed", "handicap", "cards", "stuck"}
CELLS = {"cell", "cells", "last"}
CELL = re.compile(r"[a-k](?:[1-9]|1[01])")


def runs(text: str) -> Iterator[list[tuple[Card, int]]]:
    """Find consecutive cards in any spelling, each with its distance to the previous one."""
    text = LABELS.sub("", text)
    for style in STYLES:
        run: list[tuple[Card, int]] = []
        end = 0
        for found in style.finditer(text):
            letter = COLOURS.get(found["colour"].lower(), found["colour"].upper())
            between = text[end : found.start()]
            if run and not BETWEEN.fullmatch(between):
                yield run
                run = []
            run.append((Card(f"{letter}{found['value']}"), len(between)))
            end = found.end()
        yield run


@cache
def peers(tails: frozenset[Tail]) -> tuple[set[Any], set[Any], set[Any]]:
    """List all runs of two, three and (as numbers) five cards in deck order."""
    two, three, five = (
        {tail[place : place + size] for tail in tails for place in range(len(tail) - size + 1)}
        for size in (2, 3, 5)
    )
    return two, three, {tuple(map(int, cards)) for cards in five}


@cache
def leaks(text: str, tails: frozenset[Tail]) -> set[str]:
    """Find two unseen cards in deck order, or three with nothing between them."""
    two, three, five = peers(tails)
    found = set()
    for run in runs(text):
        cards = [card for card, _ in run]
        for place, pair in enumerate(pairwise(cards)):
            if pair in two and run[place + 1][1]:
                found.add(f"{pair[0]} {pair[1]}")
        for triple in zip(cards, cards[1:], cards[2:], strict=False):
            if triple in three:
                found.add(" ".join(map(str, triple)))
    numbers = [int(word, 0) if "x" in word.lower() else int(word) for word in NUMBER.findall(text)]
    windows = zip(*(numbers[i:] for i in range(5)), strict=False)
    return found | {" ".join(map(str, window)) for window in windows if window in five}


def rest(value: Any, moment: Moment, key: str = "") -> Any:
    """Check the cards that everybody may know, and return the text without them."""
    if key in SORTED:
        for text in [value] if isinstance(value, str) else value:
            cards = [Card(name) for name in text.split()]
            assert cards == sorted(cards), "the order of cards that nobody has seen"
        return None
    if key == "stacks":
        assert value == moment.stacks
        return None
    if key in SEEN and value is not None:
        texts = [text for text in (value if isinstance(value, list) else [value]) if text]
        if all(isinstance(text, int) for text in texts):
            return None  # the setting `handicap`: how many cards, not which
        shown = {Card(name) for text in texts for name in text.split()}
        assert shown <= moment.seen, "cards that nobody has seen"
        return None
    if key in CELLS and value is not None:
        assert all(CELL.fullmatch(cell) for cell in value.split())
        return None
    if isinstance(value, dict):
        return {name: rest(part, moment, name) for name, part in value.items()}
    if isinstance(value, list):
        return [rest(part, moment) for part in value]
    return value


def leaks_of_message(text: str, truth: Truth, number: int) -> tuple[set[str], int]:
    """Search a message that came after so many events; return how many are known after it."""
    try:
        message = json.loads(text)
    except ValueError:
        return leaks(text, truth.moments[number].tails), number
    if not isinstance(message, dict):
        return leaks(text, truth.moments[number].tails), number
    events = message.pop("events", [])
    found = set()
    for event in events:
        number = max(number, event["number"])
        moment = truth.moments[event["number"]]
        found |= leaks(json.dumps(rest(event, moment)), moment.tails)
    table = message["table"] if isinstance(message.get("table"), dict) else message
    number = max(number, table.get("number", number))
    moment = truth.moments[number]
    return found | leaks(json.dumps(rest(message, moment)), moment.tails), number
