"""Bad messages of every kind get an error and change nothing."""

import asyncio

import pytest
from websockets.exceptions import ConnectionClosed

from server.server_process import ServerProcess

from .bad_messages import MESSAGES
from .company import answer_to, company, mistakes, shown, to_move


@pytest.mark.parametrize("kind", MESSAGES)
def test_bad_messages_change_nothing(running: ServerProcess, kind: str) -> None:
    async def story() -> None:
        async with company(running.url, 2, watchers=1) as clients:
            for client in (clients[0], clients[2]):
                before = await shown(client)
                for text in MESSAGES[kind]:
                    told = await answer_to(client, text)
                    expected = {"bytes": "not-text", "too long": "message-too-long"}
                    assert told["code"] == expected.get(kind, "unreadable"), text
                    assert told["id"] is None
                    await client.send_text('{"type": "beat"}')
                assert await shown(client) == before
            for client in clients:
                assert not client.byes
            assert (await to_move(clients)[0].place())["kind"] == "placed"

    before = mistakes(running)
    asyncio.run(story())
    assert mistakes(running) == before


FRAMES = {
    "wrong UTF-8": (b'{"type": "\xff"}', 1007),
    "half a sign": (b"\xed\xa0\x80", 1007),
    "an overlong sign": (b"\xc0\xaf", 1007),
    "a megabyte": (b"x" * 1_000_000, 1009),
    "a megabyte of nothing": (b" " * 1_000_000, 1009),
}


@pytest.mark.parametrize("what", FRAMES)
def test_invalid_frames_close_only_their_own_connection(running: ServerProcess, what: str) -> None:
    async def story() -> None:
        async with company(running.url) as clients:
            before = await shown(clients[0])
            frame, code = FRAMES[what]
            bare = await clients[0].device.connect(clients[0].code)
            await bare.send(frame, text=True)
            with pytest.raises(ConnectionClosed) as caught:
                [await bare.recv() for _ in range(100)]
            assert caught.value.rcvd is not None
            assert caught.value.rcvd.code == code
            assert await shown(clients[0]) == before
            assert (await to_move(clients)[0].place())["kind"] == "placed"
            assert all(client.reconnects == 0 for client in clients)

    asyncio.run(story())
