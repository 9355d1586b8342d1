"""A table on a big screen: all that matters is large, and nothing can be clicked."""

from typing import Any

import pytest
from playwright.sync_api import expect

from punto.server.links import qr_svg
from punto.server.wire.programs import device_of_program
from server.table.scene import CODE

from .axe import barriers
from .conftest import Visit
from .dealing import dealer
from .devices import Device
from .playing import STILL, Player, open_table, person
from .staging import Stage
from .test_others import give_up
from .visitor import TELEVISION, Visitor

LEAST_TYPE_PX = 45
"""Letters of 55 inches' 1080 lines from four metres: 20 mm high capitals, a 200th of the way."""

LEAST_TYPE_TWO_PX = 36
"""Of two tables beside each other, which a club watches from nearer."""

LEAST_TYPE_MANY_PX = 28
"""Of three to six."""

LEAST_DOT_PX = 12

TYPE = """() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const sizes = [];
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const one = text.parentElement;
    const isSeen = one.checkVisibility() && !one.closest(".unseen, title, script");
    if (!isSeen || !text.data.trim()) continue;
    sizes.push([parseFloat(getComputedStyle(one).fontSize), text.data.trim()]);
  }
  return sizes;
}"""
"""The sizes of all letters on the screen, in pixels."""

DOTS = """() => [...document.querySelectorAll(".board svg.card path")].map((one) => {
  const { width, height } = one.getBoundingClientRect();
  return Math.min(width, height);
})"""

OUTSIDE = """() => [...document.querySelectorAll(".tv section *")].filter((one) => {
  if (!one.checkVisibility() || one.closest(".board, svg, .unseen")) return false;
  const { left, top, right, bottom } = one.getBoundingClientRect();
  const section = one.closest("section");
  const place = (section.matches(".alone") ? document.documentElement : section)
    .getBoundingClientRect();
  return left < place.left - 1 || top < place.top - 1 ||
    right > place.right + 1 || bottom > place.bottom + 1;
}).map((one) => one.outerHTML.slice(0, 120))"""
"""What does not fit its part of the screen."""

CONTROLS = "button, a[href], input, select, textarea"


def television(visit: Visit, *tables: Player, **settings: Any) -> Visitor:
    """Switch a television on that shows tables, and wait until it does."""
    screen = visit(viewport=TELEVISION, likes=STILL, **settings)
    screen.page.goto(f"{screen.link}/tv/{','.join(table.code for table in tables)}")
    for table in tables:
        shown = screen.page.locator(f"section[data-code='{table.code}']")
        expect(shown.locator(".board svg.card, .join").first).to_be_visible()
    screen.page.wait_for_load_state("networkidle")
    return screen


def two_people(visit: Visit, **settings: object) -> Player:
    return open_table(visit(likes=STILL), person("Ada"), person("Ben"), mode="2p", **settings)


def assert_readable(screen: Visitor, least_px: float) -> None:
    """Check that letters are large, that everything fits, and that nothing can be clicked."""
    sizes = screen.page.evaluate(TYPE)
    assert sizes
    assert [one for one in sizes if one[0] < least_px] == []
    assert screen.page.evaluate(OUTSIDE) == []
    assert screen.page.locator(f"#page :is({CONTROLS}):visible").count() == 0
    assert screen.cut_off() == []


@pytest.mark.slow
@pytest.mark.parametrize(("language", "theme"), [("en", "light"), ("fi", "dark")])
def test_a_match_is_readable_from_four_metres(visit: Visit, language: str, theme: str) -> None:
    table = two_people(visit, start=1)
    with dealer(table) as past:
        past.some(1)
        screen = television(visit, table, language=language, color_scheme=theme)
        past.some(8)
        number = table.shape["match"]["turn"]["seat"]
        name = ("Ada", "Ben")[number - 1]
        expect(screen.page.locator("li[aria-current]")).to_contain_text(name)
        expect(screen.page.locator(".board svg.card").nth(4)).to_be_visible()
        last = table.shape["match"]["last"]
        expect(screen.page.locator(".news")).to_contain_text(f" {last}")
        expect(screen.page.locator(".news")).to_contain_text(screen.words("round", round=1))
        assert_readable(screen, LEAST_TYPE_PX)
        dots = screen.page.evaluate(DOTS)
        assert dots
        assert min(dots) >= LEAST_DOT_PX
        assert barriers(screen.page) == []


