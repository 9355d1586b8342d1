"""The look of the main screens: compared with stored pictures, and shown in the documents.

A change of look fails the first test here, and says where the difference can be seen. If it was
meant, `TEST_PICTURES=1` stores the new pictures, and rewrites those of the documents.
"""

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageDraw
from playwright.sync_api import Locator, ViewportSize, expect

from server.table.scene import CODE, OPEN

from .chromium import can_run_pinned
from .clocks import stop_clock
from .coaching import Learner
from .conftest import Visit
from .dealing import dealer
from .looking import WHOLE, still
from .pictures import ACCEPTED, SHARE, STORED, problem_with, share_of_difference
from .playing import Player, bot, open_table, person
from .staging import Stage
from .visitor import DESK, PHONE, Visitor

DOCS = Path(__file__).parents[2] / "docs"
LARGEST = 200_000
"""Bytes of a picture; those who read the documents need not wait for it."""

wanted = pytest.mark.skipif(not ACCEPTED, reason="TEST_PICTURES=1 makes the pictures anew")
NAMES = ["start", "table", "table-dark", "replay", "rules", "room", "tournament"]


SIZES: tuple[ViewportSize, ...] = (
    {"width": 320, "height": 568},
    {"width": 390, "height": 844},
    {"width": 768, "height": 1024},
    {"width": 1366, "height": 900},
    {"width": 1920, "height": 1080},
)
THEMES = ("light", "dark")
NOON = 1_700_000_000


def freeze(somebody: Visitor) -> None:
    """Stop the page's clock once the screen is complete, so that nothing goes on by itself."""
    page = somebody.page
    page.evaluate(WHOLE)
    page.evaluate("globalThis.isFrozen = true")
    # It can only be stopped in the future, by less than a lost connection takes to be noticed.
    stop_clock(page, 5)


def settle(somebody: Visitor) -> None:
    """Let a screen of another size complete itself."""
    page = somebody.page
    if not page.evaluate("globalThis.isFrozen"):
        page.evaluate(WHOLE)
        return
    before = b""
    while (now := page.screenshot()) != before:
        before = now
        page.clock.run_for(30)


def start(somebody: Visitor) -> list[Locator]:
    somebody.go()
    return []


def set_up(somebody: Visitor) -> list[Locator]:
    somebody.go("/#computer")
    expect(somebody.button("way.computer.go")).to_be_visible()
    return []


def lobby(somebody: Visitor) -> list[Locator]:
    Stage(somebody, person("Ada"), OPEN, bot("medium"), mode="3p").sit()
    expect(somebody.page.get_by_role("img", name=somebody.words("invite.qr"))).to_be_visible()
    return [somebody.page.get_by_text(somebody.link.partition("//")[2])]


def table(somebody: Visitor) -> list[Locator]:
    stage = Stage(somebody, person("Ada"), bot("medium"), mode="2p", start=1)
    stage.start()
    for place in range(16):
        stage.lay() if place % 2 == 0 else stage.scene.let_bot_move()
    stage.sit()
    return []


def four_players(somebody: Visitor) -> list[Locator]:
    stage = Stage(
        somebody, person("Ada"), bot("easy"), bot("medium"), bot("expert"), mode="4p", start=1
    )
    stage.start()
    for place in range(20):
        stage.lay() if place % 4 == 0 else stage.scene.let_bot_move()
    stage.sit()
    return []


def lesson(somebody: Visitor) -> list[Locator]:
    learner = Learner(somebody)
    learner.come()
    learner.begin()
    learner.hears("coach.beside")
    return []


def end_of_round(somebody: Visitor) -> list[Locator]:
    stage = Stage(somebody, person("Ada"), person("Ben"), mode="2p", start=1)
    stage.start()
    cell = stage.before_line(1)
    stage.sit()
    freeze(somebody)  # so that the end stays as long as it takes to look at it
    stage.push(stage.lay(cell))
    somebody.page.clock.run_for(100)
    expect(somebody.button("end.go_on")).to_be_visible()
    return []


def finished(somebody: Visitor) -> list[Locator]:
    stage = Stage(somebody, person("Ada"), person("Ben"), mode="2p", start=1, rounds_to_win=1)
    stage.start()
    stage.lay(stage.before_line(1))
    stage.sit()
    expect(somebody.button("over.rematch")).to_be_visible()
    return []


def rules(somebody: Visitor) -> list[Locator]:
    somebody.go("/rules")
    return []


def replay(somebody: Visitor) -> list[Locator]:
    stage = Stage(somebody, person("Ada"), person("Ben"), mode="2p", start=1, rounds_to_win=1)
    stage.start()
    stage.lay(stage.before_line(1))
    somebody.go(f"/replay/{CODE}#at=1.12")
    expect(somebody.page.get_by_role("slider")).to_be_visible()
    return []


SCREENS: dict[str, Callable[[Visitor], list[Locator]]] = {
    "start": start,
    "set-up": set_up,
    "lobby": lobby,
    "lesson": lesson,
    "table": table,
    "four-players": four_players,
    "end-of-round": end_of_round,
    "finished": finished,
    "rules": rules,
    "replay": replay,
}
"""How to get to each screen, always the same one; returns what differs and is masked."""


@pytest.mark.skipif(not can_run_pinned(), reason="another browser draws letters differently")
@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_looks_as_it_did(visit: Visit, name: str) -> None:
    somebody = still(visit, viewport=SIZES[0])
    page = somebody.page
    page.clock.install(time=NOON)
    masked = SCREENS[name](somebody)
    page.evaluate("document.activeElement?.blur()")
    somebody.wait_until("document.fonts.check('1rem \"Rubik\"')")
    problems = []
    for size in SIZES:
        page.set_viewport_size(size)
        settle(somebody)
        for theme in THEMES:
            page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
            page.evaluate("document.getAnimations().forEach((one) => one.finish())")
            png = page.screenshot(mask=masked, mask_color="#808080")
            problems.append(problem_with(f"{name}/{size['width']}-{theme}", png))
    assert not any(problems), "\n".join(filter(None, problems))


