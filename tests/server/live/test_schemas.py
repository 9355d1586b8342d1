"""The published schemas of requests and messages, and that responses match them."""

import asyncio
import json
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from punto.server.api.schema import socket_schema
from punto.server.store.tokens import make_token
from punto.server.wire.commands import CLIENT_MESSAGE

from ..client import Message, bot, person
from ..contract import closed, validator
from ..gathering import gathering
from ..server_process import ServerProcess

TOURNAMENT_PARTS = ("rounds", "standings.csv", "results.csv", "records.zip", "invite.svg")
RECORD = (Path(__file__).parents[3] / "docs" / "evening.punto").read_bytes()

COMMANDS: list[Message] = [
    {"type": "sit", "seat": 1, "name": "Ada"},
    {"type": "leave", "seat": 1},
    {"type": "set_seat", "seat": 1, "holder": {"kind": "bot", "bot": "easy"}},
    {"type": "set_settings", "settings": {"mode": "teams", "turn_seconds": 60}},
    {"type": "start", "fill": "easy"},
    {"type": "place", "last_event": 2, "seat": 1, "cell": "f6"},
    {"type": "undo", "last_event": 2},
    {"type": "react", "seat": 1, "reaction": "wow"},
    {"type": "resign", "seat": 1},
    {"type": "offer_end", "seat": 1},
    {"type": "decline_end", "seat": 1},
    {"type": "offer_pause", "seat": 1},
    {"type": "resume", "seat": 1},
    {"type": "rematch", "seat": 1},
    {"type": "stand_in", "seat": 1, "bot": "easy"},
]


def test_every_message_of_the_socket_is_published_beside_the_requests(
    running: ServerProcess,
) -> None:
    async def story() -> None:
        async with gathering(running.url) as people:
            device = people.device()
            published = await device.get("/api/socket.json")
            assert published == json.loads(json.dumps(socket_schema()))
            jsonschema_rs.meta.validate(published)
            messages = published["$defs"]["ServerMessage"]["discriminator"]["mapping"]
            sent = ["beat", "bye", "events", "presence", "reaction", "refused", "snapshot", "you"]
            assert sorted(messages) == sent
            commands = published["$defs"]["ClientMessage"]["discriminator"]["mapping"]
            assert sorted(commands) == sorted(["beat", *(c["type"] for c in COMMANDS)])

    asyncio.run(story())


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: str(command["type"]))
def test_the_schema_takes_the_commands_that_the_server_takes_and_no_others(
    command: Message,
) -> None:
    good = {"id": "1", **command}
    CLIENT_MESSAGE.validate_json(json.dumps(good))
    assert validator("ClientMessage").is_valid(good)
    bad = [command, {**good, "id": ""}, {**good, "id": "x" * 41}, {**good, "more": 1}]
    for name in good:
        bad.append({**good, name: None} if name != "fill" else {**good, name: 7})
        bad.append({**good, name: "no such thing, and longer than all names may be " * 2})
    for wrong in bad:
        assert not validator("ClientMessage").is_valid(wrong), wrong
        with pytest.raises(ValueError, match="validation error"):
            CLIENT_MESSAGE.validate_json(json.dumps(wrong))


