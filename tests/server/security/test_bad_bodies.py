"""Bad bodies and paths get an HTTP error and change nothing."""

import json

import httpx
import pytest

from server.client import PATIENCE, person
from server.server_process import ServerProcess

from .bad_messages import BUILT_IN, HUGE, WRONG
from .company import mistakes

JSON = {"content-type": "application/json"}


def field(name: str, raw: str) -> str:
    return f'{{"settings": {{"{name}": {raw}}}}}'


BODIES: dict[str, list[str | bytes]] = {
    "no JSON": ["", " ", "{", "nul", "'", "{]", "undefined", b"\xff", b"\xed\xa0\x80", b"\0"],
    "no object": ["[]", "null", "1", '"x"', "true", "NaN", "1e400", "[" + "1," * 5000 + "1]"],
    "deep nesting": ["[" * 16_000, '{"settings":' * 1300, "[" * 8000 + "]" * 8000],
    "huge numbers": [
        *(field(name, number) for name in ("rounds_to_win", "turn_seconds") for number in HUGE),
        *("1" * 5000, field("start", "9" * 5000), field("turn_seconds", str(2**63))),
    ],
    "wrong kinds": [
        *(field(name, raw) for name in ("mode", "edition", "open_cards") for raw in WRONG[:1]),
        *(field(name, raw) for name in ("mode", "edition") for raw in WRONG if raw != '"1"'),
        *(field("rounds_to_win", raw) for raw in WRONG),
        *(field("spectators", raw) for raw in ("1", '"true"', "null", "[]")),
        *(f'{{"seats": {raw}}}' for raw in ("null", "1", '"x"', "{}", "[1]", "[[]]", "[null]")),
    ],
    "names of built-in methods": [
        *(json.dumps({name: {}}) for name in BUILT_IN),
        *(field(name, "1") for name in BUILT_IN),
        *(json.dumps({"settings": {"mode": name}}) for name in BUILT_IN),
        *(json.dumps({"seats": [{"kind": name}]}) for name in BUILT_IN),
        '{"\\ud800": 1}',
    ],
    "too many": [
        json.dumps({"seats": [person("A")] * 3}),
        json.dumps({"seats": [{"kind": "open"}] * 900}),
        '{"settings": {"mode": "2p", "start": 3}}',
    ],
    "unknown bots": [
        json.dumps({"seats": [{"kind": "bot", "bot": name}]})
        for name in ("", "nobody", "EASY", "os:system", "punto.bots", "../easy", "x" * 41, "\0")
    ],
}


@pytest.mark.parametrize("kind", BODIES)
def test_bad_bodies_open_no_table(running: ServerProcess, kind: str) -> None:
    before = mistakes(running)
    with httpx.Client(verify=False, timeout=PATIENCE, base_url=running.url, headers=JSON) as http:
        http.get("/api/choices")
        for body in BODIES[kind]:
            content = body.encode() if isinstance(body, str) else body
            answer = http.post("/api/tables", content=content)
            assert answer.status_code == 422, (body, answer.text)
            assert answer.json()["code"] in ("unreadable", "unreadable-bot")
        assert http.get("/api/tables").json() == []
    assert mistakes(running) == before


PATHS = [
    "%00",
    "%ff%fe",
    "%2e%2e",
    "..%2f..%2fetc",
    "%0d%0aset-cookie:a=b",
    "x" * 47,
    "{code}",
    "%",
]


def test_bad_paths_find_nothing(running: ServerProcess) -> None:
    before = mistakes(running)
    with httpx.Client(verify=False, timeout=PATIENCE, base_url=running.url, headers=JSON) as http:
        for path in PATHS:
            for rest in ("", "/events", "/record", "/invite.svg"):
                answer = http.get(f"/api/tables/{path}{rest}")
                assert answer.status_code == 404, path
            for rest in ("/handover", "/takeover"):
                answer = http.post(f"/api/tables/{path}{rest}", json={"key": "x" * 32})
                assert answer.status_code == 404
        for since in ("-1", "1e3", "NaN", "", "x", "9" * 400, "1.5", "0x1", "%00"):
            answer = http.get(f"/api/tables/dhkl-moqr-wxyd/events?since={since}")
            assert answer.status_code == 422, since
        keys: list[object] = ["", "x", "x" * 65, "é" * 30, " " * 32, "x" * 32 + "\n", None, 1, []]
        for key in keys:
            path = "/api/tables/dhkl-moqr-wxyd/takeover"
            answer = http.post(path, json={"key": key})
            assert answer.status_code == 422, key
    assert mistakes(running) == before
