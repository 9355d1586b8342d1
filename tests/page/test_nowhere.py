"""An address that leads nowhere: a page that says so, with a way home."""

from playwright.sync_api import expect

from .conftest import Visit
from .looking import look, still
from .visitor import SMALL


def test_nonsense_is_a_page_with_a_way_home(visit: Visit) -> None:
    somebody = visit()
    with somebody.watcher.forgiving():  # its status says so, too
        somebody.go("/nonsense")
    heading = somebody.page.get_by_role("heading", level=1)
    expect(heading).to_have_text(somebody.words("nowhere.title"))
    assert somebody.page.title().startswith(somebody.words("nowhere.title"))
    somebody.page.get_by_role("link", name=somebody.words("nowhere.home")).click()
    somebody.settle()
    expect(heading).to_have_text(somebody.words("start.title"))
    assert somebody.page.url.rstrip("/") == somebody.link


def test_it_reads_well_in_every_language(visit: Visit) -> None:
    somebody = still(visit, viewport=SMALL)
    with somebody.watcher.forgiving():
        somebody.go("/nonsense")
    look(somebody, "nowhere")
