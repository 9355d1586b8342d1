"""The fuzzer knows what a server owes to frames and requests."""

import pytest

from .frames import BINARY, CLOSE, CONTINUATION, PING, TEXT, Fate, Frame, fate, read_frames
from .requests import Owed, Step
from .talking import answers

HALF = Frame(TEXT, b"{", is_final=False)


@pytest.mark.parametrize(
    ("frames", "after"),
    [
        ([], Fate.OPEN),
        ([Frame(TEXT, b"{}"), Frame(PING, b"x"), Frame(BINARY, b"\xff")], Fate.OPEN),
        ([HALF, Frame(PING), Frame(CONTINUATION, b"}")], Fate.OPEN),
        ([Frame(CLOSE)], Fate.CLOSED),
        ([Frame(TEXT, b"\xff")], Fate.CLOSED),
        ([Frame(CONTINUATION, b"{}")], Fate.CLOSED),
        ([HALF, Frame(TEXT, b"{}")], Fate.CLOSED),
        ([Frame(PING, b"x" * 126)], Fate.CLOSED),
        ([Frame(PING, is_final=False)], Fate.CLOSED),
        ([Frame(TEXT, b"{}", mask=None)], Fate.CLOSED),
        ([Frame(TEXT, b"{}", reserved=4)], Fate.CLOSED),
        ([Frame(3, b"{}")], Fate.CLOSED),
        ([Frame(TEXT, b"{}", claimed=2**63)], Fate.CLOSED),
        ([Frame(TEXT, b"x" * 70_000)], Fate.CLOSED),
        ([Frame(TEXT, b"{", claimed=2)], Fate.WAITING),
    ],
)
def test_how_a_connection_stands_after_frames(frames: list[Frame], after: Fate) -> None:
    assert fate(frames) is after


def test_a_frame_is_written_as_the_standard_shows() -> None:
    hello = Frame(TEXT, b"Hello", mask=bytes.fromhex("37fa213d"))
    assert hello.sent() == bytes.fromhex("818537fa213d7f9f4d5158")  # RFC 6455, 5.7
    assert Frame(BINARY, bytes(256), mask=None).sent()[:4] == bytes.fromhex("827e0100")


def test_what_a_server_sends_is_read_and_must_be_flawless() -> None:
    sent = Frame(TEXT, b"Hello", mask=None).sent() + Frame(BINARY, bytes(70_000), mask=None).sent()
    assert list(read_frames(sent + b"\x81")) == [(TEXT, b"Hello"), (BINARY, bytes(70_000))]
    with pytest.raises(AssertionError, match="masks nothing"):
        list(read_frames(Frame(TEXT, b"Hello").sent()))


def test_answers_are_told_apart() -> None:
    steps = [Step("head", b"", Owed.ANSWER, is_head=True), Step("get", b"", Owed.ANSWER)]
    head = b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n"
    whole = b"HTTP/1.1 404 Not Found\r\nContent-Length: 5\r\n\r\nhello"
    assert answers(head, steps) == [200]
    assert answers(head + whole[:-1], steps) == [200]
    assert answers(head + whole, steps) == [200, 404]
    with pytest.raises(AssertionError, match="cannot begin"):
        answers(whole + b"hello\r\n\r\n", steps[1:])
