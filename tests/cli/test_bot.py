"""`punto bot` in a process of its own: bots and engines at tables and in rooms of a real server."""

import asyncio
import json
import os
import shlex
from pathlib import Path
from typing import Any

import pytest

from protocol.other_engine import FIRST_CELL, node_program
from punto.cli._table_news import describe_lobby
from punto.client.remote_table import read_table
from punto.server.table.client_view import table_shape
from punto.server.wire.programs import device_of_program
from server.client import OPEN, Device, person
from server.room_client import company
from server.server_process import ServerProcess, server
from server.table.scene import Scene

from .conftest import Here
from .running import PATIENCE, Lines, running

CRASHING = """
const fs = require("node:fs");
let questions = 0;
process.stdin.on("data", (text) => {
  questions += String(text).split("\\n").filter((line) => line.startsWith("go")).length;
  if (questions === 3 && !fs.existsSync(FLAG)) {
    fs.writeFileSync(FLAG, "");
    process.exit(3);
  }
});
require(ENGINE);
"""
"""The engine in JavaScript, which crashes once when it is asked for its third card."""


def crashing_engine(folder: Path) -> str:
    file = folder / "crashing.js"
    text = CRASHING.replace("FLAG", json.dumps(str(folder / "crashed")))
    file.write_text(text.replace("ENGINE", json.dumps(str(FIRST_CELL))), "utf-8")
    return shlex.join([node_program(), str(file)])


def make_token(here: Here, at: ServerProcess, name: str, *arguments: str) -> str:
    made = here("token", "make", name, "--database", at.database, *arguments)
    assert made.returncode == 0, made.stderr
    return made.stdout.strip()


async def ended(lines: Lines) -> int:
    return await asyncio.to_thread(lines.process.wait, PATIENCE)


@pytest.mark.slow
def test_an_engine_in_javascript_plays_at_a_table_through_crashes(
    here: Here, tmp_path: Path
) -> None:
    with server(tmp_path) as at:
        token = make_token(here, at, "First Cell")
        assert token.encode() not in at.database.read_bytes()
        engine = crashing_engine(tmp_path)
        asyncio.run(play_through_crashes(here, at, tmp_path, token, engine))


async def play_through_crashes(
    here: Here, at: ServerProcess, folder: Path, token: str, engine: str
) -> None:
    async with Device(at.url) as device:
        code = await device.open(person("Ada"), OPEN, rounds_to_win=1)
        ada = await device.sit(code)
        link = f"{at.url}/t/{code}"
        command = ("bot", "--server", at.url, "--engine", engine, link)
        with running(folder, *command, PUNTO_TOKEN=token) as lines:
            await ada.until(lambda: ada.phase == "playing")
            playing = asyncio.create_task(ada.play())
            await ada.until(lambda: cards_of(ada.events, 2) >= 4)  # the engine has crashed
            assert (folder / "crashed").exists()
            await asyncio.to_thread(at.kill)
            await asyncio.to_thread(at.start)
            await playing
            events = await device.events(code)
            assert [event["number"] for event in events] == [*range(1, len(events) + 1)]
            seat = next(event["seats"][1] for event in events if event["kind"] == "started")
            assert seat["program"] == "First Cell"
            assert seat["name"] == "First Cell"
            assert not any(event["kind"] == "stood_in" for event in events)
            await ada.ask("rematch", seat=1)
            await ada.until(lambda: any(it["kind"] == "rematched" for it in ada.events.values()))
            rematch = next(it for it in ada.events.values() if it["kind"] == "rematched")
            second = await device.sit(rematch["table"])
            playing = asyncio.create_task(second.play())
            await second.until(lambda: cards_of(second.events, 2) >= 1)
            revoked = here("token", "revoke", "First Cell", "--database", at.database)
            assert revoked.returncode == 0
            assert await ended(lines) == 2
            playing.cancel()
        assert "Took seat 2." in lines.text
        assert "First cell ended with exit code 3. It is asked again." in lines.text
        assert "Connection lost" in lines.text
        assert "revoked this token" in lines.text
        assert token not in lines.text
        assert token not in at.logged()


def cards_of(events: dict[int, dict[str, Any]], seat: int) -> int:
    return sum(it["kind"] == "placed" and it["seat"] == seat for it in events.values())


