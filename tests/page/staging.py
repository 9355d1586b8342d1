"""Tables made up for a test: the same decks, moves and names every time, and no server behind them.

The messages come from the server's own code, so they are what a server would send.
"""

import json
import re
from random import Random
from typing import Any

from playwright.sync_api import Route, WebSocketRoute, expect

from punto.server.table.client_view import (
    events_body,
    events_message,
    outgoing,
    presence_message,
    public_event,
    snapshot_message,
    you_message,
)
from punto.server.table.record import record_of
from punto.server.table.replaying import replay_of
from punto.server.wire.words import DeviceNumber
from server.table.scene import ADA, CODE, Message, Scene

from .dealing import reach
from .visitor import Visitor

QR = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1 1h7v7H1z"/></svg>'
"""Stands in for the code of a link, which has another port every time."""


class Stage:
    """A table of Ada's that one visitor sees."""

    def __init__(
        self, visitor: Visitor, *seats: Message, seed: int = 1, **settings: object
    ) -> None:
        self.visitor = visitor
        self.scene = Scene(*seats, begins_when_full=False, **settings)
        self.scene.chance = self.random = Random(seed)
        self.sockets: list[WebSocketRoute] = []
        tables = re.compile(rf"/api/tables/{CODE}/")
        visitor.page.route_web_socket(tables, self._connect)
        visitor.page.route(tables, self._answer)

    def start(self) -> None:
        """Begin the match; the decks follow from the seed."""
        self.scene.do(ADA, "start")

    @property
    def match(self) -> Any:
        """The match, as everybody may see it."""
        return json.loads(snapshot_message(self.scene.table))["table"]["match"]

    def sorted_cells(self) -> list[str]:
        """List the legal cells by the row that the card makes there, the shortest first."""
        match = self.match
        cells = match["turn"]["cells"].split()
        self.random.shuffle(cells)
        card, stacks = match["turn"]["card"], match["stacks"]
        return sorted(cells, key=lambda cell: reach(stacks, card, cell))

    def lay(self, cell: str = "") -> list[Message]:
        """Lay a card for whoever is to play, where it makes no row if no cell is named."""
        cell = cell or self.sorted_cells()[0]
        seat = self.scene.table.to_move
        assert seat is not None
        device = self.scene.table.devices[seat.device - 1]
        return self.scene.place(device, cell)

    def some(self, count: int) -> None:
        """Lay some cards that make no row."""
        for _ in range(count):
            self.lay()

    def before_line(self, side: int, needed: int = 5) -> str:
        """Play until a side can complete a row with its next card, and return the cell for it."""
        while True:
            match, best = self.match, self.sorted_cells()[-1]
            turn = match["turn"]
            can_win = reach(match["stacks"], turn["card"], best) >= needed
            if can_win and turn["seat"] == side:
                return best
            # The others do what they can to let that side win.
            self.lay("" if turn["seat"] != side else best)

    def push(self, events: list[Message]) -> None:
        """Tell the visitor what happened."""
        rows = self.scene.log[-len(events) :]
        text = events_message([public_event(*row) for row in rows])
        for socket in self.sockets:
            socket.send(text)

    def sit(self) -> None:
        """Go to the table."""
        with self.visitor.watcher.forgiving():  # the server does not know the table
            self.visitor.go(f"/t/{CODE}")
        place = self.visitor.page.get_by_role("gridcell")
        if self.scene.table.match is not None:
            expect(place.first).to_be_visible()

    def _connect(self, socket: WebSocketRoute) -> None:
        self.sockets.append(socket)
        socket.on_message(lambda _: socket.send('{"type":"beat"}'))
        socket.send(you_message(self.scene.table, ADA))
        socket.send(snapshot_message(self.scene.table))
        socket.send(presence_message([DeviceNumber(1)], {}, 0))

    def _answer(self, route: Route) -> None:
        path = route.request.url.partition(f"{CODE}/")[2].partition("?")[0]
        if path == "events":
            since = int(route.request.url.rpartition("=")[2])
            rows = [public_event(*row) for row in self.scene.log if row[0] > since]
            route.fulfill(body=events_body(rows), content_type="application/json")
        elif path == "replay":
            body = outgoing(replay_of(record_of(self.scene.table)))
            route.fulfill(body=body, content_type="application/json")
        else:
            route.fulfill(body=QR, content_type="image/svg+xml")
