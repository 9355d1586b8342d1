"""WebSockets: messages arrive once, complete and in order, however they are sent."""

import asyncio
import socket
import time
from collections.abc import Iterator
from unittest.mock import Mock

import pytest
from websockets.frames import Frame, Opcode

from punto.server.config.settings import Config
from punto.server.live.client import ClientChannel
from punto.server.transport.budget import FrameLimits
from punto.server.transport.frames import PING, TEXT, TextFrameCache, frame
from punto.server.transport.settings import MAX_MESSAGE_BYTES
from punto.server.transport.turns import MessageTurns
from punto.server.transport.websocket import PING_AFTER_SECONDS, State, WebSocketConnection
from server.serving import Served, read_all, request, serving

UPGRADE = (
    "connection: upgrade",
    "upgrade: websocket",
    "sec-websocket-version: 13",
    "sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==",
)


def of_client(said: bytes, opcode: Opcode = Opcode.TEXT, *, fin: bool = True) -> bytes:
    """Build a frame as a browser does."""
    return Frame(opcode, said, fin=fin).serialize(mask=True)


def answers(talk: socket.socket, count: int) -> list[bytes]:
    """Read that many short frames."""
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
def test_messages_arrive_complete_and_in_order(served: Served, way: str) -> None:
    with served.open_websocket() as talk:
        talk.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for part in WAYS[way]:
            talk.sendall(part)
            time.sleep(0.001)  # so that most parts arrive separately
        assert answers(talk, len(WORDS)) == WORDS


def test_a_thousand_messages_at_once_arrive_if_the_settings_allow_them() -> None:
    said = [str(number).encode() for number in range(1000)]
    with serving("messages_burst=1000") as generous, generous.open_websocket() as talk:
        talk.sendall(b"".join(map(of_client, said)))
        assert answers(talk, len(said)) == said


def test_a_payload_that_looks_like_a_frame_is_not_parsed_as_one(served: Served) -> None:
    inner = b"\x81\x85\x00\x00\x80\x80in\xee\xe5r"
    mask = b"\x80\x80\x00\x00"
    said = bytes(byte ^ mask[place % 4] for place, byte in enumerate(inner))
    with served.open_websocket() as talk:
        talk.sendall(bytes([0x81, 0x80 | len(inner)]) + mask)
        time.sleep(0.1)  # so that the rest arrives separately
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
def test_protocol_violations_close_the_connection(served: Served, frame: bytes, code: int) -> None:
    with served.open_websocket() as talk:
        talk.sendall(of_client(b"before"))
        assert answers(talk, 1) == [b"before"]
        talk.sendall(frame)
        last = read_all(talk)
    assert last[0] == 0x88
    assert int.from_bytes(last[2:4], "big") == code


LIMITS = FrameLimits(
    frames_per_second=10, frames_burst=100, bytes_per_second=1000, bytes_burst=100_000
)


def open_connection() -> tuple[WebSocketConnection, Mock]:
    """Make an open connection with a fake transport."""
    http, transport = Mock(), Mock()
    http.loop, http.transport = asyncio.get_running_loop(), transport
    http.settings.frame_limits, http.settings.message_turns = LIMITS, MessageTurns()
    transport.is_closing.return_value = False
    transport.get_write_buffer_size.return_value = 7
    scope = {"scheme": "http", "state": {}, "client": ("192.0.2.1", 1), "path": "/"}
    connection = WebSocketConnection(http, scope, [])
    connection.state = State.OPEN
    return connection, transport


def is_open(connection: WebSocketConnection) -> bool:
    return connection.state is State.OPEN


def test_only_a_silent_peer_is_sent_a_ping() -> None:
    async def story() -> None:
        connection, transport = open_connection()
        connection.received_at = connection.loop.time() - PING_AFTER_SECONDS / 2
        connection._send_heartbeat()
        transport.write.assert_not_called()
        connection.received_at -= PING_AFTER_SECONDS
        connection._send_heartbeat()
        connection._send_heartbeat()
        transport.write.assert_called_once_with(frame(PING, b""))
        assert "pong" in connection.deadlines.running
        connection.data_received(of_client(b"", Opcode.PONG))
        connection._send_heartbeat()
        assert "pong" not in connection.deadlines.running

    asyncio.run(story())


def test_nothing_is_sent_after_the_close_frame() -> None:
    async def story() -> None:
        connection, transport = open_connection()
        assert connection.write(b"a frame") == 7
        connection.shutdown()
        connection.write(b"another")
        sent = [call.args[0] for call in transport.write.mock_calls]
        assert sent == [b"a frame", b"\x88\x02" + (1012).to_bytes(2, "big")]

    asyncio.run(story())


def test_a_broadcast_encodes_its_text_once() -> None:
    async def story() -> None:
        connections = [open_connection() for _ in range(3)]
        frames, text = TextFrameCache(), "ä" * 100
        for connection, _ in connections:
            connection.settings.text_frames = frames
            channel: ClientChannel = connection
            assert channel.send_text(text) == 7
        sent = [transport.write.mock_calls[0].args[0] for _, transport in connections]
        assert sent[0] == frame(TEXT, text.encode())
        assert all(data is sent[0] for data in sent)
        other, transport = connections[0]
        other.send_text("another")
        assert transport.write.mock_calls[-1].args[0] == b"\x81\x07another"

    asyncio.run(story())


