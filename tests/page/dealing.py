"""Playing past the page, as another tab of the same device would: to get to a moment quickly."""

import json
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from http import HTTPStatus
from http.client import HTTPConnection
from random import Random
from typing import Any
from urllib.parse import urlsplit

from websockets.sync.client import ClientConnection

from .devices import cookie_of, open_socket
from .playing import Player

WAYS = ((1, 0), (0, 1), (1, 1), (1, -1))
TIMEOUT_SECONDS = 60.0


def reach(stacks: dict[str, str], card: str, cell: str) -> int:
    """Count the row that a card completes in a cell."""
    column, row = ord(cell[0]), int(cell[1:])

    def count(right: int, up: int) -> int:
        length, found = 0, card
        while found[0] == card[0]:
            length += 1
            name = f"{chr(column + right * length)}{row + up * length}"
            found = stacks.get(name, " ").rpartition(" ")[2] or " "
        return length

    return max(count(right, up) + count(-right, -up) - 1 for right, up in WAYS)


class Dealer:
    """It lays cards for all seats of a device, and knows the table as the server tells it."""

    def __init__(self, socket: ClientConnection, player: Player, cookie: str, seed: int) -> None:
        self.socket, self.player, self.cookie = socket, player, cookie
        self.random = Random(seed)
        self.count = 0

    @property
    def table(self) -> Any:
        """Ask how the table stands, past the browser, which would take longer for it."""
        link = urlsplit(self.player.visitor.link)
        # A connection for each look: the server closes one that is idle for a while.
        with closing(HTTPConnection(link.netloc, timeout=TIMEOUT_SECONDS)) as server:
            path = f"{link.path}/api/tables/{self.player.code}"
            server.request("GET", path, headers={"cookie": self.cookie})
            response = server.getresponse()
            body = response.read()
        assert response.status == HTTPStatus.OK, body
        return json.loads(body)

    def colours(self, least: int = 1) -> set[str]:
        """Name the colours of which a card with so many dots can be seen on the table."""
        tops = [stack.rpartition(" ")[2] for stack in self.table["match"]["stacks"].values()]
        return {top[0] for top in tops if int(top[1]) >= least}

    def lay(self, table: Any, cell: str) -> None:
        """Lay the card in hand, and wait until it lies there."""
        self.count += 1
        name = f"past-{self.count}"
        turn, number = table["match"]["turn"], table["number"]
        place = {"type": "place", "id": name, "answers": number, "seat": turn["seat"]}
        self.socket.send(json.dumps({**place, "cell": cell}))
        while True:
            message = json.loads(self.socket.recv(TIMEOUT_SECONDS))
            assert message["type"] != "refused", message
            if any(event.get("id") == name for event in message.get("events", [])):
                return

    def towards_line(self) -> str:
        """Play until somebody can complete a row, and give the cell for it."""
        while True:
            table = self.table
            match = table["match"]
            turn, stacks = match["turn"], match["stacks"]
            needed = 5 if table["settings"]["mode"] in ("2p", "teams") else 4
            cells = turn["cells"].split()
            self.random.shuffle(cells)
            best = max(cells, key=lambda cell: reach(stacks, turn["card"], cell))
            if reach(stacks, turn["card"], best) >= needed and turn["card"][0] != neutral(table):
                return str(best)
            self.lay(table, best)

    def some(self, count: int) -> None:
        """Lay some cards where they make no row."""
        for _ in range(count):
            table = self.table
            turn, stacks = table["match"]["turn"], table["match"]["stacks"]
            cells = turn["cells"].split()
            self.random.shuffle(cells)
            self.lay(table, min(cells, key=lambda one: reach(stacks, turn["card"], one)))

    def spread(self) -> None:
        """Lay one card where the table grows, if it can, and no row of it."""
        table = self.table
        turn, stacks = table["match"]["turn"], table["match"]["stacks"]
        cells = turn["cells"].split()
        self.random.shuffle(cells)
        self.lay(
            table, min(cells, key=lambda one: (one in stacks, reach(stacks, turn["card"], one)))
        )

    def give_up(self, seat: int = 1) -> None:
        """End the match at once."""
        self.socket.send(json.dumps({"type": "resign", "id": "enough", "seat": seat}))
        self.player.wait_until(lambda: self.table["phase"] == "over")

    def towards_stalemate(self) -> None:
        """Play until no row was completed, slowly enough for the page to show each card."""
        table = self.table
        round_ = table["match"]["round"]
        while table["phase"] == "playing" and table["match"]["round"] == round_:
            self.some(1)
            self.player.page.wait_for_timeout(30)
            table = self.table


def towards_line_of(seat: int, dealers: Sequence[Dealer]) -> str:
    """Let everybody play, one dealer a seat, until a seat can complete a row; give the cell."""
    while True:
        table = dealers[0].table
        turn, stacks = table["match"]["turn"], table["match"]["stacks"]
        cells = turn["cells"].split()
        dealers[0].random.shuffle(cells)

        def row(cell: str, card: str = turn["card"], on: dict[str, str] = stacks) -> int:
            return reach(on, card, cell)

        if turn["seat"] != seat:
            dealers[turn["seat"] - 1].lay(table, min(cells, key=row))
            continue
        best = max(cells, key=row)
        if row(best) >= (5 if table["settings"]["mode"] in ("2p", "teams") else 4):
            return str(best)
        dealers[seat - 1].lay(table, best)


def neutral(table: Any) -> str | None:
    """Name the colour that is nobody's."""
    return "G" if table["settings"]["mode"] == "3p" else None


@contextmanager
def dealer(player: Player, seed: int = 1) -> Iterator[Dealer]:
    """Sit down beside the page, on the same device."""
    cookie = cookie_of(player.visitor)
    with open_socket(player.visitor.link, f"tables/{player.code}", cookie) as socket:
        yield Dealer(socket, player, cookie, seed)
