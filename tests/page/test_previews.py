"""What others see of a link before they open it: a title, a sentence and a picture."""

import io
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import expect

from punto.server.painting.table_picture import paint_table
from punto.server.table.preview import scene_of
from punto.words import say
from server.server_process import server

from .conftest import Visit
from .dealing import dealer
from .playing import STILL, Player
from .visitor import Visitor

pytestmark = pytest.mark.slow

SIZE = (1200, 630)

TAGS = """() => Object.fromEntries(
  [...document.head.querySelectorAll("meta[property^='og:']")].map((one) =>
    [one.getAttribute("property"), one.content]))"""


def preview(program: Visitor, link: str) -> dict[str, str]:
    """Open a link and read what describes it."""
    with program.watcher.forgiving():  # without scripts, the browser refuses to fetch them
        program.page.goto(link)
        program.page.wait_for_load_state("networkidle")
    return dict(program.page.evaluate(TAGS))


def picture(program: Visitor, tags: dict[str, str]) -> Image.Image:
    """Fetch the picture, and check that it is one."""
    answer = program.context.request.get(tags["og:image"])
    assert answer.ok
    assert answer.headers["content-type"] == tags["og:image:type"] == "image/png"
    found = Image.open(io.BytesIO(answer.body()))
    found.load()
    assert found.format == "PNG"
    size = int(tags["og:image:width"]), int(tags["og:image:height"])
    assert found.size == size == SIZE
    assert found.info.keys() <= {"dpi", "gamma", "srgb"}  # no texts are hidden in it
    return found


def named(somebody: Visitor, name: str) -> None:
    """Type a name."""
    somebody.page.get_by_label(somebody.words("name.title")).fill(name)


@pytest.fixture
def link(tmp_path: Path, language: str) -> Iterator[str]:
    """A server that writes previews in a language."""
    with server(tmp_path, {"preview_language": language}) as process:
        yield process.url


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_address_of_a_table_a_room_and_a_tournament_has_a_preview(
    link: str, visit: Visit, language: str
) -> None:
    # A program that shows links: it has no seat, and runs no scripts.
    program = visit(link, java_script_enabled=False)
    # Ada reads another language than the server writes: whoever gets the link is not Ada.
    ada = visit(link, likes=STILL, language="de" if language == "en" else "en")
    home = preview(program, link)
    assert home["og:title"] == say("app.name", language)
    assert home["og:description"] == say("start.lead", language)
    neutral = picture(program, home)

    ada.go("/#friends")
    ada.button("way.friends.go").click()
    expect(ada.page).to_have_url(re.compile("/t/"))
    found = preview(program, ada.page.url)
    host = ada.words("seat.player", number=1)
    assert found["og:title"] == say("preview.invites", language, name=host)
    assert found["og:description"] == say("preview.open", language, count=1)
    assert found["og:locale"] == language
    assert picture(program, found).tobytes() == neutral.tobytes()
    table = Player(ada, ada.page.url.rpartition("/")[2])
    ben = visit(link, likes=STILL)
    ben.go(f"/t/{table.code}")
    named(ben, "Ben")
    ben.button("lobby.sit").click()
    table.wait_until(lambda: table.shape["phase"] == "playing")
    players = {1: ada, 2: ben}
    first = table.shape["match"]["turn"]["seat"]
    with dealer(Player(players[first], table.code)) as past:
        past.some(1)
    found = preview(program, ada.page.url)
    assert found["og:title"] == f"{host} \N{EN DASH} Ben"
    assert found["og:description"] == say(
        "preview.playing",
        language,
        round=1,
        score="0 : 0",
        name=host if first == 2 else "Ben",
    )
    # The picture shows only what a spectator may see.
    told = paint_table(scene_of(program.ask(f"tables/{table.code}")))
    shown = picture(program, found).tobytes()
    assert shown == Image.open(io.BytesIO(told)).tobytes() != neutral.tobytes()

    ada.go("/#friends")
    named(ada, "Ada")
    ada.button("room.open").click()
    expect(ada.page).to_have_url(re.compile("/r/"))
    found = preview(program, ada.page.url)
    assert found["og:title"] == say("preview.invites", language, name="Ada")
    assert found["og:description"] == say("preview.open", language, count=1)
    assert picture(program, found).tobytes() == neutral.tobytes()

    ada.go("/tournament")
    ada.page.get_by_label(ada.words("tournament.name")).fill("Club <b>& friends")
    ada.button("tournament.new").click()
    expect(ada.page).to_have_url(re.compile("/tournament/.+"))
    found = preview(program, ada.page.url)
    assert found["og:title"] == "Club <b>& friends"
    people = say("tournament.registered", language, count=1)
    join = say("preview.tournament.join", language)
    assert found["og:description"] == f"{people}. {join}"
    assert picture(program, found).tobytes() == neutral.tobytes()
    # Whoever follows the link finds the tournament.
    ben.page.goto(ada.page.url)
    expect(ben.page.get_by_role("heading", level=1)).to_have_text("Club <b>& friends")
    # A locked one tells no more than a code that does not exist.
    ada.page.get_by_label(ada.words("tournament.lock")).check()
    expect(ada.page.get_by_text(ada.words("tournament.locked"))).to_be_visible()
    assert preview(program, ada.page.url) == home
