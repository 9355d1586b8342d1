"""Whoever looks elsewhere is called back: a notification, the badge, and the list of matches."""

import json
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Locator, Worker, expect

from .axe import barriers
from .conftest import Visit
from .dealing import Dealer, dealer
from .keys import Keys
from .playing import STILL, Player, open_table, person
from .visitor import PHONE, Visitor

DAY_SECONDS = 24 * 3600

AWAY = """
globalThis.isAway = false;
globalThis.badges = [];
globalThis.shown = [];
Object.defineProperty(document, "hidden", { get: () => isAway });
Object.defineProperty(document, "visibilityState", { get: () => isAway ? "hidden" : "visible" });
Navigator.prototype.setAppBadge = async (count) => void badges.push(count);
Navigator.prototype.clearAppBadge = async () => void badges.push(0);
globalThis.permission = "granted";
Object.defineProperty(Notification, "permission", { get: () => permission });
Notification.requestPermission = async () => Notification.permission;
ServiceWorkerRegistration.prototype.showNotification = async (title, options) => {
  const close = () => void shown.splice(shown.findIndex(({ tag }) => tag === options.tag), 1);
  shown.push({ title, ...options, close });
};
ServiceWorkerRegistration.prototype.getNotifications = async () => [...shown];
globalThis.focused = 0;
navigator.serviceWorker.addEventListener("message", ({ data }) => (focused += data === "focus"));
"""
"""Run before the page's own scripts: a tab that can be left, and a system that shows notifications
and badges. The browser of the tests has no such system, whatever is permitted."""

LEAVE = "isAway = true, document.dispatchEvent(new Event('visibilitychange'))"
RETURN = "isAway = false, document.dispatchEvent(new Event('visibilitychange'))"
SHOWN = "shown.map(({ title, body, tag, data }) => ({ title, body, tag, url: data.url }))"
DATA = "shown[0].data"

CLICK = """async ([action, data]) => {
  const done = [];
  WindowClient.prototype.focus = async function () {
    this.postMessage("focus");
    done.push(`focus ${this.url}`);
  };
  Clients.prototype.openWindow = async (url) => void done.push(`open ${url}`);
  const event = new ExtendableEvent("notificationclick");
  let waited = null;
  const notification = { data, close: () => void done.push("close") };
  Object.assign(event, { action, notification, waitUntil: (promise) => (waited = promise) });
  self.dispatchEvent(event);
  await waited;
  return done;
}"""
"""Run in the worker: a click on a notification, which no test can do, and what comes of it.

A window learns by a message that it was focused: the worker knows only the address it began with.
"""


@contextmanager
def ben_at(visit: Visit, table: Player) -> Iterator[Dealer]:
    """Let somebody on another device take the open seat."""
    ben = visit()
    ben.ask("choices")
    with dealer(Player(ben, table.code)) as past:
        sit = {"type": "sit", "id": "sit", "seat": 2, "name": "Ben"}
        past.socket.send(json.dumps(sit))
        table.wait_until(lambda: table.shape["phase"] == "playing")
        yield past


def host(visit: Visit, language: str = "en", **settings: object) -> Player:
    """Let somebody open a table for two; the friend begins."""
    ada = visit(
        viewport=PHONE, likes=STILL, worker=True, language=language, permissions=["notifications"]
    )
    ada.context.add_init_script(AWAY)
    return open_table(ada, person("Ada"), {"kind": "open"}, mode="2p", start=2, **settings)


def use(by: str, somebody: Visitor, target: Locator) -> None:
    """Push a button or tick a box, with the mouse or with the keyboard."""
    if by == "mouse":
        target.click()
        return
    Keys(somebody).reach(target)
    somebody.page.keyboard.press("Space")


def turn_on(by: str, table: Player) -> None:
    """Ask for notifications, in the sheet of the table."""
    ada = table.visitor
    use(by, ada, ada.button("more.title"))
    tick = ada.page.get_by_role("checkbox", name=ada.words("notify.tick"))
    expect(tick).not_to_be_checked()
    use(by, ada, tick)
    expect(tick).to_be_checked()
    ada.page.keyboard.press("Escape")
    expect(ada.page.get_by_role("dialog")).to_have_count(0)


def worker_of(somebody: Visitor) -> Worker:
    """Find the service worker of a page."""
    somebody.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    return somebody.context.service_workers[0]


