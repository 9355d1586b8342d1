"""Connection limits: what is admitted, what is refused, and what is closed first."""

import asyncio

from punto.server.config.settings import Config
from punto.server.transport.addresses import TrustedProxies
from punto.server.transport.connection_limits import (
    MAX_OPEN_REFUSALS,
    PROXY,
    SPARE_FILES,
    ConnectionLimits,
)


class Caller:
    def __init__(self) -> None:
        self.gone = False

    def abort(self) -> None:
        self.gone = True


def enter(limits: ConnectionLimits, address: str = "192.0.2.1") -> tuple[int, Caller]:
    caller = Caller()
    return limits.admit(caller, address, caller), caller


def test_the_longest_idle_connection_is_closed_first_and_busy_ones_stay() -> None:
    limits = ConnectionLimits(3, 3, TrustedProxies([]))
    (_, asked), (_, first), (_, second) = enter(limits), enter(limits), enter(limits)
    limits.mark_busy(asked)
    assert enter(limits)[0] == 0
    assert (asked.gone, first.gone, second.gone) == (False, True, False)


def test_connections_are_refused_when_all_others_are_busy() -> None:
    for limits, status in [
        (ConnectionLimits(2, 9, TrustedProxies([])), 503),
        (ConnectionLimits(9, 2, TrustedProxies([])), 429),
    ]:
        callers = [enter(limits)[1] for _ in range(2)]
        for caller in callers:
            limits.mark_busy(caller)
        assert enter(limits)[0] == status
        limits.release(callers[0])
        limits.release(callers[0])
        assert enter(limits)[0] == 0


def test_a_full_address_displaces_only_its_own_connections() -> None:
    limits = ConnectionLimits(9, 1, TrustedProxies([]))
    _, other = enter(limits, "192.0.2.2")
    _, mine = enter(limits, "192.0.2.1")
    assert enter(limits, "192.0.2.1")[0] == 0
    assert (other.gone, mine.gone) == (False, True)


def test_closed_connections_leave_no_entries() -> None:
    limits = ConnectionLimits(9, 9, TrustedProxies([]))
    callers = [enter(limits, f"192.0.2.{number}")[1] for number in range(5)]
    for caller in callers:
        limits.mark_busy(caller)
        limits.mark_idle(caller, caller)
        limits.release(caller)
        limits.mark_idle(caller, caller)
    assert [limits.keys, limits.idle, limits.idle_of, dict(limits.counts)] == [{}] * 4


def test_connections_never_exceed_the_limit_of_open_files() -> None:
    assert ConnectionLimits.of(Config(connections=500), SPARE_FILES + 100).total == 100
    assert ConnectionLimits.of(Config(connections=50), SPARE_FILES + 100).total == 50


def test_refused_connections_do_not_use_up_the_spare_files() -> None:
    limits = ConnectionLimits(1, 9, TrustedProxies([]))
    limits.mark_busy(enter(limits)[1])
    refused = [enter(limits) for _ in range(MAX_OPEN_REFUSALS + 5)]
    assert {status for status, _ in refused} == {503}
    assert [limits.reserve_refusal(caller) for _, caller in refused] == [
        number < MAX_OPEN_REFUSALS for number in range(len(refused))
    ]
    limits.release(refused[0][1])
    assert limits.reserve_refusal(refused[-1][1])
    assert len(limits.keys) + len(limits.refused) < 1 + SPARE_FILES


def test_a_closed_connection_can_count_for_a_while() -> None:
    async def story() -> None:
        limits = ConnectionLimits(9, 1, TrustedProxies([]))
        _, caller = enter(limits)
        limits.release_in(caller, 0.05)
        assert enter(limits)[0] == 429
        await asyncio.sleep(0.1)
        assert enter(limits)[0] == 0

    asyncio.run(story())


def test_a_connection_through_a_proxy_counts_for_its_client() -> None:
    limits = ConnectionLimits(9, 2, TrustedProxies(["127.0.0.1"]))
    callers = [enter(limits, "127.0.0.1")[1] for _ in range(4)]
    assert [limits.attribute(caller, "192.0.2.1") for caller in callers[:3]] == [True, True, False]
    assert limits.attribute(callers[2], "192.0.2.2")
    assert limits.counts == {"192.0.2.1": 2, "192.0.2.2": 1, PROXY: 1}
    assert limits.attribute(callers[0], PROXY)
    assert limits.attribute(callers[3], "192.0.2.1")
    for caller in callers:
        limits.release(caller)
    assert dict(limits.counts) == {}
