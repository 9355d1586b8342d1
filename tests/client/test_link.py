import pytest

from punto.client import (
    DeviceCookies,
    RoomLink,
    TableClient,
    TableLink,
    read_link,
    read_room_link,
)
from punto.client.cookies import read_cookie
from punto.rules.errors import PuntoError


@pytest.mark.parametrize(
    ("text", "server", "link"),
    [
        ("https://host/t/dhkl-moqr-wxyd", None, TableLink("https://host", "dhkl-moqr-wxyd")),
        (
            " http://127.0.0.1:8710/t/DHKLMOQRWXYD#continue=x ",
            None,
            TableLink("http://127.0.0.1:8710", "DHKLMOQRWXYD"),
        ),
        (
            "https://host/games/punto/t/dhkl-moqr-wxyd/",
            None,
            TableLink("https://host/games/punto", "dhkl-moqr-wxyd"),
        ),
        ("dhkl moqr wxyd", "https://host/", TableLink("https://host", "dhkl moqr wxyd")),
    ],
)
def test_a_link_is_read(text: str, server: str | None, link: TableLink) -> None:
    assert read_link(text, server) == link


@pytest.mark.parametrize(
    ("text", "server", "code"),
    [
        ("", None, "not-a-link"),
        ("hello", None, "not-a-link"),
        ("https://host/t/short", None, "not-a-link"),
        ("https://host/dhkl-moqr-wxyd", None, "not-a-link"),
        ("ftp://host/t/dhkl-moqr-wxyd", None, "not-a-link"),
        ("https:///t/dhkl-moqr-wxyd", None, "not-a-link"),
        ("https://host:port/t/dhkl-moqr-wxyd", None, "not-a-link"),
        ("https://[host/t/dhkl-moqr-wxyd", None, "not-a-link"),
        ("dhkl-moqr-wxyd", None, "needs-server"),
        ("dhkl-moqr-wxyd", "host", "not-a-server-address"),
        ("dhkl-moqr-wxyd", "https://host?a=1", "not-a-server-address"),
        ("dhkl-moqr-wxyd", "https://host:99999", "not-a-server-address"),
    ],
)
def test_anything_else_is_refused(text: str, server: str | None, code: str) -> None:
    with pytest.raises(PuntoError) as refused:
        read_link(text, server)
    assert refused.value.code == code


def test_a_link_is_written_as_it_was_read() -> None:
    link = read_link("https://host/base/t/dhkl-moqr-wxyd")
    assert str(link) == "https://host/base/t/dhkl-moqr-wxyd"
    assert link.socket_url == "wss://host/base/api/tables/dhkl-moqr-wxyd/socket"


@pytest.mark.parametrize(
    ("header", "cookie"),
    [
        ("punto_device=a.b-c; Path=/; HttpOnly", "punto_device=a.b-c"),
        ("__Host-punto_device=x.y; Secure", "__Host-punto_device=x.y"),
        ("session=1; Path=/", None),
        ("punto_device=", None),
        ('punto_device="a b"', None),
        ("", None),
    ],
)
def test_only_the_device_cookie_is_kept(header: str, cookie: str | None) -> None:
    assert read_cookie(header) == cookie


def test_cookies_belong_to_their_server() -> None:
    cookies = DeviceCookies()
    cookies.receive("https://host", ["punto_device=a.b"])
    assert cookies.get("https://host") == "punto_device=a.b"
    assert cookies.get("https://host:8443") is None
    assert cookies.get("http://host") is None


def test_missing_websockets_is_named_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    import asyncio
    import sys

    monkeypatch.setitem(sys.modules, "websockets", None)
    client = TableClient(TableLink("https://host", "dhkl-moqr-wxyd"), DeviceCookies())
    with pytest.raises(PuntoError, match=r"run pip install '\.\[client\]'") as refused:
        asyncio.run(client.__aenter__())
    assert refused.value.code == "not-installed"


@pytest.mark.parametrize(
    ("text", "server", "link"),
    [
        ("https://host/r/dhkl-moqr-wxyd", None, RoomLink("https://host", "dhkl-moqr-wxyd")),
        (" https://host/a/r/DHKLMO/ ", None, RoomLink("https://host/a", "DHKLMO")),
        ("dhk lmo", "https://host/", RoomLink("https://host", "dhk lmo")),
        ("https://host/t/dhkl-moqr-wxyd", None, None),
        ("https://host/r/dhkl", None, None),
        ("dhkl-moqr-wxyd", "https://host", None),
    ],
)
def test_a_link_to_a_room_is_read(text: str, server: str | None, link: RoomLink | None) -> None:
    assert read_room_link(text, server) == link


def test_links_of_different_kinds_differ() -> None:
    links: set[object] = {RoomLink("https://host", "dhkl"), TableLink("https://host", "dhkl")}
    assert len(links) == 2
    assert str(RoomLink("https://host", "dhkl")) == "https://host/r/dhkl"