@pytest.mark.slow
@pytest.mark.parametrize(("language", "theme"), [("de", "dark"), ("en", "light")])
def test_open_seats_have_a_code_to_scan(visit: Visit, language: str, theme: str) -> None:
    host = visit(likes=STILL)
    table = open_table(host, person("Ada"), {"kind": "open"}, {"kind": "open"}, mode="3p")
    screen = television(visit, table, language=language, color_scheme=theme)
    picture = screen.page.get_by_role("img", name=screen.words("invite.qr"))
    expect(picture).to_be_visible()
    source = picture.get_attribute("src")
    assert screen.ask_text(str(source)) == qr_svg(f"{screen.link}/t/{table.code}")
    box = picture.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= TELEVISION["height"] / 2
    expect(screen.page.get_by_text(screen.words("lobby.title", count=2))).to_be_visible()
    assert_readable(screen, LEAST_TYPE_PX)
    assert barriers(screen.page) == []


@pytest.mark.slow
def test_the_names_of_programs_are_shown_whole(visit: Visit) -> None:
    screen = visit(viewport=TELEVISION, likes=STILL)
    stage = Stage(screen, person("Ada"), mode="4p", start=1)
    programs = ["Deep Dots, first edition", "First Cell", "Robo"]
    for seat, (name, program) in enumerate(zip(["Hal", "Hex", "Robo"], programs, strict=True), 2):
        device = device_of_program(f"token{seat}", program)
        stage.scene.do(device, "sit", seat=seat, name=name)
    stage.start()
    target = {"kind": "table", "code": CODE}
    screen.page.route(f"**/api/codes/{CODE}", lambda route: route.fulfill(json=target))
    with screen.watcher.forgiving():  # the server does not know the table
        screen.page.goto(f"{screen.link}/tv/{CODE}")
        expect(screen.page.locator(".board")).to_be_visible()
    shown = screen.page.locator(".note")
    labels = [screen.words("seat.program.named", program=name) for name in programs[:2]]
    expect(shown).to_have_text([*labels, screen.words("seat.program")])
    assert_readable(screen, LEAST_TYPE_PX)


@pytest.mark.slow
def test_a_stalemate_is_counted_for_everybody_to_see(visit: Visit) -> None:
    table = two_people(visit, rounds_to_win=2)
    with dealer(table) as past:
        past.some(1)
        screens = [television(visit, table, language=language) for language in ("en", "de")]
        past.towards_stalemate()
        for screen in screens:
            sums = screen.page.locator(".news li")
            expect(sums).to_have_count(2)
            expect(sums.first).to_contain_text("Ada")
            assert_readable(screen, LEAST_TYPE_PX)


@pytest.mark.slow
def test_it_follows_to_the_rematch(visit: Visit) -> None:
    table = two_people(visit)
    with dealer(table) as past:
        past.some(2)
        screens = [television(visit, table, language=language) for language in ("en", "de")]
        past.give_up()
        for screen in screens:
            words = screen.words("over.resigned", loser="Ada", winner="Ben", count=1)
            expect(screen.page.locator(".result")).to_contain_text(words)
        past.socket.send('{"type": "rematch", "id": "again", "seat": 1}')
        table.wait_until(lambda: table.shape["next"] is not None)
    after = table.shape["next"]
    for screen in screens:
        expect(screen.page.locator(f"section[data-code='{after}'] .board")).to_be_visible()
        assert screen.page.url == f"{screen.link}/tv/{after}"


