"""The application on a plain ASGI server, which knows nothing of our transport."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from starlette.websockets import WebSocket

from punto.server.api.asgi_channel import AsgiChannel
from punto.server.app import create_app
from punto.server.config.settings import Config
from punto.server.live.client import Client
from punto.server.table.client_view import ClientText

from ..client import OPEN, PATIENCE, Device, person
from ..server_process import free_port

Message = dict[str, Any]


def config_for(folder: Path) -> Config:
    return Config(database=str(folder / "punto.sqlite"), requests_burst=10_000)


@asynccontextmanager
async def plain_uvicorn(folder: Path) -> AsyncIterator[str]:
    """Serve the application with uvicorn's own protocols; gives the URL."""
    port = free_port()
    config = uvicorn.Config(
        create_app(config_for(folder)),
        port=port,
        ws="websockets-sansio",
        log_config=None,
        timeout_graceful_shutdown=1,
    )
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve())
    async with asyncio.timeout(PATIENCE):
        while not server.started:
            assert not serving.done()
            await asyncio.sleep(0.01)
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        await serving


def test_two_people_play_a_match_of_one_round_on_plain_uvicorn(tmp_path: Path) -> None:
    async def story() -> None:
        async with (
            plain_uvicorn(tmp_path) as url,
            Device(url) as ada_device,
            Device(url) as ben_device,
        ):
            code = await ada_device.open(person("Ada"), OPEN, rounds_to_win=1)
            ada, ben = await ada_device.sit(code), await ben_device.sit(code)
            await ben.ask("sit", seat=2, name="Ben")
            async with asyncio.timeout(PATIENCE):
                await asyncio.gather(ada.play(), ben.play())
            assert ada.phase == ben.phase == "over"
            for number in set(ada.events) & set(ben.events):
                assert ada.events[number] == ben.events[number]

    asyncio.run(story())


@asynccontextmanager
async def started_app(folder: Path) -> AsyncIterator[Any]:
    """Start the application with no server at all; tests call it as ASGI says."""
    app = create_app(config_for(folder))
    async with app.router.lifespan_context(app):
        yield app


def http_client(app: Any) -> httpx.AsyncClient:
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost")


class BareSocket:
    """A WebSocket whose scope holds only what ASGI demands: no state, client or extensions."""

    def __init__(self, app: Any, path: str, *headers: tuple[bytes, bytes]) -> None:
        self.inbox: asyncio.Queue[Message] = asyncio.Queue()
        self.outbox: asyncio.Queue[Message] = asyncio.Queue()
        self.outbox.put_nowait({"type": "websocket.connect"})
        scope = {
            "type": "websocket",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "scheme": "ws",
            "path": path,
            "query_string": b"",
            "headers": [(b"host", b"localhost"), *headers],
        }
        self.task = asyncio.create_task(app(scope, self.outbox.get, self.inbox.put))

    async def next(self) -> Message:
        return await asyncio.wait_for(self.inbox.get(), PATIENCE)

    async def next_message(self) -> Message:
        message: Message = json.loads((await self.next())["text"])
        return message

    def send(self, message: Message) -> None:
        self.outbox.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})

    async def leave(self) -> None:
        self.outbox.put_nowait({"type": "websocket.disconnect", "code": 1001})
        await asyncio.wait_for(self.task, PATIENCE)


def test_every_route_answers_without_a_server(tmp_path: Path) -> None:
    async def story() -> None:
        async with started_app(tmp_path) as app, http_client(app) as client:
            wish = {"seats": [person("Ada"), person("Ben")]}
            code = (await client.post("/api/tables", json=wish)).json()["table"]
            for path in (
                *("/", "/healthz", "/readyz", "/metrics", f"/t/{code}"),
                *("/api/choices", "/api/tables", f"/api/tables/{code}"),
                *(f"/api/tables/{code}/events", f"/api/tables/{code}/invite.svg"),
            ):
                assert (await client.get(path)).status_code == 200, path
            assert (await client.post(f"/api/tables/{code}/handover")).status_code == 201

    asyncio.run(story())


