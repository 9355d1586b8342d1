"""Client addresses: which proxies are believed, and what limits count as one."""

import pytest

from punto.server.transport.addresses import (
    UNKNOWN_ADDRESS,
    ClientAddress,
    TrustedProxies,
    address_of,
    client_of,
    limit_key,
)

PROXY = ("127.0.0.1", 4000)
TRUSTED = TrustedProxies(["127.0.0.1", "10.0.0.0/8"])


def origin(*headers: tuple[str, str], peer: tuple[str, int] = PROXY) -> ClientAddress:
    return client_of(peer, [(name.encode(), value.encode()) for name, value in headers], TRUSTED)


@pytest.mark.parametrize(
    ("hop", "address"),
    [
        ("192.0.2.1", "192.0.2.1"),
        (" 192.0.2.1:4711 ", "192.0.2.1"),
        ("2001:db8::1", "2001:db8::1"),
        ("2001:DB8:0::1", "2001:db8::1"),
        ("[2001:db8::1]", "2001:db8::1"),
        ("[2001:db8::1]:4711", "2001:db8::1"),
        ("unknown", UNKNOWN_ADDRESS),
        ("_hidden", UNKNOWN_ADDRESS),
        ("192.0.2.1:port", UNKNOWN_ADDRESS),
        ("192.0.2.1.example:80", UNKNOWN_ADDRESS),
        ("[]:80", UNKNOWN_ADDRESS),
    ],
)
def test_ports_are_ignored_and_everything_else_is_one_unknown_address(
    hop: str, address: str
) -> None:
    assert address_of(hop) == address


@pytest.mark.parametrize(
    ("named", "address"),
    [
        (["192.0.2.1"], "192.0.2.1"),
        (["198.51.100.9, 192.0.2.1"], "192.0.2.1"),
        (["198.51.100.9, 192.0.2.1:80, 10.1.2.3:99"], "192.0.2.1"),
        (["198.51.100.9, 192.0.2.1", "10.1.2.3"], "192.0.2.1"),
        (["192.0.2.1", "10.1.2.3"], "192.0.2.1"),
        (["10.1.2.3", "10.1.2.4"], "10.1.2.3"),
        (["192.0.2.1, nonsense"], UNKNOWN_ADDRESS),
    ],
)
def test_the_last_hop_that_is_not_our_proxy_is_the_client(named: list[str], address: str) -> None:
    found = origin(*(("x-forwarded-for", value) for value in named))
    assert (found.address, found.port, found.is_forwarded) == (address, 0, True)


def test_without_a_hop_the_proxy_itself_is_the_client() -> None:
    assert origin(("x-forwarded-for", " , ")) == ClientAddress(*PROXY, "http", is_forwarded=False)
    assert origin(("x-forwarded-proto", "HTTPS")).scheme == "https"


def test_headers_of_untrusted_peers_are_ignored() -> None:
    headers = [("x-forwarded-for", "192.0.2.1"), ("x-forwarded-proto", "https")]
    peer = ("198.51.100.1", 4000)
    assert origin(*headers, peer=peer) == ClientAddress(*peer, "http", is_forwarded=False)


@pytest.mark.parametrize(
    ("address", "visitor"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3::9", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
        ("nobody", "nobody"),
    ],
)
def test_the_limit_key_is_an_address_or_the_network_of_a_home(address: str, visitor: str) -> None:
    assert limit_key(address) == visitor


def test_proxies_are_trusted_by_address_or_network() -> None:
    trusted = TrustedProxies(["127.0.0.1", "2001:db8::/32"])
    assert "127.0.0.1" in trusted
    assert "2001:db8::7" in trusted
    assert "127.0.0.2" not in trusted
    assert "unix:" not in trusted
