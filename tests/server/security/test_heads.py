"""A long head costs more than a short one, or is refused: nobody else pays for parsing it."""

from collections.abc import Iterator

import pytest

from punto.server.api.prices import FREE_HEAD_BYTES, head_price
from punto.server.device_cookie import COOKIE, DeviceCookie
from punto.server.transport.settings import MAX_COOKIE_BYTES, MAX_HEAD_COMMAS, MAX_TARGET_BYTES
from server.server_process import ServerProcess

from .costs import Asker, cost_ms, request

ADDRESS = "127.0.0.40"
FILE, QUESTION = "/icon.svg", "/api/choices"
CHEAP = 4
"""How many times the cost of a plain request a head without surcharge may have."""


@pytest.fixture
def asker(running: ServerProcess) -> Iterator[Asker]:
    asker = Asker(running, ADDRESS)
    yield asker
    asker.close()


def padded(text: str, length: int) -> str:
    """Repeat a text up to a length."""
    return (text * length)[:length]


@pytest.mark.parametrize("path", [FILE, QUESTION, "/", "/api/tables"])
@pytest.mark.parametrize(
    ("query", "cookies"),
    [
        (padded("%41=&", MAX_TARGET_BYTES - 20), ""),
        ("", padded(f"{COOKIE}=; ", FREE_HEAD_BYTES - 500)),
        ("", padded(f"{COOKIE}=a.b;", FREE_HEAD_BYTES - 500)),
        ("", padded("a;", FREE_HEAD_BYTES - 500)),
    ],
    ids=["query", "empty cookies", "forged cookies", "odd cookies"],
)
def test_a_head_without_surcharge_takes_no_longer(
    running: ServerProcess, asker: Asker, path: str, query: str, cookies: str
) -> None:
    plain, odd = request(path), request(f"{path}?{query}", f"cookie: {cookies}")
    plain_ms = cost_ms(running, lambda: asker.ask(plain))
    odd_ms = cost_ms(running, lambda: asker.ask(odd))
    assert odd_ms < CHEAP * plain_ms + 0.2


@pytest.mark.parametrize(
    ("target", "cookies", "status"),
    [
        ("/icon.svg?" + padded("%41=&", 30_000), "", 414),
        (f"/api/choices?{padded('a=1&', MAX_TARGET_BYTES)}", "", 414),
        ("/" + padded("%41", MAX_TARGET_BYTES), "", 414),
        ("/icon.svg", padded("a;", MAX_COOKIE_BYTES + 1), 431),
        ("/icon.svg", padded("a,", MAX_COOKIE_BYTES), 431),
        ("/icon.svg", padded("a;", MAX_COOKIE_BYTES), 200),
        (f"/icon.svg?{padded('a', MAX_TARGET_BYTES - 10)}", "", 200),
    ],
)
def test_long_targets_and_cookies_are_refused(
    asker: Asker, target: str, cookies: str, status: int
) -> None:
    assert asker.ask(request(target, f"cookie: {cookies}")) == status


def test_cookies_of_several_headers_count_together(asker: Asker) -> None:
    half = "cookie: " + padded("a;", MAX_COOKIE_BYTES // 2 + 1)
    assert asker.ask(request(FILE, half, half)) == 431


def test_a_long_head_has_a_price() -> None:
    short = {"query_string": b"", "headers": [(b"x", b"y" * 1000)]}
    long = {"query_string": b"", "headers": [(b"connection", b"a," * 16_000)]}
    assert head_price(short) == 0
    assert head_price(long) > 6


def test_headers_that_are_lists_take_no_longer(running: ServerProcess, asker: Asker) -> None:
    plain_ms = cost_ms(running, lambda: asker.ask(request(FILE)))
    for name in ("accept-encoding", "if-none-match", "connection"):
        odd = request(FILE, f"{name}: {padded('a,', 2 * MAX_HEAD_COMMAS)}")
        assert cost_ms(running, lambda odd=odd: asker.ask(odd)) < CHEAP * plain_ms + 0.2  # type: ignore[misc]


def test_a_few_values_of_a_cookie_are_checked_and_no_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    identity = DeviceCookie(b"a key of this test")
    true = identity.cookie("ada", secure=False, path="").partition(";")[0]
    signed: list[str] = []
    sign = identity._signed

    def counted(device: str) -> bytes:
        signed.append(device)
        return sign(device)

    monkeypatch.setattr(identity, "_signed", counted)
    assert identity.device_of("; ".join([f"{COOKIE}=tossed.in"] * 2 + [true])) == "ada"
    assert identity.device_of("; ".join([f"{COOKIE}=a.b"] * 2000)) is None
    assert identity.device_of("; ".join([f"{COOKIE}="] * 2000)) is None
    assert identity.device_of(f"{COOKIE}={'a' * 5000}") is None
    assert len(signed) < 10
