"""Requests of all kinds, valid and broken, each with what the server owes it."""

import string
from dataclasses import dataclass
from enum import Enum

from hypothesis import strategies as st

TOKEN = string.ascii_letters + string.digits + "-_"
VISIBLE = "".join(map(chr, range(33, 127)))


class Owed(Enum):
    """What must come of a request."""

    ANSWER = "an answer, and the next request is read"
    LAST_ANSWER = "an answer, and then the connection is closed"
    REFUSAL = "a refusal or nothing; the connection may go on"
    REFUSAL_AND_END = "a refusal or nothing, and then the connection is closed"
    END = "the connection is closed in time, whatever is said before"
    EITHER = "anything, and after our end of the connection its end"


@dataclass(frozen=True)
class Step:
    """Some bytes that are sent, and what is owed for them."""

    name: str
    sent: bytes
    owed: Owed
    statuses: frozenset[int] = frozenset()
    """Which answers there may be; none named: any."""
    is_head: bool = False
    """Whether the answer has no body, whatever it says."""


def lines(first: str, *headers: str, host: str = "host: 127.0.0.1") -> bytes:
    """Write the head of a request."""
    return "\r\n".join([first, *([host] if host else []), *headers, "", ""]).encode("latin-1")


def chunked(*chunks: bytes, trailers: bytes = b"") -> bytes:
    """Write a body in chunks."""
    return b"".join(b"%x\r\n%s\r\n" % (len(one), one) for one in chunks if one) + (
        b"0\r\n" + trailers + b"\r\n"
    )


header = st.builds(
    "x-{}:{}{}".format,
    st.text(TOKEN, min_size=1, max_size=12),
    st.sampled_from(["", " ", "\t ", "  "]),
    st.text(VISIBLE + " ", max_size=40).map(str.strip),
)
headers = st.lists(header, max_size=4, unique_by=lambda one: one.partition(":")[0].lower())

PATHS = {"/healthz": 200, "/api/choices": 200, "/": 200, "/api/nothing": 404, "/icon.svg": 200}


@st.composite
def plain(draw: st.DrawFn) -> Step:
    path = draw(st.sampled_from(list(PATHS)))
    query = draw(st.sampled_from(["", "?", "?a=b", "?%20=%zz"]))
    sent = lines(f"GET {path}{query} HTTP/1.1", *draw(headers))
    return Step("a plain request", sent, Owed.ANSWER, frozenset({PATHS[path]}))


@st.composite
def only_head(draw: st.DrawFn) -> Step:
    sent = lines("HEAD /healthz HTTP/1.1", *draw(headers))
    return Step("a request for a head", sent, Owed.ANSWER, is_head=True)


@st.composite
def with_body(draw: st.DrawFn) -> Step:
    body = draw(st.sampled_from([b"{}", b"null", b"[1, 2", b'{"seats": 7}', bytes(range(256))]))
    json = "content-type: application/json"
    if draw(st.booleans()):
        sent = lines("POST /api/nothing HTTP/1.1", json, f"content-length: {len(body)}") + body
        return Step("a request with a body", sent, Owed.ANSWER)
    cut = draw(st.integers(0, len(body)))
    extension = draw(st.sampled_from([b"", b";a=b", b';a="b"']))
    text = chunked(body[:cut], body[cut:], trailers=draw(st.sampled_from([b"", b"x: y\r\n"])))
    first, _, rest = text.partition(b"\r\n")
    head = lines("POST /api/nothing HTTP/1.1", json, "Transfer-Encoding: chunked")
    return Step("a request in chunks", head + first + extension + b"\r\n" + rest, Owed.ANSWER)


@st.composite
def closing(draw: st.DrawFn) -> Step:
    if draw(st.booleans()):
        return Step("an old request", lines("GET /healthz HTTP/1.0"), Owed.LAST_ANSWER)
    sent = lines("GET /healthz HTTP/1.1", "Connection: close", *draw(headers))
    return Step("a last request", sent, Owed.LAST_ANSWER)


GET = "GET /healthz HTTP/1.1"
"""May have a body like any other, and is answered with 200 if it is accepted."""
POST = "POST /api/tables HTTP/1.1"
"""Is answered only when its body is whole, with 201 if it is accepted."""
JSON = "content-type: application/json"
TE = "transfer-encoding: chunked"
UNWELCOME = {
    "two hosts": lines(GET, "host: other"),
    "the same host twice": lines(GET, "host: 127.0.0.1"),
    "no host": lines(GET, host=""),
}
"""What must be refused, though it is clear where it ends."""

