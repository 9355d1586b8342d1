"""Everything for clients passes through `outgoing`, and nothing else can be sent."""

import ast
import asyncio
import json
from contextlib import suppress
from pathlib import Path

import pytest
from websockets.asyncio.client import ClientConnection

import punto.server
from punto.server.table import client_view

from ..client import OPEN, Device, person
from ..in_process import serving

SERVER = Path(punto.server.__file__).parent
DOOR = SERVER / "table" / "client_view.py"
MADE_HERE = {"ClientText", "ClientBytes", "PublicEvent"}


def calls(file: Path) -> set[str]:
    """Name the functions and methods that a file calls."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Call):
            called = node.func
            name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
            found.add(name)
    return found


@pytest.mark.parametrize("file", sorted(SERVER.rglob("*.py")), ids=lambda file: file.stem)
def test_only_one_module_makes_what_may_be_sent(file: Path) -> None:
    if file != DOOR:
        assert not calls(file) & MADE_HERE


def test_inside_that_module_one_function_does() -> None:
    tree = ast.parse(DOOR.read_text())
    makers = {
        function.name
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef)
        for node in ast.walk(function)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "ClientText"
    }
    assert makers == {"outgoing"}


def test_every_byte_about_a_table_passes_that_function(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, real = {str(client_view.BEAT_MESSAGE)}, client_view.outgoing

    def recorded(visible: client_view.Visible) -> client_view.ClientText:
        text = real(visible)
        made.add(str(text))
        return text

    monkeypatch.setattr(client_view, "outgoing", recorded)

    async def read_all(socket: ClientConnection) -> list[str]:
        texts = []
        with suppress(TimeoutError):
            while True:
                texts.append(str(await asyncio.wait_for(socket.recv(), 0.5)))
        return texts

    async def say(socket: ClientConnection, type_: str, **values: object) -> None:
        await socket.send(json.dumps({"type": type_, "id": type_, **values}))

    async def story(url: str) -> None:
        async with Device(url) as ada, Device(url) as ben:
            seats: list[dict[str, object]] = [person("Ada"), OPEN]
            opened = await ada.http.post(
                "/api/tables", json={"seats": seats, "settings": {"start": 1}}
            )
            bodies, code = [opened], opened.json()["table"]
            async with await ada.connect(code) as here, await ben.connect(code) as there:
                await say(there, "sit", seat=2, name="Ben")
                await say(here, "react", seat=1, reaction="hello")
                await asyncio.sleep(0.3)
                await say(here, "place", last_event=3, seat=1, cell="f6")
                await say(here, "place", last_event=3, seat=1, cell="zz")
                await here.send('{"type":"beat"}')
                await say(there, "stand_in", seat=1, bot="easy")
                await asyncio.sleep(0.3)
                await say(there, "resign", seat=2)
                sent = await read_all(here) + await read_all(there)
            paths = ("", f"/{code}", f"/{code}/events", f"/{code}/record", "/none")
            bodies += [await ada.http.get(f"/api/tables{path}") for path in paths]
            bodies.append(await ada.http.post(f"/api/tables/{code}/handover"))
            kinds = {json.loads(text)["type"] for text in sent}
            assert kinds == {"you", "snapshot", "events", "presence", "reaction", "refused", "beat"}
            assert {body.status_code for body in bodies} == {200, 201, 404}
            for text in (*sent, *(body.text for body in bodies)):
                assert text in made

    with serving(tmp_path / "punto.sqlite") as url:
        asyncio.run(story(url))
