"""A finished match, looked at again: by its address, from a file, and moment by moment."""

import re
from datetime import date

import pytest
from playwright.sync_api import FilePayload, Locator, expect

from punto.notation.reader import RecordError, read_record

from .conftest import Visit
from .dealing import dealer
from .playing import STILL, Player, open_table, person
from .visitor import SIDEWAYS, Visitor

DROP = """([name, text]) => {
  const data = new DataTransfer();
  data.items.add(new File([text], name));
  const event = new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true });
  document.querySelector("main").dispatchEvent(event);
}"""


def finished(visit: Visit) -> Player:
    """Open a page with a finished match of several rounds."""
    table = open_table(visit(likes=STILL), person("Ada"), person("Ben"), mode="2p", start=1)
    with dealer(table, seed=3) as past:
        while past.table["phase"] == "playing":
            cell = past.towards_line()
            past.lay(past.table, cell)
    return table


def moment(somebody: Visitor) -> Locator:
    return somebody.page.get_by_role("slider", name=somebody.words("replay.moment"))


def laid(somebody: Visitor) -> Locator:
    """Find the cards that lie on the table."""
    return somebody.page.locator("[role=gridcell] svg.card")


def test_on_a_phone_on_its_side_table_and_controls_are_in_sight_together(visit: Visit) -> None:
    somebody = visit(likes=STILL, viewport=SIDEWAYS)
    seats = [person(name) for name in ("Ada", "Ben", "Cleo", "Dag")]
    table = open_table(somebody, *seats, mode="4p", start=1, rounds_to_win=1)
    with dealer(table) as past:
        past.some(8)
        while past.table["phase"] == "playing":
            cell = past.towards_line()
            past.lay(past.table, cell)
    somebody.go(f"/replay/{table.code}#at=1.8")
    expect(laid(somebody)).not_to_have_count(0)
    buttons = ("replay.play", "replay.forward", "replay.round_before")
    speed = somebody.page.get_by_label(somebody.words("replay.speed"))
    for one in (laid(somebody).last, moment(somebody), speed, *map(somebody.button, buttons)):
        expect(one).to_be_in_viewport(ratio=0.99)
    assert somebody.cut_off() == []


def test_a_match_is_gone_through_by_keys_buttons_and_its_list(visit: Visit) -> None:
    table = finished(visit)
    somebody, page = table.visitor, table.page
    somebody.go(f"/replay/{table.code}")
    last = int(str(moment(somebody).get_attribute("max")))
    page.keyboard.press("Home")
    expect(laid(somebody)).to_have_count(0)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(laid(somebody)).not_to_have_count(0)
    expect(moment(somebody)).to_have_value("2")
    somebody.button("replay.back").click()
    expect(laid(somebody)).to_have_count(1)
    somebody.button("replay.forward").click()
    moves = page.get_by_label(somebody.words("replay.moves"), exact=True)
    moves.get_by_role("button", name=re.compile(r"^5\. ")).first.click()
    expect(moment(somebody)).to_have_value("5")
    expect(moves.locator("[aria-current=step]")).to_have_count(1)
    page.keyboard.press("PageDown")
    second = somebody.words("replay.round", round=2)
    expect(moves.locator("summary[aria-current=true]")).to_contain_text(second)
    page.keyboard.press("End")
    expect(moment(somebody)).to_have_value(str(last))
    told = page.locator(".sentence")
    expect(told).to_contain_text(re.compile("Ada|Ben"))


def test_a_link_leads_to_a_moment_and_playing_to_the_end(visit: Visit) -> None:
    table = finished(visit)
    somebody, page = table.visitor, table.page
    somebody.go(f"/replay/{table.code}")
    last = int(str(moment(somebody).get_attribute("max")))
    moment(somebody).fill(str(last - 2))
    page.wait_for_url(re.compile("#at="))
    link, seen = page.url, str(page.locator("[role=grid]").get_attribute("aria-label"))
    other = visit(likes=STILL)
    other.go(link.removeprefix(other.link))
    expect(moment(other)).to_have_value(str(last - 2))
    expect(other.page.locator("[role=grid]")).to_have_attribute("aria-label", seen)
    speed = other.page.get_by_label(other.words("replay.speed"), exact=True)
    speed.select_option(label=other.words("replay.speed.fast"))
    other.button("replay.play").click()
    expect(moment(other)).to_have_value(str(last))
    expect(other.button("replay.play")).to_be_visible()  # at the end it has stopped


def test_a_verified_shuffle_is_shown_with_what_that_means(visit: Visit) -> None:
    table = finished(visit)
    somebody = table.visitor
    somebody.go(f"/replay/{table.code}")
    verified = somebody.words("replay.verified")
    expect(somebody.page.get_by_role("heading", name=verified)).to_be_visible()
    for part in ("moves", "decks", "seed"):
        expect(somebody.page.get_by_text(somebody.words(f"replay.proved.{part}"))).to_be_visible()
    record = read_record(somebody.ask_text(f"/api/tables/{table.code}/record"))
    assert record.match.seed is not None
    somebody.page.get_by_text(somebody.words("replay.numbers")).click()
    expect(somebody.page.get_by_text(record.match.seed.hex())).to_be_visible()
    facts = somebody.page.locator(".facts")
    facts.scroll_into_view_if_needed()
    day = date.fromisoformat(record.date)
    expect(facts).to_contain_text(f" · {day:%B} {day.day}, {day.year}")


@pytest.mark.parametrize("way", ["chosen", "dropped"])
def test_a_file_is_shown_the_same_way(visit: Visit, way: str) -> None:
    table = finished(visit)
    text = table.visitor.ask_text(f"/api/tables/{table.code}/record")
    somebody = visit(likes=STILL)
    somebody.go("/replay" if way == "chosen" else "/")
    give(somebody, way, text)
    page = somebody.page
    expect(page.get_by_role("heading", name=somebody.words("replay.verified"))).to_be_visible()
    page.keyboard.press("End")
    expect(page.locator(".sentence")).to_contain_text(re.compile("Ada|Ben"))


@pytest.mark.parametrize("way", ["chosen", "dropped"])
def test_a_bad_file_gets_the_readers_sentence(visit: Visit, way: str) -> None:
    table = finished(visit)
    text = table.visitor.ask_text(f"/api/tables/{table.code}/record")
    spoilt = re.sub(r"(\n1\. \w+)", r"\1@z9", text, count=1).replace("f6", "z9", 1)
    with pytest.raises(RecordError) as caught:
        read_record(spoilt)
    somebody = visit(likes=STILL)
    somebody.go("/replay")
    with somebody.watcher.forgiving():
        give(somebody, way, spoilt)
        alert = somebody.page.get_by_role("alert")
        expect(alert).to_contain_text(somebody.words("replay.wrong_file"))
        expect(alert).to_contain_text(caught.value.sentence)


def give(somebody: Visitor, way: str, text: str) -> None:
    """Hand the page a file."""
    if way == "dropped":
        somebody.page.evaluate(DROP, ["match.punto", text])
        return
    file = FilePayload(name="match.punto", mimeType="text/plain", buffer=text.encode())
    somebody.page.locator("input[type=file]").set_input_files([file])
