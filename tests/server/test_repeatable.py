"""Servers of tests whose deals follow from the name of the test."""

import asyncio
from pathlib import Path

import pytest

from server.client import Device, bot, person
from server.fork_server import CAN_FORK
from server.repeatable import VARIABLE, NamedSource, name_test
from server.server_process import ServerProcess


def test_the_same_test_draws_the_same_numbers(tmp_path: Path) -> None:
    file = tmp_path / "test"
    name_test(file, "a")
    source = NamedSource(file)
    first = [source.urandom(32), source.urandom(32)]
    name_test(file, "b")
    other = source.urandom(32)
    name_test(file, "a")
    assert [source.urandom(32), source.urandom(32)] == first
    assert len({other, *first}) == 3
    assert all(source.getrandbits(9) < 1 << 9 for _ in range(50))


@pytest.mark.skipif(not CAN_FORK, reason="only forked servers draw by test")
def test_a_server_deals_the_same_cards_for_the_same_test(tmp_path: Path) -> None:
    file = tmp_path / "test"
    process = ServerProcess(tmp_path)
    process.environment[VARIABLE] = str(file)

    async def deal(name: str) -> str:
        name_test(file, name)
        async with Device(process.url) as device:
            code = await device.open(person("Ada"), bot("random"))
            table = await device.get(f"/api/tables/{code}")
            return str(table["match"]["commitment"])

    with process.until_killed():
        commitments = [asyncio.run(deal(name)) for name in ("a", "b", "a")]
    assert commitments[0] == commitments[2] != commitments[1]
