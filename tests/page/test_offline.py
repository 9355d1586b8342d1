"""The page without a network, and a page of which there is a newer version."""

import os
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import expect

import punto
from punto.bots.greedy import BOT as GREEDY
from server.server_process import server

from .conftest import Visit
from .dealing import dealer
from .playing import bot, open_table, person
from .visitor import Visitor

PACKAGE = Path(punto.__file__).parent

TAKEN_OVER = """async () => {
  const name = (await caches.keys()).find((one) => one.includes("-new-"));
  if (!name || !(await (await caches.open(name)).match("./"))) return false;
  const { installing, waiting, active } = await navigator.serviceWorker.ready;
  return !installing && !waiting && active.state === "activated";
}"""


@pytest.mark.parametrize("path", ["/", "/rules", "/t/dhkl-moqr-wxyd"])
def test_without_network_the_page_opens_and_says_so(visit: Visit, path: str) -> None:
    somebody = visit(worker=True)
    somebody.go()
    somebody.wait_for_worker()
    with somebody.without_network():
        somebody.page.goto(somebody.link + path)  # a table waits for its server, the others come up
        offline = somebody.page.get_by_text(somebody.words("connection.offline")).first
        expect(offline).to_be_visible()
        if path == "/":
            somebody.page.get_by_role("link", name=somebody.words("menu.rules")).first.click()
            somebody.settle()
            assert somebody.page.url.endswith("/rules")
    expect(somebody.page.get_by_text(somebody.words("connection.offline"))).to_have_count(0)


def test_when_the_server_is_gone_the_page_opens_too(visit: Visit, tmp_path: Path) -> None:
    with server(tmp_path) as running:
        somebody = visit(running.url, worker=True)
        somebody.go()
        somebody.wait_for_worker()
        running.kill()
        with somebody.watcher.forgiving():
            somebody.go("/rules")


def test_a_finished_match_that_was_looked_at_is_kept(visit: Visit) -> None:
    somebody = visit(worker=True)
    somebody.go()
    somebody.wait_for_worker()
    somebody.page.reload()  # now the worker is between the page and the server
    somebody.settle()
    over, playing = "api/tables/over/record", "api/tables/playing/record"
    somebody.context.route(f"**/{over}", lambda route: route.fulfill(body="a record"))
    fetched = "async (path) => { const a = await fetch(path); return [a.status, await a.text()]; }"
    with somebody.watcher.forgiving():
        assert somebody.page.evaluate(fetched, over) == [200, "a record"]
        assert somebody.page.evaluate(fetched, playing)[0] == 404
    somebody.context.unroute_all()
    with somebody.without_network():
        assert somebody.page.evaluate(fetched, over) == [200, "a record"]
        assert somebody.page.evaluate(f"fetch('{playing}').catch(() => null)") is None


def test_without_network_the_first_screen_names_the_matches_that_were_looked_at(
    visit: Visit,
) -> None:
    somebody = visit(worker=True)
    somebody.go()
    somebody.wait_for_worker()
    player = open_table(somebody, person("Ada"), person("Ben"))
    with dealer(player) as past:
        past.some(2)
        past.socket.send('{"type": "resign", "id": "enough", "seat": 1}')
        while player.shape["phase"] != "over":
            somebody.page.wait_for_timeout(50)
    somebody.go(f"/replay/{player.code}")
    with somebody.without_network():
        somebody.go("/")
        somebody.page.get_by_role("link", name="Ada and Ben").click()
        somebody.settle()
        expect(somebody.page.get_by_role("heading", level=1)).to_contain_text("Ada")


def test_the_kept_matches_have_the_names_of_the_bots_and_not_their_ids(visit: Visit) -> None:
    somebody = visit(language="de", worker=True)
    somebody.go()
    somebody.wait_for_worker()
    player = open_table(somebody, person("Ada"), bot("greedy"), mode="2p", start=1)
    with dealer(player) as past:
        past.give_up()
    somebody.go(f"/replay/{player.code}")
    with somebody.without_network():
        somebody.go("/")
        expect(
            somebody.page.get_by_role("heading", name=somebody.words("kept.title"))
        ).to_be_visible()
        kept = somebody.page.get_by_role("link", name=f"Ada und {GREEDY.names[0]}")
        expect(kept).to_be_visible()


def newer(folder: Path) -> Path:
    """Make a package whose page has other names for all its files, as a new version has."""
    package = folder / "src" / "punto"
    package.mkdir(parents=True)
    for path in PACKAGE.iterdir():
        if path.name != "page":
            (package / path.name).symlink_to(path)
    page = package / "page"
    shutil.copytree(PACKAGE / "page", page, ignore=shutil.ignore_patterns("*.br", "*.gz"))
    names = [path.name for path in (page / "assets").iterdir()]
    for path in [*page.glob("*.*"), *(page / "assets").iterdir()]:
        if path.suffix in (".js", ".css", ".html"):
            text = path.read_text("utf-8").replace("punto-page-", "punto-page-new-")
            for name in names:
                text = text.replace(name, f"new-{name}")
            path.write_text(text, "utf-8")
    for name in names:
        (page / "assets" / name).rename(page / "assets" / f"new-{name}")
    return folder / "src"


def test_a_new_version_takes_over_with_the_next_load(
    visit: Visit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with server(tmp_path) as running:
        somebody = visit(running.url, worker=True)
        somebody.go()
        somebody.wait_for_worker()
        with somebody.watcher.forgiving():  # the first page asks for open rooms now and then
            running.stop()
            monkeypatch.setenv("PYTHONPATH", str(newer(tmp_path)), prepend=os.pathsep)
            running.start()
            somebody.page.evaluate("0")  # what was tried until now has been told then
        # The page that is open goes on with its own files, which the server no longer has.
        somebody.page.evaluate("history.pushState(null, '', '/rules')")
        somebody.page.evaluate("dispatchEvent(new PopStateEvent('popstate'))")
        somebody.settle()
        assert not is_new(somebody)
        somebody.page.reload()
        somebody.settle()
        assert is_new(somebody)
        somebody.wait_until(TAKEN_OVER)
        with somebody.watcher.forgiving():
            running.kill()
            somebody.go()
            assert is_new(somebody)


def is_new(somebody: Visitor) -> bool:
    """Return which version is shown, and check that it is not a mixture."""
    sources = (
        "[...document.querySelectorAll('script, link[rel=stylesheet]')].map((a) => a.src || a.href)"
    )
    loaded = [url for url in somebody.page.evaluate(sources) if "/assets/" in url]
    fresh = {"/assets/new-" in url for url in loaded}
    assert len(fresh) == 1, loaded
    return fresh.pop()
