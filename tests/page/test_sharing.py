"""Giving a link away: by the device's share sheet, or by copying where there is none."""

from playwright.sync_api import Locator, expect

from .conftest import Visit
from .dealing import dealer
from .noting import Notes
from .playing import STILL, Player, open_table, person
from .visitor import Visitor

SHARE = """
globalThis.shared = [];
globalThis.copied = [];
Object.defineProperty(navigator, "clipboard", {
  value: { writeText: async (text) => void copied.push(text) },
});
Object.defineProperty(navigator, "canShare", { value: () => true, configurable: true });
Object.defineProperty(navigator, "share", { configurable: true, value: async (what) => {
  shared.push({ ...what, files: what.files?.map((file) => file.name) });
  if (globalThis.refusal) throw new DOMException("no", refusal);
} });
"""
"""Run before the page's own scripts, it stands in for the device's share sheet."""

NONE = "delete Navigator.prototype.share; delete Navigator.prototype.canShare;"
COPIES = SHARE.partition('Object.defineProperty(navigator, "canShare"')[0] + NONE


def host_of(visit: Visit, script: str) -> tuple[Visitor, Player]:
    """Open a page that waits at a table for a friend."""
    host = visit(likes=STILL)
    host.context.add_init_script(script)
    table = open_table(host, person("Ada"), {"kind": "open"}, mode="2p")
    host.go(f"/t/{table.code}")
    return host, table


def alerts(somebody: Visitor) -> Locator:
    """Find what is said that nobody asked for."""
    return somebody.page.get_by_role("alert").filter(has_text="e")


def test_an_invitation_is_shared_with_its_link_and_title(visit: Visit) -> None:
    host, table = host_of(visit, SHARE)
    link = f"{host.link}/t/{table.code}"
    host.button("share").click()
    host.wait_until("shared.length === 1")
    (shared,) = host.page.evaluate("shared")
    assert shared["url"] == link
    assert shared["title"] == host.words("app.name")
    assert shared["text"] == host.words("invite.text")
    # Who changes their mind hears nothing of it, and nothing is copied behind their back.
    host.page.evaluate("globalThis.refusal = 'AbortError'")
    host.button("share").click()
    host.wait_until("shared.length === 2")
    expect(host.button("share")).to_be_visible()
    expect(host.button("copied")).to_have_count(0)
    expect(alerts(host)).to_have_count(0)
    assert host.page.evaluate("copied") == []
    # A share sheet that does not open is as good as none.
    host.page.evaluate("globalThis.refusal = 'NotAllowedError'")
    shown = Notes(host, "button")
    host.button("share").click()
    shown.expect(host.words("copied"))
    assert host.page.evaluate("copied") == [link]


def test_without_a_share_sheet_the_link_is_copied(visit: Visit) -> None:
    host, table = host_of(visit, COPIES)
    expect(host.button("copy")).to_be_visible()
    expect(host.button("share")).to_have_count(0)
    shown = Notes(host, "button")
    host.button("copy").click()
    shown.expect(host.words("copied"))
    assert host.page.evaluate("copied") == [f"{host.link}/t/{table.code}"]


def ended(visit: Visit, script: str) -> Player:
    """Open the page of a finished match."""
    somebody = visit(likes=STILL)
    somebody.context.add_init_script(script)
    table = open_table(somebody, person("Ada"), person("Ben"), mode="2p")
    with dealer(table) as past:
        past.give_up()
    table.sit()
    return table


def test_a_match_is_shared_as_a_picture_with_its_link(visit: Visit) -> None:
    table = ended(visit, SHARE)
    table.visitor.button("share").click()
    table.visitor.button("share.send").click()
    table.visitor.wait_until("shared.length === 1")
    (shared,) = table.page.evaluate("shared")
    assert shared["url"] == f"{table.visitor.link}/replay/{table.code}"
    assert shared["title"] == table.visitor.words("app.name")
    assert shared["text"] == "Ada gives up: Ben wins the match"
    assert shared["files"] == [f"{table.code}.png"]


def test_a_match_is_copied_as_a_link_where_nothing_can_be_shared(visit: Visit) -> None:
    table = ended(visit, COPIES)
    table.visitor.button("share").click()
    expect(table.visitor.button("share.send")).to_have_count(0)
    table.visitor.button("share.link").click()
    expect(table.visitor.button("copied")).to_be_visible()
    assert table.page.evaluate("copied") == [f"{table.visitor.link}/replay/{table.code}"]
