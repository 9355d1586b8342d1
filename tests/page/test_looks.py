"""The page's own typeface, looks for table and cards, and its sounds and vibrations."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from punto.words import LANGUAGES, texts

from .conftest import Visit
from .playing import STILL, bot, open_table, person
from .staging import Stage
from .visitor import PHONE, SMALL, Visitor

BUDGET = 30_000
"""Bytes of all fonts together."""

LOOKS = ("linen", "felt", "print")
WEB = Path(__file__).parents[2] / "web"

EARS = """
globalThis.heard = [];
// A test's own scripts count as touching the page, so that is noted here anew.
const touched = { hasBeenActive: false };
Object.defineProperty(navigator, "userActivation", { value: touched });
addEventListener("pointerdown", () => (touched.hasBeenActive = true), true);
globalThis.felt = [];
const param = () => ({ setValueAtTime() {}, exponentialRampToValueAtTime() {} });
globalThis.AudioContext = class {
  constructor() {
    this.currentTime = 0;
    this.destination = {};
    if (!navigator.userActivation.hasBeenActive) heard.push("too early");
  }
  resume() {
    heard.push([]);
    return Promise.resolve();
  }
  suspend() {
    return Promise.resolve();
  }
  createOscillator() {
    const frequency = { ...param(), setValueAtTime: (pitch) => heard.at(-1).push(pitch) };
    return { frequency, connect: (to) => to, start() {}, stop() {} };
  }
  createGain() {
    return { gain: param(), connect: (to) => to };
  }
};
navigator.vibrate = (pattern) => felt.push(pattern);
"""
"""Notes which sounds are played, each as the pitches of its tones, and every vibration."""


def with_ears(visit: Visit, **settings: Any) -> Visitor:
    """Open a page whose sounds are noted."""
    somebody = visit(likes=settings.pop("likes", STILL), **settings)
    somebody.context.add_init_script(EARS)
    return somebody


def heard(somebody: Visitor) -> list[Any]:
    """List all sounds so far."""
    return list(somebody.page.evaluate("heard"))


def tap(somebody: Visitor) -> None:
    """Touch the page where nothing is."""
    somebody.page.mouse.click(2, 2)


def paint(place: Locator, name: str) -> str:
    """Read a colour, or any other value, as the page draws it."""
    return str(place.evaluate("(one, name) => getComputedStyle(one)[name]", name))


def test_the_typeface_is_our_own_small_and_free(visit: Visit) -> None:
    somebody = visit(viewport=PHONE)
    somebody.go()
    fonts = [one for one in somebody.watcher.fetched if one.request.resource_type == "font"]
    assert 0 < sum(len(one.body()) for one in fonts) <= BUDGET
    assert {one.header_value("content-type") for one in fonts} == {"font/woff2"}
    licences = [path.read_text("utf-8") for path in (WEB / "public").glob("*-OFL.txt")]
    assert len(licences) == len({one.url for one in fonts})
    assert all("SIL Open Font License, Version 1.1" in text for text in licences)


def test_every_letter_of_every_language_is_in_it(visit: Visit) -> None:
    somebody = visit()
    somebody.go()
    letters = {sign for language in LANGUAGES for text in texts(language).values() for sign in text}
    shown = "".join(sorted(sign for sign in letters if sign.isalnum()))
    somebody.page.evaluate(
        """(text) => {
          const line = Object.assign(document.createElement("p"), { id: "letters" });
          line.textContent = text;
          document.body.append(line);
        }""",
        shown,
    )
    tools = somebody.context.new_cdp_session(somebody.page)
    tools.send("DOM.enable")
    tools.send("CSS.enable")
    root = tools.send("DOM.getDocument")["root"]["nodeId"]
    node = tools.send("DOM.querySelector", {"nodeId": root, "selector": "#letters"})["nodeId"]
    used = tools.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
    assert [(font["isCustomFont"], font["glyphCount"]) for font in used] == [(True, len(shown))], (
        used
    )


def test_there_are_three_looks_and_the_choice_is_remembered(visit: Visit) -> None:
    somebody = visit(viewport=SMALL)
    table = open_table(somebody, person("Ada"), bot("easy"), mode="2p", start=1)
    table.sit()
    board, back = somebody.page.locator(".board.on-cloth"), somebody.page.locator(".back").first
    seen = set()
    for look in (*LOOKS[1:], LOOKS[0], LOOKS[2]):
        somebody.open_menu()
        choice = somebody.menu.get_by_label(somebody.words("menu.look"))
        assert choice.locator("option").all_inner_texts() == [
            somebody.words(f"look.{one}") for one in LOOKS
        ]
        choice.select_option(look)
        somebody.menu.get_by_role("button", name=somebody.words("close")).click()
        expect(somebody.page.locator("html")).to_have_attribute("data-look", look)
        seen.add((look, paint(board, "backgroundColor"), paint(back, "fill")))
    assert len({cloth for _, cloth, _ in seen}) == len({back for _, _, back in seen}) == 3
    somebody.page.reload()
    somebody.settle()
    expect(somebody.page.locator("html")).to_have_attribute("data-look", LOOKS[2])


def test_the_back_of_a_card_has_the_four_dots_of_the_game(visit: Visit) -> None:
    somebody = visit(likes=STILL)
    open_table(somebody, person("Ada"), person("Ben"), mode="2p").sit()
    backs = somebody.page.locator("svg.back-of")
    expect(backs.first.locator("path")).to_have_count(4)
    assert len({path.get_attribute("d") for path in backs.first.locator("path").all()}) == 4


def staged(somebody: Visitor) -> Stage:
    """Sit at a table where Ada's opponent is somebody else's device."""
    stage = Stage(somebody, person("Ada"), bot("medium"), mode="2p", start=1)
    stage.start()
    return stage


def turn(stage: Stage) -> None:
    """Let whoever is to play lay a card, and tell the page."""
    is_bot = stage.match["turn"]["seat"] == 2
    stage.push(stage.scene.let_bot_move() if is_bot else stage.lay())


def cards(somebody: Visitor, count: int) -> None:
    """Wait until so many cards can be seen on the table."""
    expect(somebody.page.locator("[role=gridcell] svg.card")).to_have_count(count)


def test_sounds_are_on_after_the_first_tap_and_never_before(visit: Visit) -> None:
    somebody = with_ears(visit)
    stage = staged(somebody)
    stage.sit()
    turn(stage)
    cards(somebody, 1)
    assert heard(somebody) == []
    tap(somebody)
    turn(stage)
    somebody.wait_until("heard.length > 0")
    assert "too early" not in heard(somebody)


@pytest.mark.parametrize("viewport", [SMALL, {"width": 844, "height": 390}])
def test_the_mute_is_in_sight_and_works_at_once(visit: Visit, viewport: Any) -> None:
    somebody = with_ears(visit, viewport=viewport)
    stage = staged(somebody)
    stage.sit()
    mute = somebody.page.locator("header").get_by_role("button", name=somebody.words("menu.sound"))
    expect(mute).to_be_in_viewport()
    expect(mute).to_have_attribute("aria-pressed", "true")
    mute.click()
    expect(mute).to_have_attribute("aria-pressed", "false")
    assert json.loads(somebody.page.evaluate("localStorage.punto"))["sound"] is False
    before = len(heard(somebody))
    turn(stage)
    cards(somebody, 1)
    assert len(heard(somebody)) == before
    mute.click()
    turn(stage)
    somebody.wait_until(f"heard.length > {before}")


def ending(visit: Visit, side: int) -> list[Any]:
    """List the sounds at the end of a round that a side wins, as seat 1 hears it."""
    somebody = with_ears(visit)
    stage = Stage(somebody, person("Ada"), {"kind": "open"}, mode="2p", start=1)
    stage.scene.do("device-of-ben", "sit", seat=2, name="Ben")
    stage.start()
    cell = stage.before_line(side)
    stage.sit()
    tap(somebody)
    before = len(heard(somebody))
    stage.push(stage.lay(cell))
    expect(somebody.button("end.go_on")).to_be_visible()
    somebody.wait_until(f"heard.slice({before}).some((tones) => tones.length > 4)")
    return [tones for tones in heard(somebody)[before:] if len(tones) > 4]


def test_winning_and_losing_sound_different(visit: Visit) -> None:
    (won,), (lost,) = ending(visit, 1), ending(visit, 2)
    assert won != lost
    assert min(won[-2:]) > won[0], "winning goes up"
    assert min(lost[-2:]) < lost[0], "losing goes down"


VIBRATES: dict[str, tuple[bool, Callable[[int], bool]]] = {
    "on": (True, lambda count: count > 0),
    "off": (False, lambda count: count == 0),
}


@pytest.mark.parametrize("choice", VIBRATES)
def test_vibrations_can_be_switched_off(visit: Visit, choice: str) -> None:
    is_on, is_right = VIBRATES[choice]
    somebody = with_ears(visit, likes={**STILL, "vibration": is_on})
    stage = staged(somebody)
    stage.sit()
    tap(somebody)
    turn(stage)
    turn(stage)
    cards(somebody, 2)
    somebody.page.evaluate("new Promise(requestAnimationFrame)")
    assert is_right(len(somebody.page.evaluate("felt")))
    somebody.open_menu()
    tick = somebody.menu.get_by_label(somebody.words("menu.vibration"))
    assert tick.is_checked() == is_on
