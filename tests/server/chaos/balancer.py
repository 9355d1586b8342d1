"""A minimal load balancer: each new connection goes to any node that accepts it."""

import asyncio
import random
from collections import Counter
from collections.abc import Sequence

from server.cable import Cable


class Balancer(Cable):
    """A cable with many ends; it knows nothing of what it carries."""

    def __init__(self, nodes: Sequence[int], chance: random.Random) -> None:
        super().__init__(nodes[0])
        self.nodes, self.chance = tuple(nodes), chance
        self.carried: Counter[int] = Counter()
        """How many connections each node was given."""

    async def _reach(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        for port in self.chance.sample(self.nodes, len(self.nodes)):
            try:
                ends = await asyncio.open_connection("127.0.0.1", port)
            except OSError:
                continue
            self.carried[port] += 1
            return ends
        raise ConnectionRefusedError
