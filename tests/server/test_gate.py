"""The gate: who is counted as whom, who is let in, and who goes first."""

import pytest

from punto.server.addresses import Trusted, visitor_of
from punto.server.config import Config
from punto.server.gate import SPARE, Gate


class Caller:
    def __init__(self) -> None:
        self.gone = False

    def hang_up(self) -> None:
        self.gone = True


def enter(gate: Gate, address: str = "192.0.2.1") -> tuple[int, Caller]:
    caller = Caller()
    return gate.refusal(caller, address, caller), caller


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
def test_a_visitor_is_an_address_or_a_home(address: str, visitor: str) -> None:
    assert visitor_of(address) == visitor


def test_proxies_are_trusted_by_address_or_network() -> None:
    trusted = Trusted(["127.0.0.1", "2001:db8::/32"])
    assert "127.0.0.1" in trusted
    assert "2001:db8::7" in trusted
    assert "127.0.0.2" not in trusted
    assert "unix:" not in trusted


def test_who_waits_longest_goes_first_and_who_asked_stays() -> None:
    gate = Gate(3, 3, Trusted([]))
    (_, asked), (_, first), (_, second) = enter(gate), enter(gate), enter(gate)
    gate.asked(asked)
    assert enter(gate)[0] == 0
    assert (asked.gone, first.gone, second.gone) == (False, True, False)


def test_there_is_no_room_where_all_have_asked() -> None:
    for gate, status in [(Gate(2, 9, Trusted([])), 503), (Gate(9, 2, Trusted([])), 429)]:
        callers = [enter(gate)[1] for _ in range(2)]
        for caller in callers:
            gate.asked(caller)
        assert enter(gate)[0] == status
        gate.leave(callers[0])
        gate.leave(callers[0])
        assert enter(gate)[0] == 0


def test_one_visitor_takes_no_room_from_another() -> None:
    gate = Gate(9, 1, Trusted([]))
    _, other = enter(gate, "192.0.2.2")
    _, mine = enter(gate, "192.0.2.1")
    assert enter(gate, "192.0.2.1")[0] == 0
    assert (other.gone, mine.gone) == (False, True)


def test_nothing_is_left_of_those_who_left() -> None:
    gate = Gate(9, 9, Trusted([]))
    callers = [enter(gate, f"192.0.2.{number}")[1] for number in range(5)]
    for caller in callers:
        gate.asked(caller)
        gate.waits(caller, caller)
        gate.leave(caller)
        gate.waits(caller, caller)
    assert [gate.inside, gate.waiting, gate.waiting_of, dict(gate.of_visitor)] == [{}] * 4


def test_there_are_never_more_than_open_files_allow() -> None:
    assert Gate.of(Config(connections=500), SPARE + 100).most == 100
    assert Gate.of(Config(connections=50), SPARE + 100).most == 50
