"""The page about programs on a server: its client plays a match with a token."""

import asyncio
import os
import re
import sys
from asyncio.subprocess import PIPE
from pathlib import Path
from typing import get_args

from punto.server.store import tokens
from punto.server.wire.commands import PLAY_COMMANDS
from punto.server.wire.programs import Scope
from punto.server.wire.rooms import ROOM_PLAY_COMMANDS
from server.client import OPEN, Device, person
from server.server_process import ServerProcess, server

PAGE = (Path(__file__).parents[2] / "docs" / "programs.md").read_text("utf-8")
(CLIENT,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


def test_the_client_on_the_page_plays_a_match(tmp_path: Path) -> None:
    lines = [line for line in CLIENT.splitlines() if line.strip()]
    assert len(lines) <= 30

    async def story(at: ServerProcess, token: str) -> None:
        async with Device(at.url) as ada:
            code = await ada.open(OPEN, person("Ada"), rounds_to_win=1)
            table = await ada.sit(code)
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-c", CLIENT, at.url, code),
                env={**os.environ, "PUNTO_TOKEN": token},
                stdout=PIPE,
            )
            await table.play()
            printed, _ = await process.communicate()
            assert re.fullmatch(r"side [12] has won\s*", printed.decode())
            holder = (await ada.get(f"/api/tables/{code}"))["seats"][0]
            assert (holder["name"], holder["program"]) == ("Robo", "Thirty lines")

    with server(tmp_path) as at:
        asyncio.run(story(at, tokens.make_token(at.database, "Thirty lines", 0)))


def test_the_page_says_what_a_token_allows() -> None:
    assert get_args(Scope) == ("play",)
    assert "scope `play`" in PAGE
    for place, commands in (("table", PLAY_COMMANDS), ("room", ROOM_PLAY_COMMANDS)):
        (sentence,) = re.findall(rf"a {place}: (`.*?)[;.]\n", PAGE)
        names = [get_args(command.model_fields["type"].annotation)[0] for command in commands]
        assert sorted(re.findall(r"`(\w+)`", sentence)) == sorted(names)
    for option, default in (("tables", tokens.DEFAULT_MAX_TABLES), ("rate", tokens.DEFAULT_RATE)):
        assert re.search(rf"\| `--{option} N` \|.*\| {default} \|", PAGE)
