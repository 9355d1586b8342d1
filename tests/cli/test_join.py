"""`punto join` line by line, in a process of its own, at tables of a real server."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from client.following import Follower, following, quick_cell
from punto.client import TableLink
from punto.words import LANGUAGES, texts
from server.client import OPEN, Device, bot, person
from server.room_client import company
from server.server_process import ServerProcess, server

from .conftest import Here
from .running import Lines, running


@contextmanager
def joined(state: Path, *arguments: object) -> Iterator[Lines]:
    with running(state, "join", *arguments) as lines:
        yield lines


async def open_table(url: str, *seats: dict[str, object], **settings: object) -> TableLink:
    device = Device(url)
    try:
        return TableLink(url, await device.open(*seats, **settings))
    finally:
        await device.http.aclose()


async def answer_all(lines: Lines, ben: Follower) -> None:
    """Answer every question as `quick_cell` chooses until the match is over."""
    cards = 0
    while not ben.table.over:
        await ben.until(lambda: ben.table.seat_to_move == 1 or ben.is_my_turn or ben.table.over)
        position = ben.table.position
        assert position is not None
        if ben.table.over:
            break
        cell = quick_cell(position)
        if ben.is_my_turn:
            await ben.client.place(2, cell)
            continue
        cards += 1
        await lines.printed(r"Where\?", cards)
        number = ben.table.number
        lines.type(cell)
        await ben.until_later_than(number)


@pytest.mark.slow
def test_a_match_and_its_rematch_line_by_line(tmp_path: Path) -> None:
    async def play(url: str) -> None:
        link = await open_table(url, OPEN, OPEN, rounds_to_win=1, start=1)
        with joined(tmp_path / "ada", link, "--name", "Ada") as lines:
            await lines.printed("Ada sits at seat 1.\n")
            async with following(link) as ben:
                await ben.until(lambda: ben.table.seats[0].name == "Ada")
                await ben.client.send("sit", seat=2, name="Ben")
                await lines.printed("The match begins.\n")
                await answer_all(lines, ben)
                await lines.printed("(Ada|Ben) wins the match.\n")
                assert "Ben puts the " in lines.text
                assert "Ada puts the " not in lines.text
                assert "The end of round 1" in lines.text
                await ben.client.send("rematch", seat=2)
                await lines.printed("Ben would like another match.\n")
                lines.type("yes")
                await ben.until(lambda: ben.table.next_code)
                code = ben.table.next_code
                assert code is not None
            await lines.printed(f"Table: {url}/t/{code}\n")

    with server(tmp_path) as running:
        asyncio.run(play(running.url))


@pytest.mark.slow
def test_a_killed_server_loses_nothing_and_a_restart_gets_the_seat_back(tmp_path: Path) -> None:
    async def play(running: ServerProcess) -> None:
        link = await open_table(running.url, OPEN, person("Ben"), start=1)
        with joined(tmp_path / "ada", link.code, "--server", running.url) as lines:
            await lines.printed(r"Where\?")
            await asyncio.to_thread(running.kill)
            await lines.printed("Connection lost. Reconnecting…\n")
            lines.type("f6")
            await asyncio.to_thread(running.start)
            await lines.printed("Connected again.\n")
            async with following(link) as watcher:
                await watcher.until(lambda: watcher.table.seat_to_move == 2)
                events = (await watcher.client.http.get(f"{link.path}/events?since=0"))["events"]
                assert [it["cell"] for it in events if it["kind"] == "placed"] == ["f6"]
        async with following(link) as watcher:
            await watcher.until(lambda: 1 in watcher.client.presence.away_seats)
            with joined(tmp_path / "ada", link) as lines:
                await watcher.until(lambda: 1 not in watcher.client.presence.away_seats)
                assert watcher.table.seats[0].name == "Player 1"
                lines.end_of_input()

    with server(tmp_path) as running:
        asyncio.run(play(running))


def test_words_at_the_question(tmp_path: Path) -> None:
    async def play(url: str) -> None:
        link = await open_table(url, OPEN, bot("random"), start=1)
        with joined(tmp_path, link, "--plain") as lines:
            await lines.printed(r"Where\?", 1)
            assert "sits at seat 2.\nWaiting for one more player.\n" in lines.text
            lines.type("help")
            await lines.printed(r"Where\?", 2)
            assert "give up" in lines.text
            lines.type("a1")
            await lines.printed("No: [^\n]*f6", 1)
            await lines.printed(r"Where\?", 3)
            lines.type("z9")
            await lines.printed("No: ", 2)
            await lines.printed(r"Where\?", 4)
            lines.type("undo")
            await lines.printed("No: ", 3)
            await lines.printed(r"Where\?", 5)
            lines.type("resign")
            await lines.printed(r"Give up\?")
            lines.type("no")
            await lines.printed(r"Where\?", 6)
            lines.type("resign")
            await lines.printed(r"Give up\?", 2)
            lines.type("yes")
            await lines.printed("Player 1 gives up: [^\n]* wins the match.\n")
            await lines.printed(r"Play again\? \(yes\)")
            lines.type("no")
            assert await asyncio.to_thread(lines.wait) == 0

    with server(tmp_path) as running:
        asyncio.run(play(running.url))


CODES = {"not-a-link", "needs-server", "not-a-server-address", "no-server", "not-a-server"} | {
    "no-open-seat",
    "no-such-table",
}
"""What can be wrong before somebody has a seat."""


def test_every_error_has_a_sentence_in_every_language() -> None:
    for code in CODES:
        assert len({texts(language)[f"error.{code}"] for language in LANGUAGES}) == len(LANGUAGES)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["hello"], "kein Link zu einem Tisch"),
        (["dhkl-moqr-wxyd"], "Der Code allein sagt nicht, wo der Tisch ist"),
        (["dhkl-moqr-wxyd", "--server", "host"], "keine Adresse eines Servers"),
        (["dhkl-moqr-wxyd", "--server", "http://127.0.0.1:1"], "ist nicht erreichbar"),
    ],
)
def test_a_wrong_link_is_refused_in_a_sentence(
    here: Here, arguments: list[str], sentence: str
) -> None:
    run = here("join", *arguments, "--language", "de")
    assert run.returncode == 2
    assert run.stderr.startswith("punto: ")
    assert sentence in run.stderr


def test_an_unknown_and_a_full_table_are_refused_in_a_sentence(
    tmp_path: Path, here: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    with server(tmp_path) as running:
        full = asyncio.run(open_table(running.url, person("Ada"), person("Ben")))
        unknown = here("join", "dhkl-moqr-wxyd", "--server", running.url)
        taken = here("join", str(full))
    assert (unknown.returncode, taken.returncode) == (2, 2)
    assert unknown.stderr == "punto: there is no table with this code\n"
    assert taken.stderr.startswith("punto: this table has no open seat")


def test_watching_ends_with_the_match(tmp_path: Path) -> None:
    async def play(url: str) -> None:
        link = await open_table(url, OPEN, OPEN, rounds_to_win=1)
        async with following(link) as ada, following(link) as ben:
            await ada.client.send("sit", seat=1, name="Ada")
            with joined(tmp_path, link, "--watch") as lines:
                await lines.printed("Waiting for one more player.\n")
                await ben.client.send("sit", seat=2, name="Ben")
                await lines.printed("The match begins.\n")
                await ada.until(lambda: ada.table.phase == "playing")
                await ada.client.send("resign", seat=1)
                assert await asyncio.to_thread(lines.wait) == 0
                assert "Ada gives up: Ben wins the match." in lines.text
                assert "Where?" not in lines.text

    with server(tmp_path) as running:
        asyncio.run(play(running.url))


@pytest.mark.slow
def test_an_evening_in_a_room_line_by_line(tmp_path: Path) -> None:
    async def play(running: ServerProcess) -> None:
        url = running.url
        async with company(url) as people:
            device = people.device()
            opened = await people.open(device, settings={"rounds_to_win": 1, "start": 2})
            ada = await people.come(opened["room"], device)
            code = opened["short"]
            with joined(tmp_path / "ben", code, "--server", url, "--name", "Ben") as lines:
                await lines.printed(f"Ada.s room: {url}/r/{code}\n")
                await lines.printed("Ben sits at seat 2.\n")
                await lines.printed(r"Next match\? \(yes\)")
                await ada.insist("next_match")
                await lines.printed("Ada wants the next match.\n")
                await lines.printed(r"I.m in\? \(yes\)")
                lines.type("yes")
                await lines.printed(r"Where\?")
                first = TableLink(url, ada.room["table"])
                await asyncio.to_thread(running.kill)
                await lines.printed("Connection lost. Reconnecting…\n")
                lines.type("f6")
                await asyncio.to_thread(running.start)
                await lines.printed("Connected again.\n")
                async with following(first) as watcher:
                    await watcher.until(lambda: watcher.table.seat_to_move == 1)
                table = await device.sit(first.code)
                await table.ask("resign", seat=1)
                await table.close()
                await lines.printed("Score of the evening: Ben 1, Ada 0.\n")
                await lines.printed(r"Next match\?", 2)
                lines.type("yes")
                await lines.printed("Waiting for the others…")
                await ada.insist("next_match")
                await lines.printed(f"Table: {url}/t/", 2)
                assert ada.room["table"] != first.code
                lines.end_of_input()
                assert await asyncio.to_thread(lines.wait) == 0
                assert f"To come back: punto join {url}/r/{ada.room['room']}" in lines.text

    with server(tmp_path) as running:
        asyncio.run(play(running))


def test_watching_a_room(tmp_path: Path) -> None:
    async def play(url: str) -> None:
        async with company(url) as people:
            device = people.device()
            opened = await people.open(device, settings={"rounds_to_win": 1})
            ada = await people.come(opened["room"], device)
            ben = await people.come(opened["room"], name="Ben")
            with joined(tmp_path, opened["link"], "--watch") as lines:
                await lines.printed("Ben sits at seat 2.\n")
                await ada.insist("start_match")
                await lines.printed("Table: ")
                table = await ben.device.sit(ada.room["table"])
                await table.ask("resign", seat=2)
                await table.close()
                await lines.printed("Ben gives up: Ada wins the match.\n")
                await lines.printed("Score of the evening: Ada 1, Ben 0.\n")
                await ada.insist("start_match")
                await lines.printed("Table: ", 2)
                assert "?" not in lines.text

    with server(tmp_path) as running:
        asyncio.run(play(running.url))


def test_an_unknown_room_is_refused_in_a_sentence(tmp_path: Path, here: Here) -> None:
    with server(tmp_path) as running:
        unknown = here("join", "dhklmo", "--server", running.url)
    assert unknown.returncode == 2
    assert unknown.stderr == "punto: there is no open room with this code\n"
