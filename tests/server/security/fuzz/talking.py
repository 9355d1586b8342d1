"""Conversations over real sockets, sent in pieces, and what was wrong with the answers."""

import asyncio
import base64
import hashlib
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import pairwise

from hypothesis import strategies as st

from .frames import CLOSE, CLOSE_CODES, PING, PONG, Fate, Frame, fate, read_frames, streams
from .requests import Owed, Step, exchanges, lines

PATIENCE_SECONDS = 12.0
"""How long a connection may take to be answered or closed, even on a slow machine."""

MOMENT_SECONDS = 0.2
KEY = "dGhlIHNhbXBsZSBub25jZQ=="
ACCEPT = base64.b64encode(
    hashlib.sha1(f"{KEY}258EAFA5-E914-47DA-95CA-C5AB0DC85B11".encode()).digest()
)
LAST_WORD = b"still there?"


@dataclass
class RawConnection:
    """One connection: what has been received, and whether it has ended."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    received: bytearray = field(default_factory=bytearray)
    is_ended: bool = False
    is_reset: bool = False
    """Whether it ended so suddenly that answers may have got lost."""

    async def send(self, text: bytes, cuts: Sequence[float]) -> None:
        """Send bytes in pieces; the cuts are shares of the whole."""
        places = sorted({round(cut * len(text)) for cut in cuts} | {0, len(text)})
        with suppress(OSError):
            for begin, end in pairwise(places):
                self.writer.write(text[begin:end])
                await self.writer.drain()
                await asyncio.sleep(0.001)

    async def read_until(
        self, is_enough: Callable[[], bool], seconds: float = PATIENCE_SECONDS
    ) -> bool:
        """Read until the condition holds or the connection ends; return whether in time."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while not (self.is_ended or is_enough()):
                    await self._hear_more()
                return True
        return False

    async def _hear_more(self) -> None:
        try:
            more = await self.reader.read(65_536)
        except OSError:
            more, self.is_reset = b"", True
        self.received += more
        self.is_ended = not more


@dataclass(frozen=True)
class Exchange:
    """Requests over one connection."""

    steps: Sequence[Step]
    cuts: Sequence[float] = ()

    @property
    def name(self) -> str:
        """What is odd about it."""
        return next((s.name for s in self.steps if s.owed is not Owed.ANSWER), "plain requests")

    def sent(self) -> bytes:
        return b"".join(step.sent for step in self.steps)

    async def run(self, connection: RawConnection) -> list[str]:
        """Send everything at once, and tell what was wrong with what came back."""
        odd = next((step for step in self.steps if step.owed is not Owed.ANSWER), None)
        before = self.steps[: self.steps.index(odd)] if odd else self.steps
        sending = asyncio.create_task(connection.send(self.sent(), self.cuts))
        is_answered = await connection.read_until(
            lambda: len(answers(connection.received, self.steps)) >= len(before)
        )
        if odd and odd.owed in (Owed.EITHER, Owed.REFUSAL):
            await connection.read_until(lambda: False, MOMENT_SECONDS)
            await sending
            with suppress(OSError):
                connection.writer.write_eof()
        is_ended = await connection.read_until(lambda: False) if odd else True
        sending.cancel()
        wrong = [] if is_answered and is_ended else ["neither answered nor closed in time"]
        return [*wrong, *self._wrong_answers(connection, before, odd)]

    def _wrong_answers(
        self, connection: RawConnection, before: Sequence[Step], odd: Step | None
    ) -> list[str]:
        found = answers(connection.received, self.steps)
        wrong = [
            f"{step.name} is answered with {status}"
            for step, status in zip(before, found, strict=False)
            if step.statuses and status not in step.statuses
        ]
        if len(found) < len(before) and not connection.is_reset:
            wrong.append("valid requests without an answer")
        after = found[len(before) :]
        if odd and odd.owed is Owed.REFUSAL and any(one < 400 for one in after[:1]):
            wrong.append("accepted")
        if odd and odd.owed is Owed.REFUSAL_AND_END and any(one < 400 for one in after):
            wrong.append("accepted, or what comes after it")
        if odd and odd.owed is Owed.LAST_ANSWER and not connection.is_reset:
            wrong += [] if len(found) == len(before) + 1 else [f"{len(found)} answers, not one"]
        return wrong


def answers(received: bytes | bytearray, steps: Sequence[Step]) -> list[int]:
    """Read the statuses of all answers that came whole."""
    found: list[int] = []
    place, text = 0, bytes(received)
    while (end := text.find(b"\r\n\r\n", place)) >= 0:
        head = text[place:end].lower()
        status = re.match(rb"http/1\.1 (\d{3}) ", head)
        assert status, f"an answer cannot begin with {head[:60]!r}"
        place, code = end + 4, int(status[1])
        if code == 100:
            continue
        is_bare = len(found) < len(steps) and steps[len(found)].is_head
        size = re.search(rb"\r\ncontent-length: (\d+)", head)
        if b"\r\ntransfer-encoding: chunked" in head and not is_bare:
            finish = text.find(b"0\r\n\r\n", place)
            if finish < 0:
                break
            place = finish + 5
        elif size and not is_bare:
            place += int(size[1])
            if place > len(text):
                break
        found.append(code)
    return found