def accepting_connection() -> tuple[WebSocketConnection, Mock]:
    """Make a connection whose handshake was accepted in this turn of the loop."""
    connection, transport = open_connection()
    connection.state = State.CONNECTING
    connection.server_state.default_headers = []
    connection._accept([])
    return connection, transport


def test_messages_in_the_same_turn_as_the_handshake_are_one_write() -> None:
    async def story() -> None:
        connection, transport = accepting_connection()
        for word in (b"you", b"the table", b"who is there"):
            connection.write(word)
        transport.write.assert_not_called()
        await asyncio.sleep(0)
        (written,) = (call.args[0] for call in transport.write.mock_calls)
        assert written.startswith(b"HTTP/1.1 101 ")
        assert written.endswith(b"\r\n\r\nyouthe tablewho is there")
        connection.write(b"later")
        assert transport.write.mock_calls[-1].args == (b"later",)

    asyncio.run(story())


def test_a_peer_that_closes_in_the_same_turn_as_the_handshake_gets_both_responses() -> None:
    async def story() -> None:
        connection, transport = accepting_connection()
        connection.data_received(of_client((1000).to_bytes(2, "big"), Opcode.CLOSE))
        names = [call[0] for call in transport.mock_calls if call[0] in ("write", "close")]
        assert names == ["write", "close"]
        (written,) = (call.args[0] for call in transport.write.mock_calls)
        assert written.endswith(b"\r\n\r\n\x88\x02\x03\xe8")

    asyncio.run(story())


def test_stop_receiving_ends_a_pending_receive() -> None:
    async def story() -> None:
        connection, _ = open_connection()
        waiting = asyncio.create_task(connection.receive())
        await asyncio.sleep(0)
        connection.stop_receiving()
        assert await waiting is None
        assert await connection.receive() is None

    asyncio.run(story())


def test_reading_stops_while_messages_wait_for_the_application() -> None:
    async def story() -> None:
        connection, transport = open_connection()
        connection.data_received(of_client(b"one"))
        transport.pause_reading.assert_not_called()
        connection.data_received(of_client(b"two") + of_client(b"three"))
        transport.pause_reading.assert_called_once_with()
        assert await connection.receive() == "one"
        transport.resume_reading.assert_not_called()
        assert [await connection.receive(), await connection.receive()] == ["two", "three"]
        transport.resume_reading.assert_called_once_with()

    asyncio.run(story())


@pytest.mark.parametrize("opcode", [Opcode.PING, Opcode.PONG, Opcode.TEXT])
def test_every_frame_is_charged(opcode: Opcode) -> None:
    async def story() -> None:
        connection, transport = open_connection()
        one = of_client(b"", opcode)
        connection.data_received(one * 100)
        assert is_open(connection)
        connection.data_received(one * 100_000)
        assert not is_open(connection)
        last = transport.write.mock_calls[-1].args[0]
        assert last[2:4] == (1008).to_bytes(2, "big")
        assert transport.write.call_count < 150

    asyncio.run(story())


def test_empty_continuations_are_charged() -> None:
    async def story() -> None:
        connection, _ = open_connection()
        connection.data_received(of_client(b"begin", fin=False))
        connection.data_received(of_client(b"", Opcode.CONT, fin=False) * 99)
        assert is_open(connection)
        connection.data_received(of_client(b"", Opcode.CONT, fin=False) * 1000)
        assert not is_open(connection)

    asyncio.run(story())


def test_bytes_are_charged_even_without_a_complete_frame() -> None:
    async def story() -> None:
        connection, _ = open_connection()
        for _ in range(20):
            connection.data_received(of_client(b"x" * 10_000)[:-1])
            connection.parser.buffer.clear()
        assert not is_open(connection)

    asyncio.run(story())


def test_messages_in_tiny_pieces_are_charged_like_full_ones() -> None:
    async def story() -> None:
        connection, _ = open_connection()
        budget = connection.parser.budget
        budget.min_read_bytes = 1000
        for byte in of_client(b"x" * 90):
            connection.data_received(bytes([byte]))
        assert is_open(connection)
        for byte in of_client(b"x" * 90):
            connection.data_received(bytes([byte]))
        assert not is_open(connection)

    asyncio.run(story())


def test_one_read_per_frame_is_within_the_budget() -> None:
    limits = FrameLimits.of(Config(), MAX_MESSAGE_BYTES)
    assert limits.frames_burst * limits.min_read_bytes <= limits.bytes_burst
    assert limits.frames_per_second * limits.min_read_bytes <= limits.bytes_per_second


def test_frames_sent_with_the_handshake_are_received(served: Served) -> None:
    with served.connect() as talk:
        talk.sendall(request("/", *UPGRADE) + of_client(b"early"))
        received = b""
        while not received.endswith(b"early"):
            part = talk.recv(4096)
            assert part, received
            received += part


def test_a_frame_budget_refills() -> None:
    async def story() -> None:
        connection, _ = open_connection()
        connection.data_received(of_client(b"", Opcode.PONG) * 100)
        connection.parser.budget.filled_at -= 5
        connection.data_received(of_client(b"", Opcode.PONG) * 50)
        assert is_open(connection)
        connection.data_received(of_client(b"", Opcode.PONG) * 5)
        assert not is_open(connection)

    asyncio.run(story())
