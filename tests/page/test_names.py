"""What is wrong with a name is said at its field, and nothing of what was typed is lost."""

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from .conftest import Visit
from .playing import STILL, open_table, person
from .visitor import Visitor

LIMIT = 24
LONG = "Wilhelmina Maximiliane von A."
HIDDEN = "A\u202eda"

WRONG = {
    LONG: ("error.name-too-long", {"limit": LIMIT}),
    HIDDEN: ("name.signs", {}),
    "...": ("name.bare", {}),
}


def words_at(field: Locator) -> Locator:
    """Find the words that belong to a field."""
    return field.page.locator(f"#{field.get_attribute('aria-describedby')}")


def refuses(somebody: Visitor, field: Locator, go: Locator) -> None:
    """Type every wrong name, and see that it stays, with words, and that nothing happens."""
    address = somebody.page.url
    for typed, (key, values) in WRONG.items():
        field.fill(typed)
        expect(words_at(field)).to_have_text(somebody.words(key, **values))
        expect(field).to_have_attribute("aria-invalid", "true")
        go.click()
        expect(field).to_be_focused()
        expect(field).to_have_value(typed)
        assert somebody.page.url == address
    field.fill("A" * LIMIT)
    expect(field).to_have_attribute("aria-invalid", "false")
    expect(words_at(field)).to_have_text("")


@pytest.mark.parametrize("way", ["friends", "together"])
def test_names_at_the_set_up(visit: Visit, way: str) -> None:
    somebody = visit(likes=STILL)
    somebody.go(f"/#{way}")
    label = "name.title" if way == "friends" else "seat.name"
    field = somebody.page.get_by_label(somebody.words(label, number=1))
    refuses(somebody, field, somebody.button(f"way.{way}.go"))
    nameless = somebody.words("seat.player", number=1)
    expect(field).to_have_attribute("placeholder", nameless)
    field.fill("  ")
    expect(words_at(field)).to_have_text(somebody.words("name.none", name=nameless))
    with somebody.page.expect_response("**/api/tables") as opened:
        somebody.button(f"way.{way}.go").click()
    sent: Any = opened.value.request.post_data_json
    assert sent["seats"][0]["name"] == nameless


def test_a_wrong_name_that_was_folded_away_is_shown_again(visit: Visit) -> None:
    somebody = visit(likes=STILL)
    somebody.go("/#together")
    field = somebody.page.get_by_label(somebody.words("seat.name", number=2))
    field.fill(LONG)
    somebody.page.locator("summary", has_text=somebody.words("setup.players")).click()
    expect(field).to_be_hidden()
    somebody.button("way.together.go").click()
    expect(field).to_be_focused()
    expect(field).to_have_value(LONG)


def test_names_when_sitting_down(visit: Visit) -> None:
    host, guest = visit(likes=STILL), visit(likes=STILL)
    settings = {"mode": "2p", "begins_when_full": False}
    table = open_table(host, person("Ada"), {"kind": "open"}, **settings)
    guest.go(f"/t/{table.code}")
    field = guest.page.get_by_label(guest.words("name.title"))
    refuses(guest, field, guest.button("lobby.sit"))
    assert table.shape["seats"][1]["kind"] == "open"
    guest.button("lobby.sit").click()
    expect(guest.page.get_by_text("A" * LIMIT, exact=True)).to_be_visible()
    guest.button("lobby.rename").click()
    field.fill("   ")
    guest.button("lobby.rename").click()
    expect(guest.page.get_by_text(guest.words("seat.player", number=2), exact=True)).to_be_visible()
