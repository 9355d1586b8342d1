"""A client of one table: it follows what happens, and sends commands."""

from punto.client.connection import Connection
from punto.client.credentials import Credentials
from punto.client.link import TableLink
from punto.client.messages import Message, Presence, You, read_presence, read_you
from punto.client.remote_table import RemoteTable, read_table
from punto.client.updates import (
    Happened,
    PresenceChanged,
    Reacted,
    Replaced,
    Update,
    YouChanged,
)


class TableClient(Connection[TableLink, Update]):
    """One device at one table."""

    def __init__(self, link: TableLink, credentials: Credentials) -> None:
        super().__init__(link, credentials)
        self.table: RemoteTable | None = None
        self.you = You()
        self.presence = Presence()

    async def place(self, seat: int, cell: str) -> Message:
        """Place the card in hand; refused as `too-late` if another card was placed meanwhile."""
        assert self.table is not None
        return await self.send("place", last_event=self.table.number, seat=seat, cell=cell)

    def _check_shape(self, shape: Message) -> None:
        read_table(shape)

    def _query(self) -> str:
        return "" if self.table is None else f"?since={self.table.number}"

    def _handle(self, message: Message) -> None:
        kind = message["type"]
        if kind == "snapshot":
            self.table = read_table(message["table"])
            self._updates.put_nowait(Replaced(self.table))
        elif kind == "events":
            for event in message["events"]:
                self._apply(event)
        elif kind == "you":
            self.you = read_you(message)
            self._updates.put_nowait(YouChanged(self.you))
        elif kind == "presence":
            before, self.presence = self.presence, read_presence(message)
            self._updates.put_nowait(PresenceChanged(before, self.presence))
        elif kind == "reaction":
            self._updates.put_nowait(Reacted(message["seat"], message["reaction"]))

    def _apply(self, event: Message) -> None:
        """Apply an event; one that is known already only answers its command."""
        table = self.table
        if table is None:
            raise KeyError("events came before the table")
        if event["number"] > table.number:
            self.table, ended = table.after(event)
            self._updates.put_nowait(Happened(event, table, self.table, ended))
        self._answer(event.get("id"), event)
