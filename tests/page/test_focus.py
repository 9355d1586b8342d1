"""The focus is never lost: after every action by keyboard something that makes sense has it."""

from playwright.sync_api import Locator, expect

from .conftest import Visit
from .dealing import dealer
from .keys import Keys
from .playing import STILL, Player, open_table, person
from .visitor import Visitor

TABS = 12
"""More often than there are things in a dialog."""

IN_DIALOG = "document.activeElement.closest('dialog') !== null"


def opens_and_closes(keys: Keys, button: Locator, how: str = "Escape") -> None:
    """Open a dialog, stay inside with Tab, close it, and be back at its button."""
    page = button.page
    keys.push(button)
    expect(page.get_by_role("dialog")).to_be_visible()
    for key in ["Tab"] * TABS + ["Shift+Tab"] * TABS:
        page.keyboard.press(key)
        # The browser's own buttons are the only other place, and the page does not see those.
        assert page.evaluate(f"{IN_DIALOG} || document.activeElement === document.body")
    if how == "Escape":
        keys.press("Escape")
    else:
        keys.push(page.get_by_role("dialog").get_by_role("button", name=how))
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(button).to_be_focused()


def test_on_the_first_screen(visit: Visit) -> None:
    somebody = visit(likes=STILL)
    somebody.go()
    keys, page = Keys(somebody), somebody.page
    menu = somebody.button("menu")
    for leave in ("Escape", "Enter"):
        keys.push(menu)
        if leave == "Enter":
            keys.push(somebody.button("close"))
        else:
            keys.reach(somebody.menu.get_by_label(somebody.words("menu.theme")))
            keys.press("Escape")
        expect(somebody.menu).to_have_count(0)
        expect(menu).to_be_focused()
    keys.push(menu)
    language = somebody.menu.get_by_label(somebody.words("menu.language"))
    keys.reach(language)
    keys.press("d")
    expect(page.locator("html")).not_to_have_attribute("lang", "en")
    keys.check()
    language = page.locator("#menu select").first
    expect(language).to_be_focused()
    keys.press("Home")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    keys.push(somebody.menu.get_by_role("link", name=somebody.words("menu.rules")))
    expect(somebody.menu).to_have_count(0)
    somebody.settle()
    keys.check()
    keys.push(page.get_by_role("banner").get_by_role("link"))
    somebody.settle()
    keys.check()
    keys.push(somebody.button("join.go"))
    expect(page.get_by_text(somebody.words("join.empty"))).to_be_visible()
    keys.check()


def test_at_the_set_up(visit: Visit) -> None:
    somebody = visit(likes=STILL)
    somebody.go()
    keys, page = Keys(somebody), somebody.page
    keys.push(page.locator("#way-together"))
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_be_focused()
    keys.reach(page.get_by_role("radio", name=somebody.words("mode.2p")))
    for _ in range(3):
        keys.press("ArrowDown")
    expect(page.get_by_label(somebody.words("seat.holder", number=4))).to_be_visible()
    held = page.get_by_label(somebody.words("seat.holder", number=2))
    keys.reach(held)
    keys.press("End")
    expect(held).to_be_focused()
    for key in ("setup.rules", "setup.company"):
        folded = page.locator("summary", has_text=somebody.words(key))
        keys.push(folded)
        expect(folded).to_be_focused()
    page.go_back()
    expect(page.locator("#way-together")).to_be_focused()
    keys.press("Enter")
    keys.push(page.get_by_role("link", name=somebody.words("setup.back")))
    expect(page.locator("#way-together")).to_be_focused()


def test_in_the_lobby(visit: Visit) -> None:
    host, guest = visit(likes=STILL), visit(likes=STILL)
    settings = {"mode": "3p", "begins_when_full": False}
    table = open_table(host, person("Ada"), {"kind": "open"}, {"kind": "open"}, **settings)
    guest.go(f"/t/{table.code}")
    keys, page = Keys(guest), guest.page
    keys.reach(page.get_by_label(guest.words("name.title")))
    page.keyboard.type("Ben")
    keys.press("Enter")
    expect(page.get_by_text("Ben", exact=True)).to_be_visible()
    keys.check()
    keys.push(guest.button("lobby.rename"))
    keys.check()
    keys.push(guest.button("cancel"))
    expect(guest.button("lobby.rename")).to_be_visible()
    keys.check()
    keys.push(guest.button("lobby.leave"))
    expect(page.get_by_label(guest.words("name.title"))).to_be_visible()
    keys.check()
    host.go(f"/t/{table.code}")
    keys = Keys(host)
    keys.push(host.button("lobby.begin.bots"))
    expect(host.page.get_by_role("gridcell").first).to_be_visible()
    keys.check()
    Player(host, table.code).stands()
    keys.check()


