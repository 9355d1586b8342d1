"""Marks are explained the first times, and are there only while a card can be laid."""

import json
import re

from playwright.sync_api import WebSocketRoute, expect

from .conftest import Visit
from .dealing import dealer
from .looking import misfits_in_every_language, resize, still
from .playing import STILL, Player, open_table, person
from .visitor import DESK, PHONE, SMALL

MARKS = ".dot, .ring"


def lay(table: Player, *, over: bool) -> None:
    """Lay the card in hand on a card or beside one, if that is possible."""
    if table.stands().ended:
        table.visitor.button("end.go_on").click()
    stacks, cells = table.shape["match"]["stacks"], table.stands().cells
    before = table.shape["number"]
    table.click(next((cell for cell in cells if (cell in stacks) == over), cells[0]))
    table.wait_until(lambda: table.shape["number"] > before)
    table.stands()


def test_marks_have_a_legend_until_they_were_used_a_few_times(visit: Visit) -> None:
    somebody = still(visit, viewport=SMALL)
    table = open_table(somebody, person("Ada"), person("Bo"), mode="2p", rounds_to_win=9)
    with dealer(table, seed=3) as past:
        past.some(8)
    table.sit()
    beside = somebody.page.locator(".legend li", has_text=somebody.words("mark.beside"))
    over = somebody.page.locator(".legend li", has_text=somebody.words("mark.over"))
    table.stands()
    for viewport in (SMALL, DESK):
        resize(somebody, viewport)
        expect(beside).to_be_visible()
        assert misfits_in_every_language(somebody) == [], viewport
    for _ in range(3):
        expect(beside).to_be_visible()
        lay(table, over=False)
    expect(beside).to_have_count(0)
    while json.loads(somebody.page.evaluate("localStorage.punto"))["marks"].get("over", 0) < 3:
        lay(table, over=True)
    expect(over).to_have_count(0)
    somebody.page.reload()
    table.stands()
    expect(somebody.page.locator(".legend")).to_have_count(0)


def test_the_outline_of_the_latest_card_is_explained_while_one_waits(visit: Visit) -> None:
    ada, bo = visit(likes=STILL), visit(likes=STILL)
    table = open_table(ada, person("Ada"), {"kind": "open"}, mode="2p", start=1)
    bo.go(f"/t/{table.code}")
    bo.page.locator("li form button.primary").click()
    table.sit()
    guest = Player(bo, table.code)
    legend = ada.page.locator(".legend li", has_text=ada.words("mark.last"))
    for _ in range(3):
        table.click(table.stands().best())
        expect(ada.page.locator(".mine.turn")).to_have_count(0)
        expect(legend).to_be_visible()
        guest.click(guest.stands().best())
    table.click(table.stands().best())
    expect(ada.page.locator(".mine.turn")).to_have_count(0)
    expect(legend).to_have_count(0)


def test_without_a_connection_there_are_no_marks(visit: Visit) -> None:
    somebody = visit(likes=STILL, viewport=PHONE)
    table = open_table(somebody, person("Ada"), person("Bo"), mode="2p", start=1)
    with dealer(table) as past:
        past.some(3)
    table.sit()
    table.stands()
    marks = somebody.page.locator(MARKS)
    expect(marks).not_to_have_count(0)
    with somebody.without_network():
        expect(somebody.page.get_by_text(somebody.words("connection.lost"))).to_be_visible()
        expect(marks).to_have_count(0)
        expect(somebody.page.locator(".cell[aria-label$=possible]")).to_have_count(0)
    expect(marks).not_to_have_count(0)


def test_while_a_card_is_sent_there_are_no_marks_and_it_lies_there(visit: Visit) -> None:
    somebody = visit(likes=STILL)
    table = open_table(somebody, person("Ada"), person("Bo"), mode="2p", start=1)
    with dealer(table) as past:
        past.some(3)
    held: list[tuple[WebSocketRoute, str]] = []

    def route(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            text = message if isinstance(message, str) else message.decode()
            if '"place"' in text:
                held.append((server, text))
            else:
                server.send(text)

        socket.on_message(pass_on)

    somebody.page.route_web_socket(re.compile("/socket"), route)
    table.sit()
    cell = table.stands().best()
    table.click(cell)
    expect(somebody.page.locator(MARKS)).to_have_count(0)
    somebody.page.mouse.move(1, 1)
    expect(table.cell(cell).locator(".tried")).to_be_visible()
    expect(somebody.page.locator("[data-anchor=hand] svg")).to_have_count(0)
    for server, text in held:
        server.send(text)
    expect(table.cell(cell)).to_have_class(re.compile(r"\blast\b"))
    expect(somebody.page.locator(MARKS)).not_to_have_count(0)