@pytest.mark.slow
@pytest.mark.parametrize(("language", "by"), [("en", "mouse"), ("de", "keyboard")])
def test_whoever_looks_elsewhere_is_told_whose_turn_it_is(
    visit: Visit, language: str, by: str
) -> None:
    table = host(visit, language)
    ada = table.visitor
    with ben_at(visit, table) as past:
        table.sit()
        turn_on(by, table)
        ada.page.evaluate(LEAVE)
        past.some(1)
        ada.wait_until("shown.length === 1")
        link = f"{ada.link}/t/{table.code}"
        assert ada.page.evaluate(SHOWN) == [
            {
                "title": ada.words("state.your_turn"),
                "body": ada.words("keep.subject", names="Ben"),
                "tag": f"punto-{table.code}",
                "url": link,
            }
        ]
        ada.wait_until("badges.at(-1) === 1")
        # A click leads to the table: where it is open, or in a new window.
        worker = worker_of(ada)
        assert worker.evaluate(CLICK, ["", {"url": link}]) == ["close", f"focus {link}"]
        ada.wait_until("focused === 1")
        other = f"{ada.link}/t/dhkl-moqr-wxyd"
        assert worker.evaluate(CLICK, ["", {"url": other}]) == ["close", f"open {other}"]
        # Whoever is back needs neither.
        ada.page.evaluate(RETURN)
        ada.wait_until("shown.length === 0 && badges.at(-1) === 0")
        # One tap on the notification turns them off.
        assert worker.evaluate(CLICK, ["off", {"url": link}]) == ["close"]
        ada.wait_until("JSON.parse(localStorage.punto).notify === false")


def away_with_notifications(visit: Visit, language: str) -> Visitor:
    """Let somebody come who wants to be notified, and who has another tab at the first screen."""
    ada = visit(
        viewport=PHONE,
        likes=STILL | {"notify": True},
        worker=True,
        language=language,
        permissions=["notifications"],
    )
    ada.context.add_init_script(AWAY)
    ada.context.new_page().goto(ada.link)
    return ada


def assert_click_focuses(ada: Visitor) -> None:
    """Click on the notification that is shown: it leads to the tab of the page, and opens none."""
    closed, done = worker_of(ada).evaluate(CLICK, ["", ada.page.evaluate(DATA)])
    assert closed == "close"
    assert done.startswith("focus ")
    ada.wait_until("focused === 1")
    assert [tab.evaluate("focused") for tab in ada.context.pages if tab != ada.page] == [0]


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_call_for_the_next_match_leads_back_to_the_room(visit: Visit, language: str) -> None:
    ada = away_with_notifications(visit, language)
    ada.go("/#friends")
    ada.page.get_by_label(ada.words("name.title")).fill("Ada")
    ada.button("room.open").click()
    expect(ada.button("room.call")).to_be_attached()
    ben = visit(likes=STILL)
    ben.page.goto(ada.page.url)
    ben.page.get_by_label(ben.words("name.title")).fill("Ben")
    ben.button("room.join").click()
    expect(ada.page.get_by_text("Ben").first).to_be_attached()
    ada.page.evaluate(LEAVE)
    ben.button("room.call").click()
    ada.wait_until("shown.length === 1")
    (notice,) = ada.page.evaluate(SHOWN)
    assert notice["url"] == ada.page.url
    assert notice["title"] == ada.words("room.called", name="Ben")
    assert_click_focuses(ada)
    # Without the page that notified, the link opens in a new window.
    data = ada.page.evaluate(DATA) | {"client": "gone"}
    assert worker_of(ada).evaluate(CLICK, ["", data]) == ["close", f"open {ada.page.url}"]


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_tournament_calls_to_the_table_and_the_table_calls_for_the_turn(
    visit: Visit, language: str
) -> None:
    ada, ben = away_with_notifications(visit, language), visit(likes=STILL)
    plan = {"name": "Club night", "settings": {"mode": "2p"}}
    code = ada.ask("tournaments", {"plan": plan, "name": "Ada"})["tournament"]
    ada.go(f"/tournament/{code}")
    ben.go(f"/tournament/{code}")
    ben.page.get_by_label(ben.words("name.title")).fill("Ben")
    ben.button("tournament.join").click()
    expect(ada.page.get_by_role("row").filter(has_text="Ben")).to_be_visible()
    ada.page.get_by_text(ada.words("tournament.add")).first.click()
    ada.page.get_by_label(ada.words("tournament.add.about")).fill("Cleo")
    ada.button("tournament.add").click()
    expect(ada.page.get_by_role("row").filter(has_text="Cleo")).to_be_visible()

    # The first screen leads back, without the link.
    ada.go()
    expect(ada.page.get_by_role("heading", name=ada.words("keep.gathered"))).to_be_visible()
    assert ada.cut_off() == []
    assert barriers(ada.page) == []
    ada.page.get_by_role("link").filter(has_text="Club night").click()
    begin = ada.button("tournament.begin")
    expect(begin).to_be_enabled()
    ada.page.evaluate(LEAVE)
    begin.click()
    ada.wait_until("shown.length === 1")
    (notice,) = ada.page.evaluate(SHOWN)
    assert notice["title"] == f"{ada.words('tournament.yours')}: 1"
    assert (notice["body"], notice["url"]) == ("Ben", ada.page.url)
    ada.page.evaluate(RETURN)
    ada.wait_until("shown.length === 0")
    bye = ada.words("tournament.byes", names="Cleo")
    expect(ada.page.get_by_text(bye).first).to_be_visible()
    ada.page.get_by_role("link", name=ada.words("tournament.go")).click()
    ben.page.get_by_role("link", name=ben.words("tournament.go")).click()
    expect(ada.page.get_by_role("gridcell").first).to_be_visible()
    code = ada.page.url.rpartition("/")[2]
    with dealer(Player(ada, code)) as hers, dealer(Player(ben, code)) as his:
        if his.table["seats"][his.table["match"]["turn"]["seat"] - 1]["name"] == "Ada":
            hers.some(1)
        ada.page.evaluate(LEAVE)
        his.some(1)
    ada.wait_until("shown.length === 1")
    (notice,) = ada.page.evaluate(SHOWN)
    assert (notice["title"], notice["url"]) == (ada.words("state.your_turn"), ada.page.url)
    assert_click_focuses(ada)


