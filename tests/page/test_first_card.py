"""The first card of a round, which has only one place, is laid by itself."""

import re

from playwright.sync_api import expect

from .conftest import Visit
from .dealing import dealer
from .playing import STILL, bot, open_table, person

ALONE = STILL | {"firstCard": True}
LAST = re.compile(r"\blast\b")


def test_it_is_laid_by_itself_in_every_round(visit: Visit) -> None:
    somebody = visit(likes=ALONE)
    table = open_table(somebody, person("Ada"), person("Bo"), mode="2p", start=1)
    table.sit()
    expect(table.cell("f6")).to_have_class(LAST)
    assert list(table.shape["match"]["stacks"]) == ["f6"]
    with dealer(table) as past:
        cell = past.towards_line()
        table.stands()
        table.click(cell)
    somebody.button("end.go_on").click()
    expect(table.cell("f6")).to_have_class(LAST)
    match = table.shape["match"]
    assert (match["round"], list(match["stacks"])) == (2, ["f6"])


def test_only_for_oneself(visit: Visit) -> None:
    ada, bo = visit(likes=ALONE), visit(likes=ALONE)
    table = open_table(ada, person("Ada"), {"kind": "open"}, mode="2p", start=1)
    bo.go(f"/t/{table.code}")
    bo.page.locator("li form button.primary").click()
    expect(bo.page.locator(".hand .words p").first).to_have_text(bo.words("wait.for", name="Ada"))
    bo.page.wait_for_timeout(2000)  # more than it takes
    assert table.shape["match"]["stacks"] == {}
    table.sit()
    expect(table.cell("f6")).to_have_class(LAST)


def test_what_is_taken_back_is_not_laid_again(visit: Visit) -> None:
    somebody = visit(likes=ALONE)
    table = open_table(somebody, person("Ada"), bot("random"), mode="2p", start=1)
    table.sit()
    expect(table.cell("f6")).not_to_have_attribute("aria-label", re.compile("free"))
    table.stands()
    somebody.button("undo").click()
    expect(table.cell("f6")).to_have_attribute("aria-label", re.compile("free, possible"))
    somebody.page.wait_for_timeout(2000)
    assert table.shape["match"]["stacks"] == {}
    table.click("f6")
    expect(table.cell("f6")).not_to_have_attribute("aria-label", re.compile("free"))


def test_two_windows_of_one_device_do_not_complain(visit: Visit) -> None:
    somebody = visit(likes=ALONE)
    table = open_table(somebody, person("Ada"), person("Bo"), mode="2p", start=1)
    other = somebody.context.new_page()
    other.goto(f"{somebody.link}/t/{table.code}")
    table.sit()
    for page in (somebody.page, other):
        expect(page.locator("[role=gridcell][data-cell=f6]")).to_have_class(LAST)
    somebody.page.wait_for_timeout(1000)
    for page in (somebody.page, other):
        expect(page.locator(".notices [role=alert]")).to_have_count(0)


def test_who_likes_to_lay_it_says_so(visit: Visit) -> None:
    somebody = visit(likes=ALONE)
    table = open_table(somebody, person("Ada"), bot("random"), mode="2p", start=2)
    table.sit()
    somebody.button("more.title").click()
    choice = somebody.page.get_by_label(somebody.words("more.first_card"))
    expect(choice).to_be_checked()
    choice.uncheck()
    again = open_table(somebody, person("Ada"), bot("random"), mode="2p", start=1)
    again.sit()
    again.stands()
    somebody.page.wait_for_timeout(2000)
    assert again.shape["match"]["stacks"] == {}
