"""A process that serves a very small app; its arguments are settings, as in `port=0`."""

import asyncio
import sys
from collections.abc import Awaitable, Callable
from typing import Any

from punto.rules.errors import PuntoError
from punto.server.config.loading import load
from punto.server.process.logs import set_up
from punto.server.run import serve

Send = Callable[[dict[str, Any]], Awaitable[None]]
Receive = Callable[[], Awaitable[dict[str, Any]]]


async def app(scope: Any, receive: Any, send: Any) -> None:
    kinds: dict[str, Callable[[Any, Receive, Send], Awaitable[None]]] = {
        "lifespan": live,
        "http": answer,
        "websocket": echo,
    }
    await kinds[scope["type"]](scope, receive, send)


async def live(scope: Any, receive: Receive, send: Send) -> None:
    for _ in range(2):
        message = await receive()
        if "refuse=1" in sys.argv:
            raise PuntoError("no", "the app does not want to start")
        if message["type"] == "lifespan.shutdown":
            print("shut down", flush=True)
            await asyncio.sleep(60 if "hang=1" in sys.argv else 0)
        await send({"type": f"{message['type']}.complete"})


async def answer(scope: Any, receive: Receive, send: Send) -> None:
    """Tell what came, or a megabyte of nothing."""
    early = "refuse_all=1" in sys.argv
    while not early and (await receive()).get("more_body"):
        pass
    size = 20_000_000 if scope["path"].endswith("/much") else 0
    body = f"{scope['root_path']}|{scope['path']}|{scope['client'][0]}|{scope['scheme']}".encode()
    length = str(size or len(body)).encode()
    headers = [(b"content-length", length)]
    status = 429 if early else 200
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": bytes(size) or body})


async def echo(scope: Any, receive: Receive, send: Send) -> None:
    await receive()
    await send({"type": "websocket.accept"})
    while (message := await receive())["type"] == "websocket.receive":
        much = message.get("text") == "much"
        while much:
            await send({"type": "websocket.send", "text": "x" * 100_000})
        await send({"type": "websocket.send", "text": message.get("text")})
    print("gone", message["code"], flush=True)


def main() -> int:
    settings = dict(word.split("=", 1) for word in sys.argv[1:])
    own = ("refuse", "refuse_all", "hang")
    config = load({name: text for name, text in settings.items() if name not in own}).config
    set_up(config.log_level)
    try:
        return serve(config, app, on_ready=lambda link: print(link, flush=True), on_stop=told)
    except PuntoError as error:
        print(error)
        return 2


async def told() -> None:
    print("told", flush=True)


if __name__ == "__main__":
    sys.exit(main())