@pytest.mark.slow
def test_nobody_is_notified_who_did_not_ask_for_it(visit: Visit) -> None:
    table = host(visit)
    ada = table.visitor
    with ben_at(visit, table) as past:
        table.sit()
        ada.page.evaluate(LEAVE)
        past.some(1)
        ada.wait_until("badges.at(-1) === 1")
        assert ada.page.evaluate(SHOWN) == []


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_browser_that_blocks_notifications_is_told_of(visit: Visit, language: str) -> None:
    table = host(visit, language)
    ada = table.visitor
    ada.context.add_init_script("permission = 'denied'")
    ada.go(f"/t/{table.code}")
    tick = ada.page.get_by_role("checkbox", name=ada.words("notify.tick"))
    tick.click()
    expect(ada.page.get_by_text(ada.words("notify.blocked"))).to_be_visible()
    assert ada.page.evaluate("JSON.parse(localStorage.punto).notify") is False


@pytest.mark.slow
@pytest.mark.parametrize(("language", "by"), [("en", "keyboard"), ("sv", "mouse")])
def test_matches_that_wait_come_first_and_their_link_can_be_kept(
    visit: Visit, language: str, by: str
) -> None:
    ada = visit(viewport=PHONE, likes=STILL, language=language)
    table = open_table(
        ada,
        person("Ada"),
        {"kind": "open"},
        mode="2p",
        start=1,
        turn_seconds=DAY_SECONDS,
    )
    with ben_at(visit, table):
        later = open_table(ada, person("Ada"), {"kind": "open"}, mode="2p")
        ada.go()
        matches = ada.page.locator("section[aria-labelledby=recent] li")
        expect(matches).to_have_count(2)
        first = matches.first
        expect(first.get_by_role("link")).to_have_attribute("href", f"/t/{table.code}")
        expect(first).to_contain_text(ada.words("recent.yours"))
        expect(first).to_contain_text(ada.words("left.hours", count=23))
        expect(matches.nth(1)).to_contain_text(ada.words("recent.waiting"))
        expect(matches.nth(1).get_by_role("link")).to_have_attribute("href", f"/t/{later.code}")
        assert barriers(ada.page) == []
        use(by, ada, first.get_by_role("button"))
        sheet = ada.page.get_by_role("dialog", name=ada.words("keep.title"))
        expect(sheet).to_contain_text(f"{ada.link}/t/{table.code}")
        mail = sheet.get_by_role("link", name=ada.words("keep.mail")).get_attribute("href")
        assert str(mail).startswith("mailto:?subject=Punto")
        assert f"%2Ft%2F{table.code}" in str(mail)
        expect(sheet.get_by_role("button", name=ada.words("copy"))).to_be_visible()
        assert barriers(ada.page) == []
        assert ada.cut_off() == []