@pytest.mark.slow
def test_several_tables_are_side_by_side(visit: Visit) -> None:
    first, second = two_people(visit), two_people(visit)
    with dealer(first) as past, dealer(second, seed=2) as other:
        past.some(6)
        other.some(3)
        for language in ("en", "de"):
            screen = television(visit, first, second, language=language)
            boxes = [one.bounding_box() for one in screen.page.locator(".cloth .board").all()]
            assert len(boxes) == 2
            assert boxes[0] is not None
            assert boxes[1] is not None
            assert boxes[0]["x"] + boxes[0]["width"] <= boxes[1]["x"]
            assert_readable(screen, LEAST_TYPE_TWO_PX)
            assert barriers(screen.page) == []


@pytest.mark.slow
def test_a_code_that_does_not_exist_says_so(visit: Visit) -> None:
    screen = visit(viewport=TELEVISION, likes=STILL)
    with screen.watcher.forgiving():
        screen.page.goto(f"{screen.link}/tv/dhkl-moqr-wxyd")
        words = screen.words("join.none")
        expect(screen.page.get_by_role("alert")).to_contain_text(words)


@pytest.mark.slow
@pytest.mark.parametrize(("language", "theme"), [("en", "dark"), ("de", "light")])
def test_it_follows_a_room_from_match_to_match(visit: Visit, language: str, theme: str) -> None:
    ada = visit(likes=STILL)
    settings = {"rounds_to_win": 1, "handicap": [2, 0]}
    opened = ada.ask("rooms", {"name": "Ada", "settings": settings})
    screen = visit(viewport=TELEVISION, likes=STILL, language=language, color_scheme=theme)
    screen.page.goto(f"{screen.link}/tv/{opened['room']}")
    picture = screen.page.get_by_role("img", name=screen.words("invite.qr"))
    expect(picture).to_be_visible()
    assert screen.ask_text(str(picture.get_attribute("src"))) == qr_svg(opened["link"])
    letters = " ".join(opened["short"].upper())
    expect(screen.page.get_by_text(letters, exact=True)).to_be_visible()
    fewer = screen.words("handicap", count=2)
    expect(screen.page.get_by_role("listitem").filter(has_text="Ada")).to_contain_text(fewer)
    screen.page.wait_for_load_state("networkidle")
    assert_readable(screen, LEAST_TYPE_PX)
    assert barriers(screen.page) == []

    ada.go(f"/r/{opened['room']}")
    ada.button("lobby.begin.bots").click()
    for number in (1, 2):
        expect(screen.page.locator(".board")).to_be_visible()
        table = ada.ask(f"rooms/{opened['room']}")["table"]
        expect(screen.page.locator(f"section[data-code='{table}']")).to_be_visible()
        expect(screen.page.locator(".note")).to_have_text(fewer)
        assert_readable(screen, LEAST_TYPE_PX)
        give_up(Player(ada, table))
        expect(screen.page.locator(".result")).to_be_visible()
        ada.button("room.back").click()
        if number == 1:
            ada.button("lobby.begin").click()
    # The result gives way to the room, with the score.
    expect(screen.page.get_by_text(screen.words("room.score"))).to_be_visible()
    assert_readable(screen, LEAST_TYPE_PX)
    assert screen.page.url == f"{screen.link}/tv/{opened['room']}"


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "de"])
def test_rooms_and_tables_are_side_by_side(visit: Visit, language: str) -> None:
    table = two_people(visit)
    devices = [Device(table.visitor.link) for _ in range(3)]
    modes = [{"mode": mode, "handicap": [1, 0]} for mode in ("2p", "teams")]
    rooms = [
        device.open("rooms", name="Bartholomew-Maximilian", settings=settings)["room"]
        for device, settings in zip(devices[:2], modes, strict=True)
    ]
    names = ["Bartholomew", *(f"Person {number}" for number in range(2, 13))]
    plan = {"name": "Club night", "settings": {"mode": "4p"}, "rounds": 2}
    cup = devices[2].open("tournaments", plan=plan)["tournament"]
    with dealer(table) as past, devices[2].at(f"tournaments/{cup}") as host:
        host.do("add_players", names=names)
        past.some(4)
        screen = visit(viewport=TELEVISION, likes=STILL, language=language)
        screen.page.goto(f"{screen.link}/tv/{table.code},{rooms[0]}")
        expect(screen.page.locator(".cloth .board")).to_be_visible()
        expect(screen.page.get_by_role("img", name=screen.words("invite.qr"))).to_be_visible()
        screen.page.wait_for_load_state("networkidle")
        assert_readable(screen, LEAST_TYPE_TWO_PX)
        screen.page.goto(f"{screen.link}/tv/{','.join(rooms)}")
        expect(screen.page.get_by_role("img", name=screen.words("invite.qr"))).to_have_count(2)
        screen.page.wait_for_load_state("networkidle")
        assert_readable(screen, LEAST_TYPE_TWO_PX)
        # Up to six: here a table, two rooms, a tournament, and a table that waits.
        waiting = devices[0].open(
            "tables", seats=[person("Ada"), *[{"kind": "open"}] * 3], settings={"mode": "4p"}
        )["table"]
        screen.page.goto(f"{screen.link}/tv/{','.join([table.code, *rooms, cup, waiting])}")
        expect(screen.page.get_by_role("img", name=screen.words("invite.qr"))).to_have_count(4)
        screen.page.wait_for_load_state("networkidle")
        assert_readable(screen, LEAST_TYPE_MANY_PX)
        host.do("next_round")
        title = screen.words("tournament.round", round=1, rounds=2)
        expect(screen.page.get_by_role("heading", name=title)).to_be_visible()
        assert_readable(screen, LEAST_TYPE_MANY_PX)