def test_every_request_is_published_and_answers_are_as_it_says(running: ServerProcess) -> None:
    async def story() -> None:
        async with gathering(running.url) as people:
            host, other = people.device(), people.device()
            openapi = await host.get("/api/openapi.json")
            seats = [person("Ada"), bot("random")]
            opened = await host.http.post("/api/tables", json={"seats": seats})
            code = opened.json()["table"]
            client = await people.sit(code, host)
            await client.place() if client.turn and client.turn["seat"] == 1 else None
            handover = await host.http.post(f"/api/tables/{code}/handover")
            key = {"key": handover.json()["key"]}
            today = await host.http.get("/api/puzzles/days/2026-12-24")
            puzzle = f"/api/puzzles/{today.json()['name']}"
            room = await host.http.post("/api/rooms", json={"name": "Ada"})
            at_room = f"/api/rooms/{room.json()['room']}"
            token = make_token(running.database, "Robo", 1)
            plan = {"name": "Club night", "on_paper": True}
            tournament = await host.http.post("/api/tournaments", json={"plan": plan})
            at_tournament = f"/api/tournaments/{tournament.json()['tournament']}"
            answers = {
                ("get", "/api/choices"): await host.http.get("/api/choices"),
                ("get", "/api/socket.json"): await host.http.get("/api/socket.json"),
                ("post", "/api/tables"): opened,
                ("get", "/api/tables"): await host.http.get("/api/tables"),
                ("get", "/api/tables/{code}"): await host.http.get(f"/api/tables/{code}"),
                ("get", "/api/tables/{code}/events"): await host.http.get(
                    f"/api/tables/{code}/events"
                ),
                ("post", "/api/tables/{code}/handover"): handover,
                ("post", "/api/tables/{code}/takeover"): await other.http.post(
                    f"/api/tables/{code}/takeover", json=key
                ),
                ("get", "/api/tables/{code}/record"): await host.http.get(
                    f"/api/tables/{code}/record"
                ),
                ("get", "/api/tables/{code}/replay"): await host.http.get(
                    f"/api/tables/{code}/replay"
                ),
                ("post", "/api/records"): await host.http.post(
                    "/api/records", content=RECORD, headers={"content-type": "text/plain"}
                ),
                ("get", "/api/token"): await other.http.get(
                    "/api/token", headers={"authorization": f"Bearer {token}"}
                ),
                ("get", "/api/daily"): await host.http.get("/api/daily"),
                ("post", "/api/daily"): await host.http.post("/api/daily", json={"name": "Ada"}),
                ("get", "/api/puzzles"): await host.http.get("/api/puzzles"),
                ("get", "/api/puzzles/{mode}/{kind}"): await host.http.get("/api/puzzles/2p/win"),
                ("get", "/api/puzzles/days/{day}"): today,
                ("get", "/api/puzzles/{name}/cells/{cell}"): await host.http.get(
                    f"{puzzle}/cells/{today.json()['answer']}"
                ),
                ("post", "/api/analysis"): await host.http.post(
                    "/api/analysis",
                    json={
                        "wants": "cells",
                        "subject": {"about": "record", "record": RECORD.decode(), "moment": "1.3"},
                    },
                ),
                ("post", "/api/play_on"): await host.http.post(
                    "/api/play_on",
                    json={
                        "subject": {"about": "record", "record": RECORD.decode()},
                        "moment": "1.3",
                        "seat": 1,
                        "name": "Ada",
                        "bot": "easy",
                    },
                ),
                ("get", "/api/tables/{code}/invite.svg"): await host.http.get(
                    f"/api/tables/{code}/invite.svg"
                ),
                ("get", "/api/tables/{code}/preview.png"): await host.http.get(
                    f"/api/tables/{code}/preview.png"
                ),
                ("get", "/api/preview.png"): await host.http.get("/api/preview.png"),
                ("post", "/api/tournaments"): tournament,
                ("get", "/api/tournaments"): await host.http.get("/api/tournaments"),
                ("get", "/api/tournaments/{code}"): await host.http.get(at_tournament),
                **{
                    ("get", f"/api/tournaments/{{code}}/{part}"): await host.http.get(
                        f"{at_tournament}/{part}"
                    )
                    for part in TOURNAMENT_PARTS
                },
                ("post", "/api/rooms"): room,
                ("get", "/api/rooms"): await host.http.get("/api/rooms"),
                ("get", "/api/rooms/{code}"): await host.http.get(at_room),
                ("get", "/api/rooms/open"): await host.http.get("/api/rooms/open"),
                ("get", "/api/codes/{code}"): await host.http.get(f"/api/codes/{code}"),
                ("get", "/api/rooms/{code}/preview.png"): await host.http.get(
                    f"{at_room}/preview.png"
                ),
                ("get", "/api/rooms/{code}/invite.svg"): await host.http.get(
                    f"{at_room}/invite.svg"
                ),
            }
            described = {
                (method, path) for path, methods in openapi["paths"].items() for method in methods
            }
            assert described == set(answers)
            for (method, path), response in answers.items():
                answer = openapi["paths"][path][method]["responses"][str(response.status_code)]
                (kind,) = answer["content"]
                assert response.headers["content-type"].startswith(kind)
                if kind == "application/json":
                    check(openapi, answer["content"][kind]["schema"], response.json())
            assert answers["get", "/api/token"].json()["name"] == "Robo"
            assert answers["get", "/api/tables/{code}/record"].json()["code"] == "not-over"

    asyncio.run(story())


def check(openapi: Message, schema: Message, value: Any) -> None:
    """Hold an answer against its schema, with no key more than that names."""
    whole = closed({"components": openapi["components"], **schema})
    errors = list(jsonschema_rs.Draft202012Validator(whole).iter_errors(value))
    assert not errors, errors
