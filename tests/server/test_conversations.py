"""WebSockets: however messages come in, they are heard once, whole and in order."""

import asyncio
import socket
import time
from collections.abc import Iterator
from typing import Any, cast
from unittest.mock import Mock

import pytest
import uvicorn
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode

from punto.server.connections import Conversation
from punto.server.gate import Gate

from .serving import Served, read_all, serving


def of_client(said: bytes, opcode: Opcode = Opcode.TEXT, *, fin: bool = True) -> bytes:
    """Write a frame as a browser does."""
    return Frame(opcode, said, fin=fin).serialize(mask=True)


def answers(talk: socket.socket, count: int) -> list[bytes]:
    """Read so many short frames."""
    data, found = b"", list[bytes]()
    while len(found) < count:
        part = talk.recv(65_536)
        assert part, f"only {found} came"
        data += part
        while len(data) >= 2 and len(data) >= 2 + data[1]:
            found.append(data[2 : 2 + data[1]])
            data = data[2 + data[1] :]
    return found


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with serving() as served:
        yield served


WORDS = [b"one", b"two \xc3\xa4", b"", b"three" * 20]

WAYS = {
    "each by itself": [of_client(word) for word in WORDS],
    "all at once": [b"".join(map(of_client, WORDS))],
    "byte by byte": [bytes([byte]) for word in WORDS for byte in of_client(word)],
    "cut in the middle": [
        (whole := b"".join(map(of_client, WORDS)))[:12],
        whole[12:21],
        whole[21:],
    ],
    "in pieces": [
        of_client(WORDS[0]),
        of_client(WORDS[1][:2], fin=False) + of_client(WORDS[1][2:], Opcode.CONT),
        of_client(WORDS[2]) + of_client(WORDS[3]),
    ],
    "with signs of life between": [
        of_client(WORDS[0]) + of_client(b"", Opcode.PONG),
        of_client(b"1234", Opcode.PONG) + of_client(WORDS[1]),
        of_client(WORDS[2]),
        of_client(WORDS[3]),
    ],
}


@pytest.mark.parametrize("way", WAYS)
def test_messages_are_heard_whole_and_in_order(served: Served, way: str) -> None:
    with served.open_websocket() as talk:
        talk.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for part in WAYS[way]:
            talk.sendall(part)
            time.sleep(0.001)  # so that most parts come by themselves
        assert answers(talk, len(WORDS)) == WORDS


def test_a_thousand_messages_of_somebody_who_does_not_wait_all_count(served: Served) -> None:
    said = [str(number).encode() for number in range(1000)]
    with served.open_websocket() as talk:
        talk.sendall(b"".join(map(of_client, said)))
        assert answers(talk, len(said)) == said


def test_what_looks_like_a_message_within_a_message_is_none(served: Served) -> None:
    inner = b"\x81\x85\x00\x00\x80\x80in\xee\xe5r"
    mask = b"\x80\x80\x00\x00"
    said = bytes(byte ^ mask[place % 4] for place, byte in enumerate(inner))
    with served.open_websocket() as talk:
        talk.sendall(bytes([0x81, 0x80 | len(inner)]) + mask)
        time.sleep(0.1)  # so that the rest comes by itself
        talk.sendall(inner)
        assert answers(talk, 1) == [said]


def test_a_ping_is_answered_between_messages(served: Served) -> None:
    with served.open_websocket() as talk:
        talk.sendall(of_client(b"ping", Opcode.PING))
        assert talk.recv(100) == b"\x8a\x04ping"
        talk.sendall(of_client(b"still here"))
        assert answers(talk, 1) == [b"still here"]


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        pytest.param(of_client(b"\xff\xfe"), 1007, id="no text"),
        pytest.param(of_client(b"lost", Opcode.CONT), 1002, id="a part of nothing"),
        pytest.param(of_client(b"x" * 70_000), 1009, id="too long"),
        pytest.param(b"\x81\x04open", 1002, id="not masked"),
    ],
)
def test_what_breaks_the_rules_ends_the_connection(served: Served, frame: bytes, code: int) -> None:
    with served.open_websocket() as talk:
        talk.sendall(of_client(b"before"))
        assert answers(talk, 1) == [b"before"]
        talk.sendall(frame)
        last = read_all(talk)
    assert last[0] == 0x88
    assert int.from_bytes(last[2:4], "big") == code


def a_conversation(now: float) -> tuple[Conversation, Mock, Mock]:
    """Make one that is open, with a clock that stands still and a transport that goes nowhere."""
    loop, transport = Mock(), Mock()
    loop.time.return_value = now
    transport.is_closing.return_value = False
    transport.get_write_buffer_size.return_value = 7
    config = uvicorn.Config(cast("Any", Mock()), ws_ping_interval=5.0, ws_ping_timeout=8.0)
    talk = Conversation(
        gate=Mock(spec=Gate), config=config, server_state=ServerState(), app_state={}, _loop=loop
    )
    talk.transport = transport
    return talk, loop, transport


def test_who_was_heard_just_now_is_asked_for_a_sign_of_life_only_later() -> None:
    talk, loop, transport = a_conversation(now=100.0)
    talk.heard_at = 98.0
    talk.send_keepalive_ping()
    loop.call_later.assert_called_once_with(3.0, talk.send_keepalive_ping)
    transport.write.assert_not_called()


def test_nothing_is_sent_after_the_last_word() -> None:
    talk, _, transport = a_conversation(now=0.0)
    assert talk.write(b"a frame") == 7
    talk.close_sent = True
    talk.write(b"another")
    transport.write.assert_called_once_with(b"a frame")


def test_a_reader_who_waits_is_told_that_nothing_more_comes() -> None:
    talk, _, _ = a_conversation(now=0.0)
    talk.hang_up()
    assert talk.queue.get_nowait()["type"] == "websocket.disconnect"


def test_nothing_more_is_read_of_somebody_until_what_came_is_heard() -> None:
    async def story() -> None:
        talk, _, transport = a_conversation(now=0.0)
        talk.handshake_initiated = talk.handshake_complete = True
        talk.data_received(of_client(b"one"))
        transport.pause_reading.assert_not_called()
        talk.data_received(of_client(b"two") + of_client(b"three"))
        transport.pause_reading.assert_called_once_with()
        assert [await talk.hear(), await talk.hear()] == ["one", "two"]
        transport.resume_reading.assert_not_called()
        assert await talk.hear() == "three"
        transport.resume_reading.assert_called_once_with()

    asyncio.run(story())