@pytest.mark.slow
def test_a_bot_plays_at_several_tables_and_in_a_room_and_returns_to_them(
    here: Here, tmp_path: Path
) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text(
        "from punto.bots import Bot\n"
        "BOT = Bot('mine', 'Takes the last cell.', lambda view, random: view.legal_cells[-1])\n",
        "utf-8",
    )

    async def story(at: ServerProcess, token: str) -> None:
        async with Device(at.url) as ada, company(at.url) as people:
            codes = [await ada.open(person("Ada"), OPEN, rounds_to_win=1) for _ in range(2)]
            opened = await people.open(ada, settings={"rounds_to_win": 1})
            host = await people.come(opened["room"], ada)
            places = [*codes, opened["short"]]
            command = ("bot", "--server", at.url, "--bot", f"{mine}:BOT", "--once")
            with running(tmp_path, *command, *places, PUNTO_TOKEN=token):
                tables = [await ada.sit(code) for code in codes]
                await tables[1].until(lambda: tables[1].phase == "playing")
                await tables[0].play()
                await host.until(lambda: None not in host.seats)
                (robot,) = [one for one in host.room["members"] if "program" in one]
                assert robot["program"] == "Robo"
                assert (await host.ask("make_host", member=robot["member"]))["code"] == (
                    "program-not-host"
                )
                for match in (1, 2):
                    await host.insist("next_match")
                    await host.play_match(match)
            # It was killed at the second table. Without a link it goes on there, and in the room.
            with running(tmp_path, *command, PUNTO_TOKEN=token):
                await tables[1].play()
                await host.insist("next_match")
                await host.play_match(3)
            assert host.results == ["won"] * 3
            shown = [await ada.get(f"/api/tables/{code}") for code in codes]
            assert [table["seats"][1]["program"] for table in shown] == ["Robo"] * 2

    with server(tmp_path) as at:
        asyncio.run(story(at, make_token(here, at, "Robo")))


def test_what_is_missing_is_said(
    here: Here, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = tmp_path / "punto.sqlite"
    monkeypatch.delenv("PUNTO_TOKEN", raising=False)
    link = "http://127.0.0.1:9/t/dhkl-moqr-wxyd"
    assert "`punto token make`" in here("bot", "--bot", "easy", link).stderr
    (tmp_path / "token").write_text(f"punto_{'x' * 43}\n", "ascii")
    played = ("bot", "--bot", "easy", "--token-file", tmp_path / "token")
    assert "cannot be reached" in here(*played, link).stderr
    assert "needs a link to a table or room" in here(*played).stderr
    alone = here(*played, "http://127.0.0.1:9/").stderr
    assert "'http://127.0.0.1:9/' is the address of a server" in alone
    assert "for one server" in here(*played, link, link.replace(":9", ":10")).stderr
    assert "for one server" in here(*played, "--server", "http://localhost", link).stderr
    monkeypatch.setenv("PUNTO_TOKEN", "two words")
    assert "not a token" in here("bot", "--bot", "easy", link).stderr
    assert "PUNTO_TOKEN" not in os.environ, "an engine would get it"
    for words, sentence in (
        (["list"], "there is no database here"),
        (["make"], "need the name of a program"),
        (["list", "Robo"], "takes none"),
        (["make", "two  spaces"], "not a name for a program"),
        (["make", "x" * 25], "at most 24 characters"),
        (["revoke", "Robo", "--tables", "3"], "--tables needs"),
    ):
        done = here("token", *words, "--database", database)
        assert done.returncode == 2
        assert sentence in done.stderr, words
    assert not database.exists()
    assert here("token", "make", "Robo", "--database", database).stdout.startswith("punto_")
    assert "revoke it first" in here("token", "make", "Robo", "--database", database).stderr
    listed = here("token", "list", "--database", database).stdout
    assert listed.startswith("Robo: made ")
    assert "punto_" not in listed
    here("token", "revoke", "Robo", "--database", database)
    assert ", revoked " in here("token", "list", "--database", database).stdout
    assert "no program" in here("token", "revoke", "Robo", "--database", database).stderr


def test_the_terminal_names_the_program_at_a_seat() -> None:
    scene = Scene(person("Ada"), OPEN, OPEN, mode="3p", begins_when_full=False)
    for seat, (name, program) in enumerate([("Hal", "First Cell"), ("Robo", "Robo")], 2):
        scene.do(device_of_program(str(seat), program), "sit", seat=seat, name=name)
    assert describe_lobby(read_table(table_shape(scene.table)))[:3] == [
        "Ada sits at seat 1.",
        "Hal (program First Cell) sits at seat 2.",
        "Robo (program) sits at seat 3.",
    ]
