"""Comparing long records with many matches in play holds up nobody, and is paid for."""

import asyncio
from random import Random
from time import thread_time

from punto import Match
from punto.notation.position import write_position
from punto.server.limits.fair_queue import Owner
from punto.server.offload.comparisons import Comparisons
from punto.server.table.resemblance import tops_in_text
from punto.server.table.table import Table

ADA, BEN = "device-of-ada", "device-of-ben"
LONGEST_SECONDS = 0.05
"""Processor time between two turns of others; a slice has a fiftieth of that."""


def match_after(cards: int, seed: int) -> Match:
    match, random = Match("2p", seed=f"{seed:064x}"), Random(seed)
    for _ in range(cards):
        match.place(random.choice(list(match.legal_cells)))
    return match


def table_with(match: Match) -> Table:
    table = Table("dhkl-moqr-wxyd")
    table.match, table.phase = match, "playing"
    table.devices = (ADA, BEN)
    return table


class Charges:
    """Counts what is charged."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def charge(self, owner: Owner, seconds: float) -> None:
        assert owner == Owner(ADA, "192.0.2.1")
        self.seconds += seconds


def test_a_long_comparison_takes_turns_with_everything_else_and_is_charged() -> None:
    charges = Charges()
    played = match_after(22, seed=1)
    # Each of these has the same values as the match, so that every way to turn it is tried.
    values = [top.value for top in tops_in_text(write_position(played.position()))]
    asked = [with_values(values, seed) for seed in range(25)]
    tables = [table_with(played.copy()) for _ in range(15)]
    longest = 0.0

    async def others() -> None:
        nonlocal longest
        while True:
            began = thread_time()
            await asyncio.sleep(0)
            longest = max(longest, thread_time() - began)

    async def story() -> bool:
        comparisons = Comparisons(charges.charge)
        watching = asyncio.create_task(others())
        found = await asyncio.gather(
            *(comparisons.find_match(Owner(ADA, "192.0.2.1"), asked, tables, ADA) for _ in range(3))
        )
        watching.cancel()
        return any(found)

    began = thread_time()
    assert not asyncio.run(story())
    assert longest < LONGEST_SECONDS
    assert 0.5 * (thread_time() - began) < charges.seconds < thread_time() - began


def with_values(values: list[int], seed: int) -> str:
    """Write a position with the same values in other places."""
    random = Random(seed)
    cells = random.sample([f"{column}{row}" for column in "cdefgh" for row in range(3, 9)], 22)
    stacks = ",".join(
        f"{cell}:{random.choice('ROBG')}{value}" for cell, value in zip(cells, values, strict=False)
    )
    fields = write_position(match_after(22, seed=1).position()).split(" ")
    fields[7] = stacks
    return " ".join(fields)


def test_a_match_in_play_is_found_among_many() -> None:
    played = [match_after(cards, seed=2) for cards in range(8, 20)]
    asked = [write_position(one.position()) for one in played]
    owner = Owner(ADA, "192.0.2.1")

    async def story(tables: list[Table]) -> bool:
        comparisons = Comparisons(Charges().charge)
        return await comparisons.find_match(owner, asked, tables, ADA)

    other = table_with(match_after(14, seed=3))
    assert not asyncio.run(story([other]))
    assert asyncio.run(story([other, table_with(played[5])]))