BROKEN = {
    "two transfer encodings": lines(GET, TE, TE) + chunked(b"{}"),
    "another transfer encoding": lines(GET, "transfer-encoding: chunked, chunked") + chunked(b"x"),
    "chunks in an old request": lines("GET /healthz HTTP/1.0", TE) + chunked(b"{}"),
    "two lengths": lines(GET, "content-length: 2", "content-length: 3") + b"{} ",
    "a negative length": lines(GET, "content-length: -2") + b"{}",
    "a length in words": lines(GET, "content-length: two") + b"{}",
    "a length beyond numbers": lines(GET, f"content-length: {10**30}") + b"{}",
    "chunks without a number": lines(GET, TE) + b"zz\r\n{}\r\n0\r\n\r\n",
    "a negative chunk": lines(GET, TE) + b"-2\r\n{}\r\n0\r\n\r\n",
    "a header without a colon": lines(GET, "nothing"),
    "a header without a name": lines(GET, ": nothing"),
    "a space before the colon": lines(GET, "x : y"),
    "a zero byte in a header": lines(GET, "x: a\0b"),
    "a header over two lines": lines(GET, "x: a\r\n b"),
    "lines without returns": b"GET /healthz HTTP/1.1\nhost: 127.0.0.1\n\n",
    "one line without a return": lines(GET, "x: a\ny: b"),
    "a return in a line": lines(GET, "x: a\rb"),
    "two empty lines first": b"\r\n\r\n" + lines(GET),
    "chunks that end without a return": lines(POST, JSON, TE) + b"2\r\n{}\r\n0\r\n\n",
    "no version": b"GET /healthz nothing\r\n\r\n",
    "a version to come": lines("GET /healthz HTTP/9.9"),
    "no path": lines("GET  HTTP/1.1"),
    "two spaces": lines("GET /healthz  HTTP/1.1 x"),
    "a TLS hello": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"
    + bytes(range(200))
    + b"\r\n\r\n",
    "a head of 120 kB": lines(GET, *(f"x-{n}: {'y' * 1000}" for n in range(120))),
    "a header of 120 kB": lines(GET, "x: " + "y" * 120_000),
    "a path of 120 kB": lines("GET /" + "y" * 120_000 + " HTTP/1.1"),
    "trailers of 200 kB": lines(GET, TE) + chunked(b"{}", trailers=b"x: y\r\n" * 33_000),
}
"""What must be refused, and what comes after it must not be taken for another request."""

DOUBTFUL = {
    # No number overflows here: it is a body that never ends, and is not waited for.
    "a chunk beyond numbers": lines(GET, TE) + b"fffffffffffffffff\r\n{}\r\n",
    "a length and chunks": lines(GET, "content-length: 2", TE) + chunked(b"{}"),
    "a whole address": lines("GET http://127.0.0.1/healthz HTTP/1.1"),
    "a method in small letters": lines("get /healthz HTTP/1.1"),
    "expecting to go on": lines(GET, "expect: 100-continue", "content-length: 2") + b"{}",
    "a long body": lines(GET, "content-length: 40000") + bytes(40_000),
    "a proxy's request": lines("CONNECT 127.0.0.1:80 HTTP/1.1"),
    "another protocol": lines(GET, "connection: upgrade", "upgrade: h2c"),
    "the start of HTTP/2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "an empty line first": b"\r\n" + lines(GET),
}
"""What may be answered or not."""


@st.composite
def noise(draw: st.DrawFn) -> Step:
    sent = draw(st.binary(min_size=1, max_size=80)) + b"\xff \r\n\r\n"
    return Step("bytes that mean nothing", sent, Owed.END)


@st.composite
def unfinished(draw: st.DrawFn) -> Step:
    whole = draw(st.one_of(plain(), with_body())).sent
    return Step("half a request", whole[: draw(st.integers(1, len(whole) - 1))], Owed.END)


def named(table: dict[str, bytes], owed: Owed) -> st.SearchStrategy[Step]:
    """Choose from a table."""
    return st.sampled_from([Step(name, sent, owed) for name, sent in table.items()])


valid = st.one_of(plain(), plain(), only_head(), with_body())
ending = st.one_of(
    closing(),
    noise(),
    unfinished(),
    named(UNWELCOME, Owed.REFUSAL),
    named(BROKEN, Owed.REFUSAL_AND_END),
    named(DOUBTFUL, Owed.EITHER),
)


@st.composite
def exchanges(draw: st.DrawFn) -> list[Step]:
    """Requests on one connection, one after the other, that may end in something odd."""
    steps = draw(st.lists(valid, max_size=5)) * draw(st.sampled_from([1, 1, 1, 20]))
    if not steps or draw(st.booleans()):
        steps = [*steps, end := draw(ending)]
        if end.owed is not Owed.END:  # half a request would become another one
            steps += draw(st.lists(valid, max_size=1))
    return steps
