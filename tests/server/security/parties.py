"""Matches over recorded connections, with everything that can happen during them."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager

from server.client import PATIENCE, Client, Message
from server.server_process import ServerProcess

from .company import NAMES, caught_up, reached, stored
from .leaks import leaks, leaks_of_message
from .recorder import Recorder
from .truth import Truth, is_in, key_of

Aside = Callable[[int], Awaitable[None]]


class Party:
    """Recorded devices at one table: what they received, and what they requested."""

    def __init__(self, running: ServerProcess, wires: list[Recorder], clients: list[Client]):
        self.running, self.wires, self.clients = running, wires, clients
        self.earlier = {wire: wire.matches_over for wire in wires}
        """How many matches each device had seen to their end before this one."""
        self.keys: dict[str, Recorder] = {}
        """The keys of handovers, and who got them."""
        self.answers: list[str] = []
        """The bodies of HTTP responses."""

    @property
    def code(self) -> str:
        return self.clients[0].code

    async def ask_everything(self) -> None:
        """Have everybody request everything that exists, and things that do not."""
        table = f"/api/tables/{self.code}"
        paths = ["", "/events", "/events?since=3", "/record", "/invite.svg", "/nothing"]
        others = [f"/t/{self.code}", "/api/tables", "/metrics", "/readyz", "/api/choices"]
        for client in self.clients:
            for path in [*(table + path for path in paths), *others]:
                self.answers.append((await client.device.http.get(path)).text)
            wrong = await client.device.http.post(f"{table}/takeover", json={"key": "x" * 32})
            self.answers.append(wrong.text)
            await refusals(client)

    async def drop(self, client: Client) -> None:
        """Lose a connection, and reconnect."""
        before = client.reconnects
        assert client.socket is not None
        await client.socket.close()
        await client.until(lambda: client.reconnects > before and client.socket is not None)

    async def hand_over(self, giver: int, taker: int) -> None:
        table = f"/api/tables/{self.code}"
        offer = (await self.wires[giver].device.http.post(f"{table}/handover")).json()
        self.keys[offer["key"]] = self.wires[giver]
        taking = await self.wires[taker].device.http.post(
            f"{table}/takeover", json={"key": offer["key"]}
        )
        assert taking.status_code == 200
        await self.clients[taker].until(lambda: self.clients[taker].you["seats"])
        await self.clients[giver].until(lambda: not self.clients[giver].you["seats"])

    async def play(self, meanwhile: Aside) -> None:
        """Place cards until the match is over."""
        lead, step = self.clients[0], 0
        while True:
            await self.until(lambda: lead.phase == "over" or self.mover() is not None)
            if lead.phase == "over":
                await caught_up(self.clients)
                return
            await meanwhile(step)
            step += 1
            await caught_up(self.clients)
            mover = self.mover()
            if mover is not None:
                await mover.place()
                await lead.until(reached(lead, mover.number))

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait until several clients have received something."""
        async with asyncio.timeout(PATIENCE):
            while not condition():
                await asyncio.sleep(0.01)

    def mover(self) -> Client | None:
        turn = self.clients[0].turn
        if turn is None:
            return None
        return next((one for one in self.clients if turn["seat"] in one.you["seats"]), None)


async def refusals(client: Client) -> None:
    """Send all kinds of requests that are refused."""
    before, number = len(client.refusals), client.number
    undo = '{"type": "undo", "id": "u", "answers": 0}'
    for text in ("{", '{"type": "seed"}', b"\0", undo):
        await client.send_text(text)
    for seat in range(1, 5):
        await client.send("place", answers=number, seat=seat, cell="a1")
        await client.send("stand_in", seat=seat, bot="seed")
    await client.until(lambda: len(client.refusals) >= before + 12)


@asynccontextmanager
async def party(
    running: ServerProcess, seats: list[Message], guests: int, watchers: int, **settings: object
) -> AsyncIterator[Party]:
    """Open a table over recorded connections; guests take the open seats."""
    async with AsyncExitStack() as stack:
        count = 1 + guests + watchers
        wires = [await stack.enter_async_context(Recorder(running.port)) for _ in range(count)]
        code = await wires[0].device.open(*seats, **settings)
        clients: list[Client] = []
        for place, wire in enumerate(wires):
            client = await wire.device.sit(code)
            stack.push_async_callback(client.close)
            clients.append(client)
            if 0 < place <= guests:
                seat = next(
                    number
                    for number, seat in enumerate(client.table["seats"], 1)
                    if seat["kind"] == "open"
                )
                await client.ask("sit", seat=seat, name=NAMES[place])
        await caught_up(clients)
        yield Party(running, wires, clients)


def check(party: Party) -> None:
    """Search everything that was sent, and the log."""
    truth, key = Truth(stored(party.running, party.code)), key_of(party.running)
    assert truth.is_over
    assert len(truth.decks) >= 2
    log = party.running.logged()
    for client in party.clients:
        number = 0
        for text in client.received:
            found, number = leaks_of_message(text, truth, number)
            assert not found, (found, text)
    for text in party.answers:
        found, _ = leaks_of_message(text, truth, truth.began)
        assert not found, (found, text)
    assert not leaks(log, truth.decks)
    ids = {wire.id for wire in party.wires}
    assert truth.devices <= ids
    for wire in party.wires:
        before_the_end = wire.until_over(party.earlier[wire] + 1)
        assert len(before_the_end) < len(wire.text), "nobody told this device that it is over"
        assert not is_in(truth.seed, before_the_end)
        assert not is_in(key, wire.text)
        assert not {id_ for id_ in ids - {wire.id} if id_ in wire.text}
        assert not {print_ for print_ in truth.fingerprints if print_ in wire.text}
        assert not {key for key, owner in party.keys.items() if owner != wire and key in wire.text}
    secrets = {*ids, *truth.fingerprints, *party.keys}
    assert not {secret for secret in secrets if secret in log}
    assert not is_in(truth.seed, log)
    assert not is_in(key, log)
