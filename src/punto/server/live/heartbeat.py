"""Keeping in touch: nodes show that they live, and look into the log for what they did not hear."""

import asyncio
import logging

from punto.server.live import peer_messages
from punto.server.live.hub import Hub

log = logging.getLogger("punto.bus")

BEAT = 0.5
"""Seconds between two signs of life, and between two looks where somebody cannot be heard."""

SELDOM = 4
"""After so many signs of life there is a look all the same: another node may not get through, or
may not have heard who is connected here, and let their table sleep."""


async def run_heartbeat(hub: Hub) -> None:
    """Say that this node lives, and look after the others, until cancelled."""
    bus, beats = hub.services.bus, 0
    bus.listen(peer_messages.NODES)
    while True:
        bus.say(peer_messages.NODES, peer_messages.ALIVE)
        for node in hub.nodes.fallen_silent():
            log.warning("node %s has fallen silent", node)
            hub.lose(node)
        beats += 1
        if beats % SELDOM == 0:
            await hub.make_up()
        if bus.trouble or hub.nodes.silent_since or beats % SELDOM == 0:
            await hub.look(hub.tables)
        await asyncio.sleep(BEAT)