def test_all_stored_pictures_belong_to_a_screen() -> None:
    wanted_names = {
        f"{name}/{size['width']}-{theme}.png"
        for name in SCREENS
        for size in SIZES
        for theme in THEMES
    }
    assert {path.relative_to(STORED).as_posix() for path in STORED.rglob("*.png")} == wanted_names


def test_a_small_difference_is_forgiven_and_a_large_one_is_not() -> None:
    old = Image.new("RGB", (160, 284), "#f4efe6")
    faint = Image.new("RGB", old.size, "#e9e1d3")
    assert share_of_difference(old, faint)[0] == 0
    for side, is_seen in ((4, False), (24, True)):
        new = old.copy()
        ImageDraw.Draw(new).rectangle((10, 10, 9 + side, 9 + side), fill="#2a2420")
        share, differs = share_of_difference(old, new)
        assert share == side * side / (old.width * old.height)
        assert (share > SHARE) == is_seen
        assert differs.getpixel((12, 12)) == 255


def take(somebody: Visitor, name: str) -> None:
    """Take a picture of the screen."""
    somebody.page.mouse.move(0, 0)
    somebody.page.keyboard.press("Escape")  # hints for newcomers lie over what is to be shown
    somebody.page.wait_for_timeout(300)
    whole = Image.open(io.BytesIO(somebody.page.screenshot())).convert("RGB")
    few = whole.quantize(256, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    few.save(DOCS / f"page-{name}.png", optimize=True)


def at_table(visit: Visit, cards: int, **settings: Any) -> Player:
    """Sit at a table where some cards lie."""
    somebody = still(visit, **settings)
    table = open_table(somebody, person("Ada"), person("Ben"), mode="2p", start=1)
    table.sit()
    with dealer(table, seed=7) as past:
        past.some(cards)
    expect(somebody.page.locator("[role=gridcell] .card")).not_to_have_count(0)
    return table


@wanted
def test_pictures_of_what_everybody_sees_first(visit: Visit) -> None:
    somebody = still(visit, viewport=PHONE, device_scale_factor=1.5)
    somebody.go()
    take(somebody, "start")
    somebody.go("/rules")
    take(somebody, "rules")


@wanted
def test_pictures_of_a_table(visit: Visit) -> None:
    take(at_table(visit, 15, viewport=PHONE, device_scale_factor=1.5).visitor, "table")
    take(at_table(visit, 24, viewport=DESK, color_scheme="dark").visitor, "table-dark")


@wanted
def test_picture_of_a_replay(visit: Visit) -> None:
    somebody = still(visit, viewport=DESK)
    table = open_table(somebody, person("Ada"), person("Ben"), mode="2p", rounds_to_win=1)
    table.sit()
    with dealer(table, seed=7) as past:
        past.some(12)
        table.cell(past.towards_line()).click()
    expect(somebody.button("end.go_on")).to_be_visible()
    somebody.page.keyboard.press("Escape")
    somebody.page.get_by_role("link", name=somebody.words("over.replay")).click()
    somebody.page.get_by_role("slider").press("End")
    somebody.page.evaluate("document.activeElement.blur()")
    take(somebody, "replay")


@wanted
def test_pictures_of_a_class_and_a_club(visit: Visit) -> None:
    size: ViewportSize = {"width": 1100, "height": 800}
    host, *guests = (still(visit, viewport=size) for _ in range(3))
    room = host.ask("rooms", {"name": "Eva", "settings": {"mode": "3p"}})["room"]
    host.go(f"/r/{room}")
    host.button("room.out").click()
    for guest, name in zip(guests, ("Ada", "Ben"), strict=True):
        guest.go(f"/r/{room}")
        guest.page.get_by_label(guest.words("name.title")).fill(name)
        guest.button("room.join").click()
        expect(host.page.get_by_role("row").filter(has_text=name)).to_be_visible()
    take_without_address(host, "room")
    plan = {"name": "Club night", "on_paper": True}
    code = host.ask("tournaments", {"plan": plan})["tournament"]
    host.go(f"/tournament/{code}")
    host.page.get_by_text(host.words("tournament.add")).first.click()
    host.page.get_by_label(host.words("tournament.add.about")).fill("Ada\nBen\nCleo\nDag\nEva")
    host.button("tournament.add").click()
    expect(host.page.get_by_role("row").filter(has_text="Eva")).to_be_visible()
    host.page.get_by_text(host.words("tournament.add")).first.click()
    host.button("tournament.begin").click()
    host.button("tournament.result.enter").first.click()
    host.page.get_by_role("dialog").get_by_role("button").nth(1).click()
    expect(host.page.get_by_role("row").filter(has_text="Eva")).to_be_visible()
    take_without_address(host, "tournament")


def take_without_address(somebody: Visitor, name: str) -> None:
    """Take a picture of a screen as it looks in a network, where the address is another one."""
    somebody.page.evaluate(
        """() => {
          for (const one of document.querySelectorAll(".invite .link")) {
            one.textContent = one.textContent.replace(/\\/\\/[^/]*/, "//192.168.1.20:8710");
          }
          document.querySelector(".invite p.about:last-child")?.remove();
          document.activeElement?.blur();
        }"""
    )
    take(somebody, name)


def test_the_pictures_are_small() -> None:
    for name in NAMES:
        assert (DOCS / f"page-{name}.png").stat().st_size < LARGEST, name