@pytest.mark.slow
@pytest.mark.parametrize(("language", "theme"), [("en", "light"), ("de", "dark")])
def test_it_follows_a_tournament_from_round_to_round(
    visit: Visit, language: str, theme: str
) -> None:
    host = Device(visit().link)
    plan = {"name": "Club night", "rounds": 2, "on_paper": True}
    code = host.open("tournaments", plan=plan)["tournament"]
    screen = visit(viewport=TELEVISION, likes=STILL, language=language, color_scheme=theme)
    with host.at(f"tournaments/{code}") as ada:
        names = [f"Person {letter}" for letter in "ABCDEFGHIJKLMNOPQRST"]
        ada.do("add_players", names=[*names, "Bartholomew-Maximilian"])
        screen.page.goto(f"{screen.link}/tv/{code}")
        picture = screen.page.get_by_role("img", name=screen.words("invite.qr"))
        expect(picture).to_be_visible()
        link = qr_svg(f"{screen.link}/tournament/{code}")
        assert screen.ask_text(str(picture.get_attribute("src"))) == link
        count = screen.words("tournament.registered", count=21)
        expect(screen.page.get_by_text(count)).to_be_visible()
        screen.page.wait_for_load_state("networkidle")
        assert_readable(screen, LEAST_TYPE_PX)
        assert barriers(screen.page) == []
        for number in (1, 2):
            ada.do("next_round")
            title = screen.words("tournament.round", round=number, rounds=2)
            expect(screen.page.get_by_role("heading", name=title)).to_be_visible()
            for pairing in range(1, 11):
                ada.do("set_result", round=number, pairing=pairing, winner=1, rounds=[2, 1])
            assert_readable(screen, LEAST_TYPE_PX)
    expect(screen.page.get_by_text(screen.words("tournament.over"))).to_be_visible()
    first = screen.page.get_by_role("listitem").first
    expect(first).to_contain_text("4")
    expect(screen.page.get_by_role("listitem")).to_have_count(10)
    assert_readable(screen, LEAST_TYPE_PX)
