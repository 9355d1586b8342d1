"""Facts that the server emits stand nowhere in the page a second time."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from punto.bots.registry import BUILT_IN
from punto.rules.editions import EDITIONS
from punto.rules.facts import MODES
from punto.server.api.facts import facts
from punto.server.table import codes
from punto.server.wire.table_settings import Settings
from punto.words import OWN_NAMES

WEB = Path(__file__).parents[2] / "web"
FACTS = facts()

MANY = 3
"""So many different ones in one file are a list of them."""

ALLOWED = {"src/rules/Editions.svelte": {"editions"}}
"""Who starts the first round by an edition's booklet: only the page tells that."""


MADE = {"src/wire/wire.ts"}
WRITTEN = {".ts", ".svelte", ".css", ".html", ".js"}


def sources() -> Iterator[tuple[str, str]]:
    """Read everything that people write in the page, without its tests."""
    for path in sorted([*WEB.glob("*.*"), *WEB.glob("making/**/*"), *WEB.glob("src/**/*")]):
        name = path.relative_to(WEB).as_posix()
        if path.suffix in WRITTEN and ".test." not in name and name not in MADE:
            yield name, path.read_text("utf-8")


@pytest.mark.parametrize(
    ("kind", "names"),
    [
        ("modes", list(MODES)),
        ("editions", list(EDITIONS)),
        ("bots", [bot.name for bot in BUILT_IN]),
        ("reactions", FACTS["reactions"]),
        ("languages", list(OWN_NAMES.values())),
        ("language codes", list(OWN_NAMES)),
        ("settings", list(Settings.model_fields)),
    ],
)
def test_the_page_has_no_list_of_its_own(kind: str, names: list[str]) -> None:
    word = re.compile(rf"[\"'`]({'|'.join(map(re.escape, names))})[\"'`]")
    copies = {
        name: found
        for name, text in sources()
        if len(found := set(word.findall(text))) >= MANY and kind not in ALLOWED.get(name, ())
    }
    assert copies == {}


def test_the_page_has_no_copy_of_the_letters_of_codes() -> None:
    assert [name for name, text in sources() if codes.LETTERS in text] == []


def test_a_setting_says_all_that_a_form_needs() -> None:
    assert FACTS["settings"].keys() == Settings.model_fields.keys()
    assert FACTS["settings"]["rounds_to_win"] == {
        "kind": "number",
        "default": 2,
        "isOptional": False,
        "words": "rounds",
        "part": "rules",
        "isForGuests": False,
        "minimum": 1,
        "maximum": 9,
        "options": None,
        "offered": None,
    }
    assert FACTS["settings"]["turn_seconds"]["kind"] == "duration"
    assert FACTS["settings"]["turn_seconds"]["isOptional"]
    assert FACTS["settings"]["mode"]["options"] == list(MODES)


def test_the_page_has_no_copy_of_a_colour() -> None:
    shared = [
        colour
        for palette in FACTS["palettes"].values()
        for colour in (
            palette["ground"],
            palette["table"],
            palette["ink"],
            *(paint for card in palette["cards"].values() for paint in card.values()),
        )
        if colour not in ("#ffffff", "#000000")
    ]
    copies = {name: colour for name, text in sources() for colour in shared if colour in text}
    assert copies == {}


def test_the_page_has_no_dots_of_its_own() -> None:
    """Whoever draws a card's dots takes shapes and places from the facts."""
    drawn = [name for name, text in sources() if re.search(r"\bcards\.(?:dots|places)\b", text)]
    assert drawn == ["making/artwork.ts", "src/game/pips.ts"]


def test_every_duration_of_a_movement_stands_once() -> None:
    (durations,) = [text for name, text in sources() if name == "src/live/durations.ts"]
    known = set(re.findall(r"= (\d+);", durations))
    flights = next(text for name, text in sources() if name == "src/game/Flights.svelte")
    table = next(text for name, text in sources() if name == "src/live/table.svelte.ts")
    assert {"320", "700", "380"} <= known
    assert not re.search(r"milliseconds: \d", flights)
    assert not re.search(r"\b(?:FLIGHT|LEAVE|DEAL)_MS = ", table)
