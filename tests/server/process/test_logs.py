"""Logs: their two formats, and what they leave out."""

import json
import logging
from collections.abc import Iterator

import pytest

from punto.server.process.logs import set_up

ACCESS = ('%s - "%s %s HTTP/%s" %d', "192.0.2.1:5", "GET", "/t/abc?secret=hunter2", "1.1", 200)


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)


def test_text_lines(capsys: pytest.CaptureFixture[str]) -> None:
    set_up()
    logging.getLogger("punto.server").info("table %s woke up", "abc", extra={"seats": 2})
    (line,) = capsys.readouterr().err.splitlines()
    assert line[10] == " "
    assert line.partition("Z ")[2] == "info punto.server: table abc woke up seats=2"


def test_line_breaks_are_escaped(capsys: pytest.CaptureFixture[str]) -> None:
    set_up()
    logging.getLogger("punto.server").warning("name %s", "x\n2030 error: \x1b[31mbad\x85")
    (line,) = capsys.readouterr().err.splitlines()
    assert r"name x\n2030 error: \x1b[31mbad\x85" in line


def test_json_lines(capsys: pytest.CaptureFixture[str]) -> None:
    set_up(style="json")
    logging.getLogger("punto.server").info("moved\n", extra={"seat": 2, "odd": {1}})
    try:
        int("oh")
    except ValueError:
        logging.getLogger("punto.server").exception("broken")
    first, second = map(json.loads, capsys.readouterr().err.splitlines())
    assert first.pop("time").endswith("Z")
    assert first == {
        "level": "info",
        "logger": "punto.server",
        "message": "moved",
        "seat": 2,
        "odd": "{1}",
    }
    assert second["level"] == "error"
    assert "ValueError: invalid literal" in second["exception"]


@pytest.mark.parametrize("style", ["text", "json"])
def test_requests_are_logged_only_for_debugging_and_without_queries(
    capsys: pytest.CaptureFixture[str], style: str
) -> None:
    set_up("info", "json" if style == "json" else "text")
    logging.getLogger("uvicorn.access").info(*ACCESS)
    assert capsys.readouterr().err == ""
    set_up("debug", "json" if style == "json" else "text")
    logging.getLogger("uvicorn.access").info(*ACCESS)
    said = capsys.readouterr().err
    assert "/t/abc" in said
    assert "hunter2" not in said


def test_frames_and_headers_are_never_logged(capsys: pytest.CaptureFixture[str]) -> None:
    set_up("debug")
    assert not logging.getLogger("uvicorn.error").isEnabledFor(logging.DEBUG)
    logging.getLogger("uvicorn.error").debug("< cookie: hunter2")
    assert capsys.readouterr().err == ""


def test_clients_cannot_flood_the_log(capsys: pytest.CaptureFixture[str]) -> None:
    set_up()
    logging.getLogger("uvicorn.error").warning("Invalid HTTP request received.")
    assert capsys.readouterr().err == ""
    logging.getLogger("uvicorn.error").error("Exception in ASGI application\n")
    assert "Exception in ASGI application" in capsys.readouterr().err


def test_the_level_limits_what_is_logged(capsys: pytest.CaptureFixture[str]) -> None:
    set_up("error")
    logging.getLogger("punto.server").warning("hm")
    logging.getLogger("uvicorn.error").warning("hm")
    assert capsys.readouterr().err == ""
