"""Tokens of programs: what they allow, what their programs see, their limits, and their end."""

import asyncio
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from punto.server.store.tokens import make_token, revoke_token
from server.client import OPEN, Client, Device, person
from server.program import Program
from server.server_process import ServerProcess, server

from .company import answer_to, stored
from .leaks import leaks_of_message
from .truth import Truth, is_in

FORBIDDEN = (
    '{"type": "set_seat", "id": "a", "seat": 1, "holder": {"kind": "open"}}',
    '{"type": "set_settings", "id": "b", "settings": {}}',
    '{"type": "start", "id": "c"}',
    '{"type": "undo", "id": "d", "last_event": 1}',
    '{"type": "stand_in", "id": "e", "seat": 1, "bot": "easy"}',
)
"""Commands of people that are not playing."""

POSTS = ("/api/tables", "/api/rooms", "/api/analysis", "/api/play_on", "/api/daily")


@pytest.mark.slow
def test_a_token_is_for_playing_and_nothing_else(tmp_path: Path) -> None:
    async def story(at: ServerProcess, token: str) -> None:
        async with Device(at.url) as ada, Program(at.url, token) as robo:
            shown = await robo.http.get("/api/token")
            assert shown.json() == {"name": "Robo", "scope": "play", "max_tables": 8, "rate": 25}
            assert "set-cookie" not in shown.headers
            code = await ada.open(person("Ada"), OPEN, rounds_to_win=1)
            for path in (*POSTS, f"/api/tables/{code}/handover", f"/api/tables/{code}/takeover"):
                refused = await robo.http.post(path, json={})
                assert (refused.status_code, refused.json()["code"]) == (403, "not-in-scope")
            host, seat = await ada.sit(code), await robo.sit(code)
            for command in FORBIDDEN:
                assert (await answer_to(seat, command))["code"] == "not-in-scope"
            sat = await seat.ask("sit", seat=2, name="Hal")
            assert sat["holder"] | {"device": 2} == sat["holder"]
            assert (sat["holder"]["name"], sat["holder"]["program"]) == ("Hal", "Robo")
            await asyncio.gather(host.play(), seat.play())
            check_secrets(at, seat, code, token)
            assert (await robo.get("/api/tables"))[0]["table"] == code
            await until_revoked(at, ada, robo, token)

    with server(tmp_path) as at:
        asyncio.run(story(at, make_token(at.database, "Robo", 1)))


def check_secrets(at: ServerProcess, seat: Client, code: str, token: str) -> None:
    """Search all that a program was sent for secrets, and the database for its token."""
    truth, number = Truth(stored(at, code)), 0
    assert truth.is_over
    for text in seat.received:
        found, number = leaks_of_message(text, truth, number)
        assert not found, text
        assert '"over"' in text or not is_in(truth.seed, text)
        assert not any(device in text for device in truth.devices)
    files = [at.database, *at.database.parent.glob("punto.sqlite-*")]
    assert not any(token.encode() in file.read_bytes() for file in files)
    assert token not in at.logged()


async def until_revoked(at: ServerProcess, ada: Device, robo: Program, token: str) -> None:
    """Revoke the token while the program is seated and while it only watches."""
    code = await ada.open(person("Ada"), OPEN)
    watched, other = await robo.sit(code), await robo.sit(await ada.open(person("Ada"), OPEN))
    revoke_token(at.database, "Robo", 2)
    with pytest.raises(InvalidStatus, match="401"):
        await robo.connect(code)
    refused = await robo.http.get(f"/api/tables/{code}")
    assert (refused.status_code, refused.json()["code"]) == (401, "token-revoked")
    assert refused.headers["www-authenticate"] == "Bearer"
    await watched.send("sit", seat=2, name="Hal")  # it is not carried out, and ends the connection
    for client in (watched, other):
        await client.until(lambda client=client: client.byes)  # type: ignore[misc]
        assert [(bye["code"], bye["reconnect"]) for bye in client.byes] == [
            ("token-revoked", False)
        ]
    assert (await ada.get(f"/api/tables/{code}"))["seats"][1] == OPEN
    for wrong in (f"{token}x", token[:-1] + "-", "punto_", "x" * 5000, ""):
        async with Device(at.url) as guesser:
            answer = await guesser.http.get(
                "/api/token", headers={"authorization": f"Bearer {wrong}".strip()}
            )
            assert (answer.status_code, answer.json()["code"]) == (401, "wrong-token")
    # The name is free again, for another program with other seats.
    async with Program(at.url, make_token(at.database, "Robo", 3)) as successor:
        assert await successor.get("/api/tables") == []


@pytest.mark.slow
def test_a_token_has_limits_of_its_own(tmp_path: Path) -> None:
    async def story(at: ServerProcess, token: str) -> None:
        async with Device(at.url) as ada, Program(at.url, token) as robo:
            codes = [await ada.open(person("Ada"), OPEN) for _ in range(2)]
            first = await robo.sit(codes[0])
            again = await robo.sit(codes[0])  # as after a lost connection: the same table
            second = await robo.sit(codes[1])
            assert second.byes[0]["code"] == "too-many-program-tables"
            await first.close()
            await again.close()
            socket = await robo.connect(codes[1])
            await socket.close()
            asking = (robo.http.get("/api/openapi.json") for _ in range(40))  # each costs 5
            refused = [it for it in await asyncio.gather(*asking) if it.status_code != 200]
            assert {it.json()["code"] for it in refused} == {"too-many-requests"}
            assert all(int(it.headers["retry-after"]) >= 1 for it in refused)
            await ada.get("/api/choices")  # the address has not paid for that

    settings = {"requests_per_second": 50, "requests_burst": 600}
    with server(tmp_path, settings) as at:
        asyncio.run(story(at, make_token(at.database, "Robo", 1, max_tables=1, rate=1)))
