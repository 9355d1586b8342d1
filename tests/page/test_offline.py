"""The page without a network, and a page of which there is a newer version."""

import os
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import expect

import punto
from punto.bots.greedy import BOT as GREEDY
from server.server_process import server

from .coaching import Learner
from .conftest import Visit
from .dealing import dealer
from .playing import STILL, bot, open_table, person
from .visitor import Visitor

PACKAGE = Path(punto.__file__).parent

TAKEN_OVER = """async () => {
  const name = (await caches.keys()).find((one) => one.includes("-new-"));
  if (!name || !(await (await caches.open(name)).match("./"))) return false;
  const { installing, waiting, active } = await navigator.serviceWorker.ready;
  return !installing && !waiting && active.state === "activated";
}"""


def come_with_worker(visit: Visit, language: str = "en") -> Visitor:
    """Open the page, and wait until all of it is kept."""
    somebody = visit(language=language, likes=STILL, worker=True)
    somebody.go()
    somebody.wait_for_worker()
    return somebody


def test_without_network_the_page_opens_and_says_so(visit: Visit) -> None:
    somebody = come_with_worker(visit)
    offline = somebody.page.get_by_text(somebody.words("connection.offline"))
    for path in ("/", "/rules", "/t/dhkl-moqr-wxyd"):
        with somebody.without_network():
            # A table waits for its server, the others come up.
            somebody.page.goto(somebody.link + path)
            expect(offline.first).to_be_visible()
            if path == "/":
                somebody.page.get_by_role("link", name=somebody.words("menu.rules")).first.click()
                somebody.settle()
                assert somebody.page.url.endswith("/rules")
        expect(offline).to_have_count(0)
    # The lesson needs no server at all.
    with somebody.without_network():
        learner = Learner(somebody)
        learner.come()
        learner.play_to("square")


def check_kept_record(somebody: Visitor) -> None:
    """Check that the record of a finished match is kept, and no other."""
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


def given_up(somebody: Visitor, *seats: dict[str, str]) -> str:
    """Open a match and give it up at once; return its code."""
    player = open_table(somebody, *seats, mode="2p", start=1)
    with dealer(player) as past:
        past.give_up()
    return player.code


def test_finished_matches_that_were_looked_at_are_kept_and_named(visit: Visit) -> None:
    somebody = come_with_worker(visit, "de")
    somebody.page.reload()  # now the worker is between the page and the server
    somebody.settle()
    check_kept_record(somebody)
    for seats in ((person("Ada"), person("Ben")), (person("Ada"), bot("greedy"))):
        somebody.go(f"/replay/{given_up(somebody, *seats)}")
    with somebody.without_network():
        somebody.go("/")
        title = somebody.page.get_by_role("heading", name=somebody.words("kept.title"))
        expect(title).to_be_visible()
        # Bots have their names there, and not their ids.
        kept = somebody.page.get_by_role("link", name=f"Ada und {GREEDY.names[0]}")
        expect(kept).to_be_visible()
        somebody.page.get_by_role("link", name="Ada und Ben").click()
        somebody.settle()
        expect(somebody.page.get_by_role("heading", level=1)).to_contain_text("Ada")


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


def test_a_new_version_takes_over_with_the_next_load_and_opens_without_its_server(
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
            for path in ("/", "/rules"):  # when the server is gone, the page opens all the same
                somebody.go(path)
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