def test_a_sheet_that_closes_takes_no_other_with_it(visit: Visit) -> None:
    somebody = visit(likes=STILL)
    table = open_table(somebody, person("Ada"), person("Ben"), mode="2p", rounds_to_win=1)
    table.sit()
    more, dialog = somebody.button("more.title"), somebody.page.get_by_role("dialog")
    more.click()
    dialog.get_by_role("button", name=somebody.words("moves")).click()
    expect(dialog).to_contain_text(somebody.words("moves"))
    # In one breath: that the first has closed is told when the second is open.
    more.evaluate("(more) => { document.querySelector('dialog').close(); more.click(); }")
    expect(dialog).to_contain_text(somebody.words("more.resign"))
    somebody.page.wait_for_timeout(200)
    expect(dialog).to_be_visible()


def test_at_the_table(visit: Visit) -> None:
    somebody = visit(likes=STILL)
    table = open_table(somebody, person("Ada"), person("Ben"), mode="2p", rounds_to_win=1)
    table.sit()
    table.stands()
    keys, page = Keys(somebody), somebody.page
    keys.reach(page.locator("[role=gridcell][tabindex='0']"))
    keys.lay(table, "f6")
    expect(table.cell("f6")).to_be_focused()
    more = somebody.button("more.title")
    opens_and_closes(keys, more)
    opens_and_closes(keys, more, somebody.words("close"))
    opens_and_closes(keys, page.locator("button.player").first)
    for key in ("holds.title", "moves", "more.handover"):
        keys.push(more)
        keys.push(page.get_by_role("dialog").get_by_role("button", name=somebody.words(key)))
        expect(page.get_by_role("dialog")).to_contain_text(somebody.words(key))
        assert page.evaluate(IN_DIALOG), key
        keys.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
        keys.check()
    keys.push(more)
    keys.push(somebody.button("more.resign"))
    assert page.evaluate(IN_DIALOG)
    keys.push(somebody.button("resign.no"))
    assert page.evaluate(IN_DIALOG)
    keys.press("Escape")
    expect(more).to_be_focused()
    keys.push(somebody.button("undo"))
    expect(somebody.button("undo")).to_be_disabled()
    keys.check()
    with dealer(table) as past:
        cell = past.towards_line()
    table.stands()
    keys.reach(page.locator("[role=gridcell][tabindex='0']"))
    keys.lay(table, cell)
    keys.push(somebody.button("end.go_on"))
    expect(somebody.button("over.rematch")).to_be_visible()
    keys.check()
    keys.push(page.get_by_role("link", name=somebody.words("over.replay")))
    expect(page.get_by_role("slider")).to_be_visible()
    keys.check()
    page.go_back()
    expect(somebody.button("over.rematch")).to_be_visible()
    keys.check()


def test_when_a_match_is_given_up_and_when_something_is_said(visit: Visit) -> None:
    host, guest = visit(likes=STILL), visit(likes=STILL)
    table = open_table(host, person("Ada"), {"kind": "open"}, mode="2p")
    guest.go(f"/t/{table.code}")
    guest.page.locator("li form button.primary").click()
    table.sit()
    keys = Keys(host)
    talk = host.button("talk.title")
    opens_and_closes(keys, talk)
    keys.push(talk)
    keys.push(host.button("reaction.hello"))
    expect(host.page.get_by_role("dialog")).to_have_count(0)
    expect(talk).to_be_focused()
    give_up(host, keys)


def give_up(somebody: Visitor, keys: Keys) -> None:
    """Leave a match by keyboard."""
    keys.push(somebody.button("more.title"))
    keys.push(somebody.button("more.resign"))
    keys.push(somebody.button("resign.yes"))
    expect(somebody.page.get_by_role("link", name=somebody.words("over.home"))).to_be_visible()
    keys.check()
