"""Going on with another device: the link says when it is spent, the old device what happened."""

from playwright.sync_api import expect

from .conftest import Visit
from .looking import forget, look, still
from .playing import STILL, Player, open_table, person
from .reader import Reader
from .visitor import SMALL, Visitor


def at_the_table(somebody: Visitor) -> Player:
    """Sit at a table with somebody else's seat at the same device."""
    table = open_table(somebody, person("Ada"), person("Ben"), mode="2p", start=1)
    table.sit()
    return table


def link_of(somebody: Visitor) -> str:
    """Open the sheet, and read the link in it."""
    somebody.button("more.title").click()
    somebody.button("more.handover").click()
    return somebody.page.get_by_role("dialog").locator(".link").inner_text()


def test_the_old_device_closes_its_sheet_and_tells_what_happened(visit: Visit) -> None:
    old, new = visit(likes=STILL), visit(likes=STILL)
    reader = Reader(old)
    table = at_the_table(old)
    new.page.goto(link_of(old))
    new.button("takeover.yes").click()
    expect(new.page.get_by_role("gridcell").first).to_be_visible()
    expect(old.page.get_by_role("dialog")).to_have_count(0)
    news = old.page.get_by_role("region", name=old.words("news.title"))
    expect(news).to_contain_text(old.words("news.moved"))
    reader.hear(old.words("news.moved"))
    old.button("close").click()
    expect(news).to_have_count(0)
    Player(new, table.code).cell("f6").click()
    expect(table.cell("f6").locator(".card").first).to_be_visible()
    expect(news).to_have_count(0)


def test_a_used_link_says_so_in_every_language_and_leads_on(visit: Visit) -> None:
    old, new = visit(likes=STILL), visit(likes=STILL)
    at_the_table(old)
    link = link_of(old)
    new.page.goto(link)
    new.button("takeover.yes").click()
    expect(new.page.get_by_role("gridcell").first).to_be_visible()
    late = still(visit, viewport=SMALL)
    late.page.goto(link)
    with late.watcher.forgiving():  # the server refuses it
        late.button("takeover.yes").click()
        expect(late.page.get_by_role("alert")).to_have_text(late.words("handover.used"))
    expect(late.button("takeover.yes")).to_have_count(0)
    forget(late)
    look(late, "a used link")
    late.button("takeover.table").click()
    expect(late.page.get_by_role("gridcell").first).to_be_visible()