@dataclass(frozen=True)
class Talk:
    """A WebSocket: how it is asked for, and frames."""

    odd: str
    headers: Sequence[str]
    body: bytes
    frames: Sequence[Frame]
    cuts: Sequence[float] = ()
    path: str = "/api/tables/TABLE/socket"

    @property
    def name(self) -> str:
        return self.odd or f"frames that leave it {fate(self.frames).value}"

    def sent(self) -> bytes:
        return self.opening() + b"".join(frame.sent() for frame in self.frames)

    def opening(self) -> bytes:
        asked = ["upgrade: websocket", "connection: Upgrade"]
        return lines(f"GET {self.path} HTTP/1.1", *asked, *self.headers) + self.body

    async def run(self, connection: RawConnection) -> list[str]:
        """Become a WebSocket if that is granted, send frames, and tell what was wrong."""
        sending = asyncio.create_task(connection.send(self.opening(), self.cuts))
        is_told = await connection.read_until(lambda: b"\r\n\r\n" in connection.received)
        await sending
        if not is_told:
            return ["neither answered nor closed in time"]
        head, _, rest = bytes(connection.received).partition(b"\r\n\r\n")
        if not head.startswith(b"HTTP/1.1 101 "):
            refused = not head or re.match(rb"HTTP/1\.1 [45]\d\d ", head)
            return [] if refused and self.odd else [f"answered with {head[:40]!r}"]
        if ACCEPT not in head:
            return ["the key is not confirmed"]
        connection.received[:] = rest
        return await self._say(connection)

    async def _say(self, connection: RawConnection) -> list[str]:
        def heard() -> list[tuple[int, bytes]]:
            return list(read_frames(bytes(connection.received)))

        must = fate(self.frames)
        text = b"".join(frame.sent() for frame in self.frames)
        if must is Fate.OPEN:
            text += Frame(PING, LAST_WORD).sent()
        sending = asyncio.create_task(connection.send(text, self.cuts))
        if must is Fate.WAITING:
            await connection.read_until(lambda: False, MOMENT_SECONDS)
        elif must is Fate.OPEN:
            if not await connection.read_until(
                lambda: (PONG, LAST_WORD) in heard() or has_closed(heard())
            ):
                return ["a ping is not answered"]
        elif not await connection.read_until(lambda: False):
            return ["not closed in time"]
        sending.cancel()
        if must is Fate.CLOSED and not connection.is_reset and not has_closed(heard()):
            return ["closed without a word"]
        return [] if all(is_sound(one) for one in heard()) else ["a close code that is none"]


def has_closed(frames: Sequence[tuple[int, bytes]]) -> bool:
    return any(opcode == CLOSE for opcode, _ in frames)


def is_sound(frame: tuple[int, bytes]) -> bool:
    """Tell whether a frame of the server, if it closes, has a code that may be sent."""
    opcode, payload = frame
    return opcode != CLOSE or not payload or int.from_bytes(payload[:2]) in CLOSE_CODES


VERSION = "sec-websocket-version: 13"
ASKED = (VERSION, f"sec-websocket-key: {KEY}")
ODD_HANDSHAKES: dict[str, tuple[Sequence[str], bytes]] = {
    "200 headers": ([*ASKED, *(f"x-{number}: y" for number in range(200))], b""),
    "a header of 9 kB": ([*ASKED, "x: " + "y" * 9000], b""),
    "a head of 120 kB": ([*ASKED, *(f"x-{n}: {'y' * 1000}" for n in range(120))], b""),
    "a body": ([*ASKED, "content-length: 5"], b"hello"),
    "a body that never comes": ([*ASKED, "content-length: 5"], b""),
    "a body in chunks": ([*ASKED, "transfer-encoding: chunked"], b"5\r\nhello\r\n0\r\n\r\n"),
    "chunks that never come": ([*ASKED, "transfer-encoding: chunked"], b""),
    "no key": ([VERSION], b""),
    "two keys": ([*ASKED, f"sec-websocket-key: {KEY}"], b""),
    "a key that is none": ([VERSION, "sec-websocket-key: none"], b""),
    "no version": ([ASKED[1]], b""),
    "an old version": (["sec-websocket-version: 8", ASKED[1]], b""),
    "two hosts": ([*ASKED, "host: other"], b""),
    "a foreign origin": ([*ASKED, "origin: https://example.org"], b""),
    "extensions": ([*ASKED, "sec-websocket-extensions: permessage-deflate; x=y;;"], b""),
    "a subprotocol": ([*ASKED, "sec-websocket-protocol: chat, , chat"], b""),
}
"""Ways to ask for a WebSocket that may be granted or refused, but not left without an answer."""

cuts = st.lists(st.floats(0, 1), max_size=6)
talks = st.builds(Talk, st.just(""), st.just(ASKED), st.just(b""), streams, cuts)


@st.composite
def odd_talks(draw: st.DrawFn) -> Talk:
    name = draw(st.sampled_from(list(ODD_HANDSHAKES)))
    headers, body = ODD_HANDSHAKES[name]
    return Talk(f"a handshake with {name}", headers, body, draw(streams), draw(cuts))


Conversation = Exchange | Talk
conversations: st.SearchStrategy[Conversation] = st.one_of(
    st.builds(Exchange, exchanges(), cuts), talks, odd_talks()
)
