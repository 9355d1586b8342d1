"""Floods of messages that any client may send, as faults of a storm."""

import asyncio
from contextlib import suppress
from typing import Any

from server.flooding import FLOODS, Flood

from .faults import Fault, Storm

FLOOD_SECONDS = 2.0


def flooding(flood: Flood) -> Fault:
    """Make a fault of a flood; it meets one node, past the balancer."""

    async def fault(storm: Storm[Any]) -> None:
        people = storm.crowd.playing
        code = storm.chance.choice(people).code if people else "none"
        with suppress(OSError):  # the node may be down
            await asyncio.to_thread(flood, storm.node().process.port, code, FLOOD_SECONDS)

    fault.__name__ = f"flood_with_{flood.__name__}"
    return fault


FLOODING: tuple[Fault, ...] = tuple(flooding(flood) for flood in FLOODS)
"""These happen meanwhile."""
