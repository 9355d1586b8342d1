"""The heartbeat of a node: it shows that it lives, and looks for what it did not hear."""

import asyncio
import logging

from punto.server.live import peer_messages
from punto.server.live.hub import Hub

log = logging.getLogger("punto.bus")

HEARTBEAT_SECONDS = 0.5

BEATS_PER_LOOK = 4
"""After so many heartbeats the log is looked at even if all seems well: another node may not get
through, or may not know who is connected here, and let their table sleep."""


async def run_heartbeat(hub: Hub) -> None:
    """Send heartbeats, and detect nodes that stopped sending them, until cancelled."""
    bus, beats = hub.services.bus, 0
    bus.subscribe(peer_messages.NODES)
    while True:
        bus.publish(peer_messages.NODES, peer_messages.ALIVE)
        for node in hub.nodes.fallen_silent():
            log.warning("node %s: no heartbeat, taking over its tables", node)
            hub.lose_node(node)
        beats += 1
        is_time_to_look = beats % BEATS_PER_LOOK == 0
        if is_time_to_look:
            bus.publish(peer_messages.NODES, peer_messages.open_rooms(hub.open_rooms.own()))
        if is_time_to_look or bus.trouble or hub.nodes.silent_since:
            await hub.look(hub.tables)
        await asyncio.sleep(HEARTBEAT_SECONDS)
