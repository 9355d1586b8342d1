"""What a player must know or answer: one notice at a time, and the table stays where it is."""

from playwright.sync_api import expect

from .conftest import Visit
from .looking import still
from .playing import TIMEOUT_MS, open_table, person
from .visitor import SMALL

OPEN = {"kind": "open"}
LONG = "Maximiliane-Alexandra v."


def test_one_notice_at_a_time_the_most_urgent_first(visit: Visit) -> None:
    ada, bo, cy = (still(visit, viewport=SMALL) for _ in range(3))
    table = open_table(ada, person("Ada"), OPEN, OPEN, mode="3p", start=3)
    for somebody, name in ((bo, LONG), (cy, "Cy")):
        somebody.go(f"/t/{table.code}")
        somebody.page.get_by_label(somebody.words("name.title")).fill(name)
        somebody.page.locator("li form button.primary").click()
        expect(somebody.page.get_by_text(name, exact=True).first).to_be_visible()
    table.sit()
    board = ada.page.locator(".room > .board")
    before = board.bounding_box()
    shown = ada.page.locator(".notices p")
    expect(shown).to_have_count(0)

    cy.context.close()
    gone = ada.words("gone", name="Cy")
    expect(shown).to_contain_text(gone, timeout=TIMEOUT_MS)
    bo.button("more.title").click()
    bo.button("more.offer_end").click()
    expect(shown).to_contain_text(ada.words("tell.end_offered", name=LONG))
    expect(shown).to_have_count(1)
    assert board.bounding_box() == before
    with ada.without_network():
        expect(shown).to_have_text(ada.words("connection.lost"))
        expect(shown).to_have_count(1)
        expect(ada.page.get_by_text(ada.words("connection.offline"))).to_be_hidden()
        assert board.bounding_box() == before
    ada.button("offer.decline").click()
    expect(shown).to_contain_text(gone)
    expect(shown).to_have_count(1)
    assert board.bounding_box() == before
    # What a notice covers of my side is still there for a finger.
    for key in ("talk.title", "more.title"):
        ada.button(key).click()
        ada.page.keyboard.press("Escape")
