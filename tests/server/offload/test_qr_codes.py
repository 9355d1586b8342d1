"""QR codes of links: each is drawn once, and outside the event loop."""

import asyncio
import threading

import pytest

from punto.server.config.settings import Config
from punto.server.limits.fair_queue import BusyError, Owner
from punto.server.links import qr_svg, table_link
from punto.server.offload import qr_codes
from punto.server.offload.qr_codes import WAITING_PER_DEVICE, QrCodes

ADA = Owner("ada", "192.0.2.1")
CODE = "dhkl-moqr-wxyd"


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Record what is drawn, and check that it is not drawn in the event loop."""
    links: list[str] = []

    def counted(link: str) -> str:
        assert threading.current_thread() is not threading.main_thread()
        links.append(link)
        return qr_svg(link)

    monkeypatch.setattr(qr_codes, "qr_svg", counted)
    return links


def test_the_qr_code_of_a_table_is_drawn_once(drawn: list[str]) -> None:
    pictures, link = QrCodes(Config()), table_link("https://punto.example", CODE)

    async def story() -> None:
        for _ in range(3):
            picture = await pictures.of_table(ADA, link, is_usual=True)
            assert picture == qr_svg(link).encode()

    asyncio.run(story())
    assert drawn == [link]


def test_links_with_unusual_hosts_are_not_cached(drawn: list[str]) -> None:
    pictures, usual = QrCodes(Config()), table_link("http://localhost:8710", CODE)

    async def story() -> None:
        await pictures.of_table(ADA, usual, is_usual=True)
        for number in range(30):
            odd = table_link(f"http://192.0.2.{number}", CODE)
            await pictures.of_table(ADA, odd, is_usual=False)
        await pictures.of_table(ADA, usual, is_usual=True)

    asyncio.run(story())
    assert drawn.count(usual) == 1
    assert len(drawn) == 31
    assert pictures.cache.size_bytes == len(qr_svg(usual))


def test_the_queue_for_qr_codes_is_limited_per_device() -> None:
    pictures = QrCodes(Config())

    async def story() -> list[object]:
        links = [table_link(f"http://192.0.2.{number}", CODE) for number in range(30)]
        drawing = (pictures.draw(ADA, link) for link in links)
        return list(await asyncio.gather(*drawing, return_exceptions=True))

    ends = asyncio.run(story())
    assert sum(isinstance(end, bytes) for end in ends) == 1 + WAITING_PER_DEVICE
    assert sum(isinstance(end, BusyError) for end in ends) == 29 - WAITING_PER_DEVICE


@pytest.mark.parametrize(
    ("host", "server", "is_usual"),
    [
        ("127.0.0.1:8710", ("127.0.0.1", 8710), True),
        ("192.168.1.5:8710", ("192.168.1.5", 8710), True),
        ("[::1]:8710", ("::1", 8710), True),
        ("localhost", ("127.0.0.1", 8710), True),
        ("localhost:8710", ("127.0.0.1", 8710), True),
        ("localhost:8711", ("127.0.0.1", 8710), False),
        ("192.168.1.6:8710", ("192.168.1.5", 8710), False),
        ("a.localhost:8710", ("127.0.0.1", 8710), False),
    ],
)
def test_usual_hosts_are_those_that_clients_cannot_choose(
    host: str, server: tuple[str, int], is_usual: bool
) -> None:
    assert QrCodes(Config()).is_usual(host, server) == is_usual
    assert QrCodes(Config(public_url="https://punto.example")).is_usual(host, server)
