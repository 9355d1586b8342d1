"""Running the server: the port, the base path, proxies, and the shutdown."""

import signal
import socket
import time

import pytest

from punto.server.run import FORCE_EXIT_SECONDS
from server.serving import PATIENCE, read_all, running, serving, text_frame

PROMISED = 5.0
MARGIN = 10.0
"""Seconds of tolerance for a busy machine."""


def body(answer: str) -> list[str]:
    return answer.partition("\r\n\r\n")[2].split("|")


def test_the_server_reports_its_link_once_it_answers() -> None:
    with serving() as served:
        assert served.link == f"http://127.0.0.1:{served.port}/"
        answer = served.ask("/some?secret=1")
        assert answer.startswith("HTTP/1.1 200 OK\r\n")
        assert "\r\nserver: punto\r\n" in answer
        assert body(answer) == ["", "/some", "127.0.0.1", "http"]


@pytest.mark.parametrize("asked", ["/game/t/x", "/t/x"])
def test_a_proxy_may_strip_the_base_path_or_not(asked: str) -> None:
    with serving("base_path=/game") as served:
        assert served.link.endswith("/game/")
        assert body(served.ask(asked))[:2] == ["/game", "/game/t/x"]


def test_forwarding_headers_count_only_from_trusted_proxies() -> None:
    headers = ("x-forwarded-for: 192.0.2.7", "x-forwarded-proto: https")
    with serving() as served:
        assert body(served.ask("/", *headers))[2:] == ["127.0.0.1", "http"]
    with serving("trusted_proxies=127.0.0.0/8") as served:
        assert body(served.ask("/", *headers))[2:] == ["192.0.2.7", "https"]


@pytest.mark.parametrize(
    ("host", "sentence"),
    [
        ("192.0.2.1", "192.0.2.1 is no address of this computer"),
        ("no.such.invalid", "there is no address called no.such.invalid"),
    ],
)
def test_listening_on_a_foreign_address_fails_with_a_sentence(host: str, sentence: str) -> None:
    with running("port=0", f"host={host}") as process:
        assert process.communicate(timeout=PATIENCE)[0] == f"{sentence}\n"
        assert process.returncode == 2


def test_a_port_in_use_by_another_program_fails_with_a_sentence() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with running(f"port={port}") as process:
            said, _ = process.communicate(timeout=PATIENCE)
    assert said == f"port {port} is used by another program: choose another with --port\n"
    assert process.returncode == 2


def test_a_port_in_use_by_punto_fails_with_a_sentence() -> None:
    with serving() as served, running(f"port={served.port}") as process:
        said, _ = process.communicate(timeout=PATIENCE)
        assert said.startswith(f"Punto is already running at {served.link}: ")
        assert process.returncode == 2


def test_a_failed_start_reports_the_reason_and_nothing_else() -> None:
    with running("port=0", "refuse=1") as process:
        assert process.communicate(timeout=PATIENCE)[0] == "the app does not want to start\n"
        assert process.returncode == 2


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_the_shutdown_is_in_time_and_closes_an_open_websocket(number: signal.Signals) -> None:
    with serving() as served, served.open_websocket() as talk, served.connect() as silent:
        talk.sendall(text_frame("hello"))
        assert talk.recv(100).endswith(b"hello")
        begun = time.monotonic()
        served.process.send_signal(number)
        said, _ = served.process.communicate(timeout=PATIENCE)
        assert time.monotonic() - begun < PROMISED + MARGIN
        assert served.process.returncode == 0
        assert read_all(talk) == b"\x88\x02" + (1012).to_bytes(2, "big")
        assert read_all(silent) == b""
    assert [line for line in said.splitlines() if "stopping" not in line] == [
        "told",
        "gone 1012",
        "shut down",
    ]


def test_the_shutdown_is_in_time_whatever_hangs() -> None:
    with serving("hang=1") as served, served.open_websocket() as talk:
        talk.sendall(text_frame("much"))
        begun = time.monotonic()
        code, said = served.stop()
        assert time.monotonic() - begun < PROMISED + MARGIN
    assert code == 1
    assert FORCE_EXIT_SECONDS < PROMISED
    assert "shutdown took longer than" in said


def test_no_secret_is_logged_even_at_debug_level() -> None:
    with serving("log_level=debug") as served:
        served.ask("/path?hunter2", "cookie: hunter2")
        with served.open_websocket() as talk:
            talk.sendall(text_frame("hunter2"))
            assert talk.recv(100)
        _, said = served.stop()
    assert '"GET /path HTTP/1.1" 200' in said
    assert "hunter2" not in said
    assert "sec-websocket-key" not in said.lower()
