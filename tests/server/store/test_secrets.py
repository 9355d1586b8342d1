"""Secrets of the server, which are made once."""

import asyncio
import secrets

from punto.server.store.store import Store


def test_a_secret_is_made_once(address: str) -> None:
    async def story() -> None:
        async with Store(address) as one, Store(address) as two:
            asked = (store.secret("key", lambda: secrets.token_bytes(32)) for store in (one, two))
            first, second = await asyncio.gather(*asked)
            assert first == second
            assert len(first) == 32
            assert await one.secret("other", lambda: b"\0\xff") == b"\0\xff"
        async with Store(address) as again:
            assert await again.secret("key", lambda: b"") == first
            assert await again.secret("other", lambda: b"") == b"\0\xff"

    asyncio.run(story())