def test_a_card_is_placed_without_a_server(tmp_path: Path) -> None:
    async def story() -> None:
        async with started_app(tmp_path) as app, http_client(app) as client:
            wish = {"seats": [person("Ada"), person("Ben")]}
            opened = await client.post("/api/tables", json=wish)
            cookie = "; ".join(f"{name}={value}" for name, value in opened.cookies.items())
            path = f"/api/tables/{opened.json()['table']}/socket"
            socket = BareSocket(app, path, (b"cookie", cookie.encode()))
            assert (await socket.next())["type"] == "websocket.accept"
            messages = [await socket.next_message() for _ in range(3)]
            assert [message["type"] for message in messages] == ["you", "snapshot", "presence"]
            table = messages[1]["table"]
            turn = table["match"]["turn"]
            move = {"type": "place", "id": "1", "answers": table["number"], "seat": turn["seat"]}
            socket.send({**move, "cell": turn["cells"].split()[0]})
            (event,) = (await socket.next_message())["events"]
            assert (event["kind"], event["id"]) == ("placed", "1")
            await socket.leave()

    asyncio.run(story())


def test_a_farewell_is_sent_before_the_close(tmp_path: Path) -> None:
    async def story() -> None:
        async with started_app(tmp_path) as app:
            socket = BareSocket(app, "/api/tables/dhkl-moqr-wxyd/socket")
            assert (await socket.next())["type"] == "websocket.accept"
            assert (await socket.next_message())["code"] == "no-such-table"
            close = {"type": "websocket.close", "code": 4000, "reason": "no-such-table"}
            assert await socket.next() == close
            await socket.task

    asyncio.run(story())


def test_a_refused_handshake_is_closed_where_no_response_can_be_sent(tmp_path: Path) -> None:
    async def story() -> None:
        async with started_app(tmp_path) as app:
            origin = (b"origin", b"https://elsewhere.example")
            socket = BareSocket(app, "/api/tables/dhkl-moqr-wxyd/socket", origin)
            assert (await socket.next())["type"] == "websocket.close"
            await socket.task

    asyncio.run(story())


def open_socket(
    receive: Callable[[], Awaitable[Message]], send: Callable[[Message], Awaitable[None]]
) -> WebSocket:
    scope = {"type": "websocket", "state": {}, "headers": [], "path": "/"}
    return WebSocket(scope, receive, send)  # type: ignore[arg-type]


def test_a_client_that_does_not_read_is_cut_off() -> None:
    async def story() -> None:
        never = asyncio.Event()
        sent: list[Message] = []

        async def receive() -> Message:
            if not sent:
                return {"type": "websocket.connect"}
            await never.wait()
            return {"type": "websocket.disconnect"}

        async def send(message: Message) -> None:
            sent.append(message)
            if message["type"] == "websocket.send":
                await never.wait()

        socket = open_socket(receive, send)
        await socket.accept()
        channel = AsgiChannel(socket)
        client = Client("device", 1000, channel)
        receiving = asyncio.create_task(channel.receive())
        for _ in range(100):
            client.send(ClientText("ä" * 100))
            await asyncio.sleep(0)
        assert client.is_cut
        assert channel._waiting_bytes == 1200
        assert await receiving is None
        assert await channel.receive() is None
        await channel.abandon()
        assert [message["type"] for message in sent] == ["websocket.accept", "websocket.send"]

    asyncio.run(story())


def test_texts_arrive_in_order_and_before_the_close() -> None:
    async def story() -> None:
        sent: list[Message] = []

        async def receive() -> Message:
            return {"type": "websocket.connect"}

        async def send(message: Message) -> None:
            await asyncio.sleep(0)
            sent.append(message)

        socket = open_socket(receive, send)
        await socket.accept()
        channel = AsgiChannel(socket)
        assert channel.send_text("one") == 3
        assert channel.send_text("two") == 6
        await channel.close(4000, "enough")
        assert channel.send_text("three") == 5
        texts = [message.get("text", message["type"]) for message in sent]
        assert texts == ["websocket.accept", "one", "two", "websocket.close"]
        await channel.abandon()

    asyncio.run(story())


def test_a_client_that_is_gone_ends_the_channel() -> None:
    async def story() -> None:
        async def receive() -> Message:
            return {"type": "websocket.connect"}

        async def send(message: Message) -> None:
            if message["type"] == "websocket.send":
                raise OSError

        socket = open_socket(receive, send)
        await socket.accept()
        channel = AsgiChannel(socket)
        channel.send_text("hello")
        await asyncio.sleep(0.01)
        assert await channel.receive() is None
        assert channel.send_text("again") == 5
        await channel.abandon()

    asyncio.run(story())
