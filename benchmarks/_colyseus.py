"""Colyseus as a peer: a server of its kind that keeps everything in memory, and players for it.

The same rounds, the same frames of the same size in the same order, and the same driver; only the
envelope of a message (MessagePack) and the way into a room are Colyseus's.
"""

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgpack
from benchmarks._players import Pair, Player, frame, in_background, post
from benchmarks._serving import Node, free_port, wait_until_ready

sys.path.append(str(Path(__file__).parents[1] / "tests"))

from page.packages import install, node

ROOT = Path(__file__).parents[1]
PINNED = ROOT / "benchmarks" / "colyseus"
FETCHED = ROOT / "build" / "colyseus"

JOIN_ROOM, ROOM_DATA = 10, 13
"""The first byte of a message."""

FIXED_STRING = 0xA0
"""With its length added, it stands before a short string."""


@contextmanager
def serving_colyseus() -> Iterator[Node]:
    """Run the peer in Node's production mode; it is fetched at the first run."""
    install(PINNED, FETCHED)
    environment, _ = node()
    port = free_port()
    command = ["node", "server.js", str(port)]
    settings = environment | {"NODE_ENV": "production"}
    with subprocess.Popen(command, cwd=FETCHED, env=settings, stdout=subprocess.DEVNULL) as process:
        try:
            wait_until_ready(f"http://127.0.0.1:{port}/", process)
            yield Node(process.pid, port)
        finally:
            process.kill()
            process.wait(20)


class ColyseusPair(Pair):
    """Two players who open a new room for every round."""

    async def sit_down(self) -> None:
        """Arrive; the round begins when the second player is there."""
        await self.arrive()

    async def arrive(self) -> None:
        """Open a room, and join it with two sockets; both are shown the room."""
        if not self.players:
            self.players = [ColyseusPlayer(self, 1, ""), ColyseusPlayer(self, 2, "")]
        (port,) = self.load.ports
        opened, _ = await post(port, "/matchmake/create/punto", {})
        room = opened["room"]["roomId"]
        joined, _ = await post(port, f"/matchmake/joinById/{room}", {})
        for player, seat in zip(self.players, (opened, joined), strict=True):
            player.shown.clear()
            await player.visit(f"/{seat['room']['processId']}/{room}?sessionId={seat['sessionId']}")
        await asyncio.gather(*(player.shown.wait() for player in self.players))


class ColyseusPlayer(Player):
    """One of them."""

    def hear(self, text: bytes) -> None:
        """Join when asked to; look whether it is our turn."""
        if text[0] == JOIN_ROOM:
            self.send(bytes([JOIN_ROOM]))
            return
        begin = 2 + (text[1] & ~FIXED_STRING)
        kind, message = text[2:begin], msgpack.unpackb(text[begin:])
        if kind == b"snapshot":
            self.shown.set()
        elif kind == b"refused":
            self.pair.load.refusals += 1
        elif message["number"] > self.number:
            self.number = message["number"]
            if message["kind"] == "placed" and message["seat"] != self.seat:
                self.count_move()
            if not message["isOver"]:
                self.think(message["turn"])
            elif self.seat == 1:
                self.pair.load.ends += 1
                in_background(self.pair.arrive())

    def place(self, cell: str, number: int) -> None:
        """Send a move."""
        move = {"id": f"{self.seat}-{self.moves}", "answers": number, "cell": cell}
        self.send(bytes([ROOM_DATA, FIXED_STRING + 5]) + b"place" + msgpack.packb(move))

    def send(self, text: bytes) -> None:
        """Send a short message: binary, as all of them are here."""
        self.write(frame(0x82, text))
