"""Who plays the next match of a room: seats of those who do not answer, and rotation."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from server.server_process import server

from .conftest import Visit
from .devices import Device
from .playing import STILL
from .test_evening import at_the_match, enter, score, seat

pytestmark = [pytest.mark.slow, pytest.mark.parametrize("language", ["en", "de"])]


def test_nobody_waits_for_somebody_who_does_not_answer(
    tmp_path: Path, visit: Visit, language: str
) -> None:
    with server(tmp_path, {"answer_seconds": 2}) as process:
        ada, ben = (visit(process.url, likes=STILL, language=language) for _ in range(2))
        ada.go(f"/r/{ada.ask('rooms', {'name': 'Ada'})['room']}")
        substitute = ada.page.get_by_label(ada.words("room.substitute"))

        def choose(key: str, value: str) -> None:
            substitute.select_option(label=ada.words(key))
            expect(substitute).to_have_value(value)

        choose("bot.easy", "easy")
        choose("room.substitute.none", "")
        ben.page.goto(ada.page.url)
        enter(ben, "Ben")
        expect(seat(ada, 2)).to_contain_text("Ben")

        # The seat opens, no match begins, and whoever lost the seat can take it again.
        ada.button("room.call").click()
        for visitor in (ada, ben):
            expect(seat(visitor, 2)).to_contain_text(visitor.words("seat.open"))
            expect(visitor.button("room.call")).to_be_enabled()
            expect(visitor.page.locator(".call")).to_have_count(0)
        seat(ben, 2).get_by_role("button", name=ben.words("lobby.sit")).click()
        expect(seat(ada, 2)).to_contain_text("Ben")

        # Or a bot takes it.
        choose("bot.easy", "easy")
        ada.button("room.call").click()
        at_the_match(ada)
        expect(ada.page.locator(".player").filter(has_text="Ben")).to_have_count(0)
        for visitor in (ada, ben):
            visitor.context.close()


def test_whoever_sat_out_plays_the_next_match_if_the_room_rotates(
    visit: Visit, language: str
) -> None:
    ada = visit(likes=STILL, language=language)
    code = ada.ask("rooms", {"name": "Ada"})["room"]
    ada.go(f"/r/{code}")
    ben, cleo = Device(ada.link), Device(ada.link)
    with ben.at(f"rooms/{code}") as in_room, cleo.at(f"rooms/{code}") as also_in_room:
        in_room.do("join", name="Ben")
        also_in_room.do("join", name="Cleo")
        rotates = ada.page.get_by_label(ada.words("room.rotates"), exact=False)
        rotates.check()
        expect(rotates).to_be_checked()
        playing = ("Ada", "Ben")
        # Who loses sits there without a screen, always in the second seat.
        for loser, following in ((ben, ("Ada", "Cleo")), (cleo, ("Ben", "Cleo"))):
            for number, name in enumerate(playing, start=1):
                expect(seat(ada, number)).to_contain_text(name)
            ada.button("lobby.begin").click()
            at_the_match(ada)
            table = ada.ask(f"rooms/{code}")["table"]
            loser.do(f"tables/{table}", "resign", seat=2)
            ada.button("room.back").click()
            playing = following
        for number, name in enumerate(playing, start=1):
            expect(seat(ada, number)).to_contain_text(name)
        assert [score(ada, name)[0] for name in ("Ada", "Ben", "Cleo")] == ["2", "1", "1"]
        # Now Ada sits out, and watches the match of the others.
        ada.button("lobby.begin").click()
        at_the_match(ada)
        expect(ada.page.locator(".player").filter(has_text="Ada")).to_have_count(0)
