"""Every no that a person can get is said in words."""

import re

import pytest
from playwright.sync_api import expect

from .conftest import Visit
from .playing import STILL, bot, open_table, person
from .visitor import Visitor

NOWHERE = "dhkl-moqr-wxyd"


def says(somebody: Visitor, key: str, **values: object) -> None:
    """Expect words on the screen."""
    expect(somebody.page.get_by_text(somebody.words(key, **values)).first).to_be_visible()


@pytest.mark.parametrize(
    ("typed", "key", "values"),
    [
        ("", "join.empty", {}),
        ("dhkl", "join.length", {"count": 4, "short": 6, "length": 12}),
        ("zzzz-moqr-wxyd", "join.letters", {"strange": "z", "letters": "d h k l m o q r w x y"}),
        (NOWHERE, "join.none", {}),
    ],
)
def test_a_code_that_leads_nowhere(
    visit: Visit, typed: str, key: str, values: dict[str, object]
) -> None:
    somebody = visit(likes=STILL)
    somebody.go()
    somebody.page.get_by_label(somebody.words("join.title")).fill(typed)
    with somebody.watcher.forgiving():
        somebody.button("join.go").click()
        says(somebody, key, **values)
    expect(somebody.page.get_by_label(somebody.words("join.title"))).to_have_attribute(
        "aria-invalid", "true"
    )


def test_addresses_that_lead_nowhere(visit: Visit) -> None:
    somebody = visit(likes=STILL)
    with somebody.watcher.forgiving():
        somebody.go(f"/t/{NOWHERE}")
        says(somebody, "error.no-such-table")
        expect(somebody.page.get_by_role("link", name=somebody.words("over.home"))).to_be_visible()
        somebody.go(f"/replay/{NOWHERE}")
        says(somebody, "error.no-such-table")
        player = open_table(somebody, person("Ada"), person("Bo"), mode="2p")
        somebody.go(f"/replay/{player.code}")
        says(somebody, "error.not-over")
        somebody.go(f"/t/{player.code}#continue=nothing")
        somebody.button("takeover.yes").click()
        says(somebody, "error.no-such-handover")


def test_a_full_table_and_a_table_that_nobody_may_watch(visit: Visit) -> None:
    host = visit(likes=STILL)
    full = open_table(host, person("Ada"), bot("random"), mode="2p", begins_when_full=False)
    late = visit(likes=STILL)
    late.go(f"/t/{full.code}")
    if full.shape["phase"] == "waiting":
        says(late, "lobby.full")
    expect(late.button("lobby.sit")).to_have_count(0)
    closed = open_table(host, person("Ada"), bot("random"), mode="2p", spectators=False)
    with late.watcher.forgiving():
        late.go(f"/t/{closed.code}")
        says(late, "error.not-a-spectator")
    # The host may also say so later, under the eyes of those who watch.
    open_one = open_table(host, person("Ada"), {"kind": "open"}, mode="2p")
    late.go(f"/t/{open_one.code}")
    expect(late.button("lobby.sit")).to_be_visible()
    host.go(f"/t/{open_one.code}")
    host.page.locator("summary", has_text=host.words("setup.company")).click()
    host.page.get_by_role("checkbox", name=re.compile(host.words("spectators.title"))).uncheck()
    host.button("lobby.begin.bots").click()
    says(late, "error.not-a-spectator")
