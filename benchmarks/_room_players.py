"""Players who spend an evening in a room: each has a socket there, and one at the table."""

import asyncio
import json
import random
from typing import Any

from benchmarks._players import Load, Pair, Player, Socket, in_background, post, socket_path


class RoomPair(Pair):
    """Two members of a room, who want the next match as soon as one is over."""

    def __init__(self, load: Load) -> None:
        super().__init__(load)
        self.members: list[RoomMember] = []

    async def sit_down(self) -> None:
        """Arrive, and begin the first match."""
        await self.arrive()
        self.members[0].say({"type": "start_match", "id": "first"})

    async def arrive(self) -> None:
        """Open a room, and come in with two sockets; both are shown who is there."""
        wish = {"name": "Ada", "settings": {"rounds_to_win": self.load.rounds_to_win}}
        answer, cookie = await post(random.choice(self.load.ports), "/api/rooms", wish)
        self.code = answer["room"]
        self.players = [RoomPlayer(self, 1, cookie), RoomPlayer(self, 2, "")]
        self.members = [RoomMember(player) for player in self.players]
        host, guest = self.members
        await host.visit(f"/api/rooms/{self.code}/socket")
        await guest.visit(f"/api/rooms/{self.code}/socket")
        guest.player.cookie = guest.cookie
        guest.say({"type": "join", "id": "join", "name": "Ben"})
        await asyncio.gather(host.shown.wait(), guest.shown.wait())

    def go(self) -> None:
        """Leave the room."""
        super().go()
        for member in self.members:
            if member.socket is not None:
                member.socket.transport.close()


class RoomPlayer(Player):
    """A player whose next match is agreed on in the room."""

    def _follow(self, event: dict[str, Any]) -> None:
        if event["kind"] == "over":
            self.pair.load.ends += self.seat == 1
        else:
            super()._follow(event)


class RoomMember(Player):
    """The socket of a player in the room: it leads to the table of every match."""

    socket: Socket | None

    def __init__(self, player: Player) -> None:
        super().__init__(player.pair, player.seat, player.cookie)
        self.player = player
        self.table: str | None = None
        self.wanted = 0
        """How many matches this member has asked for after the first."""

    def hear(self, text: bytes) -> None:
        """Go to the table of a new match, and ask for the next one when it is over."""
        if text.startswith(b'{"type":"refused"'):
            self.pair.load.refusals += 1
        if not text.startswith(b'{"type":"room"'):
            return
        room = json.loads(text)["room"]
        if len(room["members"]) == 2:
            self.shown.set()
        table, played = room["table"], len(room["matches"])
        if table is not None and table != self.table:
            self.table = table
            in_background(self.player.visit(socket_path(table)))
        elif table is None and played > self.wanted:
            self.wanted = played
            self.say({"type": "next_match", "id": f"next{played}"})
