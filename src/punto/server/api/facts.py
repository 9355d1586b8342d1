"""The facts of the game and the limits of the server, as data for clients.

`python -m punto.server.api.facts` prints them, and the page imports what it prints: so a mode, an
edition, a bot, a language or a setting is written once, in Python.
"""

import json
from typing import Any, get_args

from punto.bots.levels import LEVELS
from punto.bots.registry import BUILT_IN
from punto.rules.cell import REACH
from punto.rules.editions import EDITIONS, Edition
from punto.rules.facts import MODES, SPAN, VALUES, Colour, Mode
from punto.server.config.settings import Config
from punto.server.table import codes
from punto.server.wire.rooms import Level
from punto.server.wire.table_settings import Settings
from punto.server.wire.words import Reaction
from punto.svg import face
from punto.svg.palette import PALETTES, Palette
from punto.words import ALIASES, OWN_NAMES


def facts() -> dict[str, Any]:
    """List all facts that a client would otherwise have to repeat."""
    return {
        "colours": [colour.letter for colour in Colour],
        "values": list(VALUES),
        "table": {"span": SPAN, "reach": REACH},
        "modes": {mode.name: mode_facts(mode) for mode in MODES.values()},
        "editions": {edition.name: edition_facts(edition) for edition in EDITIONS.values()},
        "bots": {
            bot.name: {"isLevel": bot.name in LEVEL_NAMES, "names": bot.names} for bot in BUILT_IN
        },
        "reactions": list(get_args(Reaction)),
        "open_room_levels": list(get_args(Level)),
        "settings": {name: setting_facts(name, part) for name, part in setting_schemas().items()},
        "cards": card_facts(),
        "palettes": {theme: palette_facts(colours) for theme, colours in PALETTES.items()},
        "name_length": Config.model_fields["name_length"].default,
        "codes": {
            "letters": codes.LETTERS,
            "length": codes.LENGTH,
            "group": codes.GROUP,
            "short": codes.SHORT_LENGTH,
        },
        "languages": OWN_NAMES,
        "same_language": ALIASES,
    }


def card_facts() -> dict[str, Any]:
    """Describe the dots of cards: their shapes, and where they lie around a card's middle."""
    outlines = {colour.letter: {"points": points} for colour, points in face.OUTLINES.items()}
    return {
        "half_width": face.HALF,
        "step": face.STEP,
        "rounding": face.ROUNDING,
        "places": face.ARRANGEMENTS,
        "dots": {Colour.RED.letter: {"radius": face.DOT_RADIUS}, **outlines},
    }


def palette_facts(colours: Palette) -> dict[str, Any]:
    """Describe the colours of a theme that a screen shares with pictures."""
    cards = zip(Colour, colours.cards, strict=True)
    return {
        "ground": colours.ground,
        "table": colours.table,
        "ink": colours.ink,
        "cards": {colour.letter: {"face": card.face, "dot": card.pip} for colour, card in cards},
    }


LEVEL_NAMES = {level.name for level in LEVELS}


def mode_facts(mode: Mode) -> dict[str, Any]:
    """Describe a mode: its seats, the length of a line, and the colours of each side."""
    return {
        "seats": len(mode.seats),
        "line": mode.line,
        "sides": [[colour.letter for colour in side.colours] for side in mode.sides],
        "neutral": None if mode.neutral is None else mode.neutral.letter,
    }


def edition_facts(edition: Edition) -> dict[str, Any]:
    """Describe how a booklet reads the points on which the booklets disagree, and who reads it."""
    return {
        "starter": edition.starter,
        "redeal": edition.redeal,
        "tie": edition.tie,
        "languages": edition.languages,
    }


def setting_schemas() -> dict[str, Any]:
    """Look up the JSON schema of each setting of a table."""
    return dict(Settings.model_json_schema()["properties"])


KINDS = {"boolean": "flag", "string": "choice", "integer": "number", "array": "sides"}


def setting_facts(name: str, schema: dict[str, Any]) -> dict[str, Any]:
    """Describe a setting for a form: its kind, default, limits and words."""
    possible = schema.get("anyOf", [schema])
    value = next(one for one in possible if one["type"] != "null")
    kind = KINDS[value["type"]]
    if value.get("format") == "seat":
        kind = "seat"
    elif name.endswith("_seconds"):
        kind = "duration"
    limits = value.get("items", value)  # a list has a number for each side
    form = {key.removeprefix("x-"): found for key, found in {**value, **schema}.items()}
    return {
        "kind": kind,
        "default": schema["default"],
        "isOptional": any(one["type"] == "null" for one in possible),
        "words": form.get("words", name),
        "part": form.get("part", "company"),
        "isForGuests": form.get("guests", False),
        "minimum": limits.get("minimum"),
        "maximum": limits.get("maximum"),
        "options": value.get("enum", form.get("options")),
        "offered": form.get("offered"),
    }


def printed() -> str:
    """Write the facts as JSON, one fact a line."""
    return f"{json.dumps(facts(), indent=1, ensure_ascii=False)}\n"


if __name__ == "__main__":
    print(printed(), end="")
