"""A table of a real server on the full screen."""

import asyncio
from pathlib import Path

import pytest
from textual.pilot import Pilot

from client.following import following, quick_cell
from punto.cli._joined_room import JoinedRoom
from punto.cli._joined_table import JoinedTable
from punto.client import DeviceCookies, EndedRound, RoomLink, TableLink
from punto.rules.cell import Cell
from punto.rules.match import Match
from punto.tui.joined_screen import JoinedScreen
from server.client import OPEN, Device, person
from server.room_client import company
from server.server_process import ServerProcess, server

from .staging import LARGE, First, on_screen, text_of, until


async def open_table(url: str, *seats: dict[str, object], **settings: object) -> TableLink:
    device = Device(url)
    try:
        return TableLink(url, await device.open(*seats, **settings))
    finally:
        await device.http.aclose()


def joined_screen(joined: JoinedTable) -> First:
    return lambda app: JoinedScreen(app.look, joined)


async def shown(pilot: Pilot[None], *texts: str) -> None:
    """Wait until all of these are on the screen, each on one line."""

    def are_there() -> bool:
        words = " ".join(text_of(pilot).split())
        return all(text in words for text in texts)

    await until(pilot, are_there)


async def place(pilot: Pilot[None], joined: JoinedTable) -> None:
    """Place the card in hand where the cursor is, once the screen shows the turn."""
    screen, number, position = pilot.app.screen, joined.table.number, joined.table.position
    assert isinstance(screen, JoinedScreen)
    assert position is not None
    board = screen.board
    if screen.ended is not None:
        await pilot.press("enter")
    await until(pilot, lambda: set(board.state.legal) == set(position.legal_cells))
    board.move_cursor(Cell(quick_cell(position)))
    await pilot.press("enter")
    await until(pilot, lambda: joined.table.number > number)


def ended_round() -> EndedRound:
    """Return how the first round of a match of two ended."""
    match = Match("2p", seed=bytes(32))
    while match.round_number == 1:
        match.place(quick_cell(match.position()))
    played = match.rounds[0]
    assert played.end is not None
    return EndedRound(1, played.end, played.table.stacks(), played.table.last)


@pytest.mark.slow
def test_lobby_match_and_rematch(tmp_path: Path) -> None:
    async def run(url: str) -> None:
        link = await open_table(url, OPEN, OPEN, rounds_to_win=1, start=1)
        joined = JoinedTable(link, DeviceCookies(), name="Ada")
        async with on_screen(joined_screen(joined), size=LARGE) as pilot:
            await shown(pilot, "Ada sits at seat 1.", "Waiting for one more player.")
            async with following(link) as ben:
                await ben.client.send("sit", seat=2, name="Ben")
                await shown(pilot, "Your turn, with the")
                await pilot.press("left")
                await shown(pilot, "Punto, round 1:")
                await place(pilot, joined)
                await ben.until(lambda: ben.is_my_turn)
                screen = pilot.app.screen
                assert isinstance(screen, JoinedScreen)
                screen.ended = ended_round()
                screen.show()
                await shown(pilot, "Enter continues.")
                await pilot.press("enter")
                await shown(pilot, "Ben to play, with the")
                await ben.client.send("resign", seat=2)
                await shown(pilot, "Ada wins the match.")
                await pilot.press("p")
                await shown(pilot, "for the others…")
                await ben.until(lambda: ben.table.rematch_offers)
                await ben.client.send("rematch", seat=2)
                await ben.until(lambda: ben.table.next_code)
            await until(pilot, lambda: joined.link.code != link.code and joined.mine == (1,))
            await shown(pilot, "with the")
            await pilot.press("q")
            assert joined.link.code in pilot.app.farewell  # type: ignore[attr-defined]

    with server(tmp_path) as running:
        asyncio.run(run(running.url))


