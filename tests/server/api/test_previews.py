"""What programs that show links get: tags in the page, and the picture that they name."""

import asyncio
import io
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import httpx
import pytest
from PIL import Image

from punto.server.config.settings import Config
from punto.server.table.codes import new_code
from punto.words import say
from server.client import OPEN, Device, person
from server.room_client import company
from server.server_process import ServerProcess, server
from server.tournament_client import open_tournament


class Head(HTMLParser):
    """Reads the tags of a preview."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: dict[str, str] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        name = named.get("property") or named.get("name") or ""
        if tag == "meta" and name.startswith(("og:", "twitter:")):
            self.tags[name] = named["content"] or ""


async def tags(http: httpx.AsyncClient, path: str) -> dict[str, str]:
    head = Head()
    head.feed((await http.get(path)).text)
    return head.tags


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with server(tmp_path_factory.mktemp("previews"), {"preview_language": "de"}) as process:
        yield process


def test_a_link_to_a_table_has_a_title_a_sentence_and_a_picture(running: ServerProcess) -> None:
    async def story() -> None:
        async with Device(running.url) as ada, Device(running.url) as crawler:
            code = await ada.open(person("Ada"), OPEN)
            found = await tags(crawler.http, f"/t/{code}")
            assert found["og:title"] == found["twitter:title"] == "Ada lädt dich zu Punto ein"
            assert found["og:description"].startswith("1 Platz ist frei.")
            assert found["og:description"] == found["twitter:description"]
            assert found["twitter:card"] == "summary_large_image"
            assert (found["og:locale"], found["og:type"]) == ("de", "website")
            assert found["og:image"] == found["twitter:image"]
            assert found["og:image"].startswith(f"{running.url}/api/tables/{code}/preview.png")
            answer = await crawler.http.get(found["og:image"])
            assert answer.headers["content-type"] == "image/png"
            size = int(found["og:image:width"]), int(found["og:image:height"])
            assert Image.open(io.BytesIO(answer.content)).size == size == (1200, 630)

    asyncio.run(story())


def test_the_address_of_the_picture_changes_with_the_table(running: ServerProcess) -> None:
    async def story() -> None:
        async with Device(running.url) as ada, Device(running.url) as crawler:
            code = await ada.open(person("Ada"), person("Ben"))
            client = await ada.sit(code)
            before = await tags(crawler.http, f"/t/{code}")
            first = await crawler.http.get(before["og:image"])
            await client.place()
            after = await tags(crawler.http, f"/t/{code}")
            assert after["og:image"] != before["og:image"]
            assert (await crawler.http.get(after["og:image"])).content != first.content
            # The screens that show the table without playing there have the same preview.
            for screen in ("replay", "tv"):
                assert await tags(crawler.http, f"/{screen}/{code}") == after

    asyncio.run(story())


def test_a_code_that_does_not_exist_has_the_preview_of_the_game(running: ServerProcess) -> None:
    async def story() -> None:
        async with Device(running.url) as ada, Device(running.url) as crawler:
            home = await tags(crawler.http, "/")
            assert home["og:title"] == "Punto"
            assert home["og:image"] == f"{running.url}/api/preview.png"
            picture = (await crawler.http.get("/api/preview.png")).content
            hidden = await ada.open(person("Ada"), person("Ben"), spectators=False)
            client = await ada.sit(hidden)
            await client.place()
            for code in (new_code(), "nonsense", hidden):
                for screen in ("t", "replay", "tv"):
                    assert await tags(crawler.http, f"/{screen}/{code}") == home
                answer = await crawler.http.get(f"/api/tables/{code}/preview.png")
                assert (answer.status_code, answer.content) == (200, picture)
            # Who plays there gets no other preview: it would be that of everybody they send it to.
            assert await tags(ada.http, f"/t/{hidden}") == home

    asyncio.run(story())


def test_every_other_screen_has_the_preview_of_the_game(running: ServerProcess) -> None:
    async def story() -> None:
        async with Device(running.url) as crawler:
            home = await tags(crawler.http, "/")
            for path in ("/rules", "/puzzles", "/daily", "/replay", "/nothing/here"):
                assert await tags(crawler.http, path) == home

    asyncio.run(story())


def test_a_language_that_the_catalogue_lacks_is_refused() -> None:
    with pytest.raises(ValueError, match="expected one of en, de"):
        Config(preview_language="fr")


def test_without_a_setting_the_language_is_that_of_the_system(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANGUAGE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "fi_FI.UTF-8")
    assert Config().language_of_previews == "fi"
    assert Config(preview_language="is").language_of_previews == "is"


def test_a_link_to_a_room_has_a_preview_that_shows_its_last_table(running: ServerProcess) -> None:
    async def story() -> None:
        async with company(running.url) as people:
            host, crawler = people.device(), people.device()
            opened = await people.open(host, settings={"rounds_to_win": 1})
            room = f"/r/{opened['room']}"
            found = await tags(crawler.http, room)
            assert found["og:title"] == "Ada lädt dich zu Punto ein"
            assert found["og:description"].startswith("1 Platz ist frei.")
            picture = f"{running.url}/api/rooms/{opened['room']}/preview.png"
            assert found["og:image"].startswith(picture)
            neutral = (await crawler.http.get("/api/preview.png")).content
            assert (await crawler.http.get(found["og:image"])).content == neutral
            assert await tags(crawler.http, f"/tv/{opened['room']}") == found
            ada = await people.come(opened["room"], host)
            await ada.insist("start_match", fill="random")
            playing = await tags(crawler.http, room)
            assert playing["og:description"] == say("preview.room.playing", "de")
            await ada.play_match(1)
            assert (await tags(crawler.http, room))["og:image"] != found["og:image"]
            table = ada.room["matches"][0]["table"]
            shown = (await crawler.http.get(f"/api/tables/{table}/preview.png")).content
            answer = await crawler.http.get(f"/api/rooms/{opened['room']}/preview.png")
            assert answer.content == shown != neutral
            # A locked room tells strangers no more than a code that does not exist.
            await ada.insist("set_lock", is_locked=True)
            hidden = await tags(crawler.http, f"/r/{new_code()}")
            assert await tags(crawler.http, room) == await tags(host.http, room) == hidden
            answer = await crawler.http.get(f"/api/rooms/{opened['room']}/preview.png")
            assert answer.content == neutral

    asyncio.run(story())


def test_a_code_tells_whether_it_leads_to_a_table_a_room_or_a_tournament(
    running: ServerProcess,
) -> None:
    async def story() -> None:
        async with company(running.url) as people:
            host = people.device()
            opened = await people.open(host)
            table = await host.open(person("Ada"), OPEN)
            _, tournament = await open_tournament(people)
            codes = (opened["room"], opened["short"], table.upper(), tournament)
            found = [await people.device().get(f"/api/codes/{code}") for code in codes]
            room = {"kind": "room", "code": opened["room"]}
            assert found == [
                room,
                room,
                {"kind": "table", "code": table},
                {"kind": "tournament", "code": tournament},
            ]
            missing = await people.device().http.get(f"/api/codes/{new_code()}")
            assert (missing.status_code, missing.json()["code"]) == (404, "no-such-room")

    asyncio.run(story())


def test_a_link_to_a_tournament_says_how_far_it_is(running: ServerProcess) -> None:
    async def story() -> None:
        async with company(running.url) as people:
            crawler = people.device()
            ada, code = await open_tournament(people, name="Vereinsabend", on_paper=True, rounds=2)
            link = f"/tournament/{code}"
            await ada.insist("add_players", names=["Ben", "Cleo", "Dag"])
            found = await tags(crawler.http, link)
            assert found["og:title"] == "Vereinsabend"
            assert found["og:description"] == "3 Personen nehmen teil. Mach mit: ohne Konto."
            assert found["og:image"] == f"{running.url}/api/preview.png"
            for number in (1, 2):
                await ada.insist("next_round")
                found = await tags(crawler.http, link)
                assert found["og:description"] == f"Runde {number} von 2 läuft."
                await ada.insist("set_result", round=number, pairing=1, winner=1, rounds=[])
            rows = ada.tournament["standings"]
            assert [row["place"] for row in rows] == [1, 2, 3]
            names = {one["player"]: one["name"] for one in ada.tournament["players"]}
            over = f"Das Turnier ist vorbei. {names[rows[0]['player']]} hat gewonnen."
            assert (await tags(crawler.http, link))["og:description"] == over
            # A locked one tells strangers no more than a code that does not exist.
            await ada.insist("set_lock", is_locked=True)
            hidden = await tags(crawler.http, f"/tournament/{new_code()}")
            assert await tags(crawler.http, link) == hidden

    asyncio.run(story())