@pytest.mark.slow
def test_a_lost_server_and_people_who_are_away(tmp_path: Path) -> None:
    async def run(running: ServerProcess) -> None:
        link = await open_table(running.url, person("Ben"), OPEN, start=2)
        joined = JoinedTable(link, DeviceCookies(), name="Ada")
        async with on_screen(joined_screen(joined), size=LARGE) as pilot:
            await shown(pilot, "Your turn, with the", "Away")
            await asyncio.to_thread(running.kill)
            await shown(pilot, "Connection lost. Reconnecting…")
            await pilot.press("enter")
            await asyncio.to_thread(running.start)
            await until(pilot, lambda: joined.table.seat_to_move == 1)
            await shown(pilot, "Ben to play, with the")
            await pilot.press("enter")
            await shown(pilot, "Not yet: Ben to play.")
            events = (await joined.client.http.get(f"{link.path}/events?since=0"))["events"]
            assert [it["cell"] for it in events if it["kind"] == "placed"] == ["f6"]

    with server(tmp_path) as running:
        asyncio.run(run(running))


def test_what_people_ask_for(tmp_path: Path) -> None:
    async def run(url: str) -> None:
        link = await open_table(url, OPEN, OPEN, start=2)
        joined = JoinedTable(link, DeviceCookies(), name="Ada")
        async with on_screen(joined_screen(joined), size=LARGE) as pilot, following(link) as ben:
            await shown(pilot, "Waiting for one more player.")
            await ben.client.send("sit", seat=2, name="Ben")
            await shown(pilot, "Ben to play, with the")
            await pilot.press("l")
            await shown(pilot, "Cards still held")
            await pilot.press("escape", "question_mark")
            await shown(pilot, "Let a bot play")
            await pilot.press("escape", "u")
            await shown(pilot, "No: cards can be taken back only")
            await ben.client.send("offer_end", seat=2)
            await shown(pilot, "Ben offers to end the match.")
            await pilot.press("o")
            await shown(pilot, "Play on")
            await pilot.press("escape")
            await ben.until(lambda: ben.count("end_declined") == 1)
            await pilot.press("x")
            await shown(pilot, "Give up?")
            await pilot.press("up", "enter")
            await shown(pilot, "Ada gives up: Ben wins the match.")

    with server(tmp_path) as running:
        asyncio.run(run(running.url))


def test_watching_and_a_full_table(tmp_path: Path) -> None:
    async def run(url: str) -> None:
        link = await open_table(url, person("Ada"), person("Ben"), start=1)
        watcher = JoinedTable(link, DeviceCookies(), is_watching=True)
        async with on_screen(joined_screen(watcher), size=LARGE) as pilot:
            await shown(pilot, "Ada to play, with the")
            screen = pilot.app.screen
            assert isinstance(screen, JoinedScreen)
            assert not screen.board.state.legal
        late = JoinedTable(link, DeviceCookies())
        async with on_screen(joined_screen(late)) as pilot:
            app = pilot.app
            await until(pilot, lambda: app.failure is not None)  # type: ignore[attr-defined]
            assert app.failure.code == "no-open-seat"  # type: ignore[attr-defined]

    with server(tmp_path) as running:
        asyncio.run(run(running.url))


@pytest.mark.slow
def test_an_evening_in_a_room(tmp_path: Path) -> None:
    async def run(url: str) -> None:
        async with company(url) as people:
            device = people.device()
            opened = await people.open(device, settings={"rounds_to_win": 1, "start": 2})
            ada = await people.come(opened["room"], device)
            joined = JoinedRoom(RoomLink(url, opened["room"]), DeviceCookies(), name="Ben")
            async with on_screen(joined_screen(joined), size=LARGE) as pilot:
                await shown(pilot, "Ada sits at seat 1.", "Ben sits at seat 2.", "P: Next match.")
                await pilot.press("enter", "u", "l", "x", "o", "s")  # nothing to do these with yet
                await pilot.press("p")
                await shown(pilot, "Waiting for the others…")
                await ada.insist("next_match")
                await shown(pilot, "Your turn, with the")
                await place(pilot, joined)
                await shown(pilot, "Ada to play, with the")
                table = await device.sit(joined.link.code)
                await table.ask("resign", seat=1)
                await table.close()
                await shown(pilot, "Ben wins the match.", "Score of the evening: Ben 1, Ada 0.")
                await ada.insist("next_match")
                await shown(pilot, "Ada wants the next match.", "m in.")
                first = joined.link.code
                await pilot.press("p")
                await until(pilot, lambda: joined.link.code != first and joined.mine == (2,))
                await shown(pilot, "with the")
                await pilot.press("q")
                assert opened["room"] in pilot.app.farewell  # type: ignore[attr-defined]

    with server(tmp_path) as running:
        asyncio.run(run(running.url))
