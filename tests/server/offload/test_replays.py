"""Replays and records of finished matches are computed once, and cached up to a limit in bytes."""

import asyncio

import pytest

from notation.samples import vector
from punto.notation.reader import RecordError
from punto.server.limits.fair_queue import BusyError, Owner
from punto.server.offload.replays import WAITING_PER_DEVICE, Replays
from punto.server.process.byte_cache import ByteCache

OWNER = Owner("ada", "192.0.2.1")
RECORD = vector("3p-english-2018-1").encode()


def test_a_replay_is_computed_once() -> None:
    async def story() -> None:
        replays = Replays()
        asked = 0
        ask = replays.child.ask

        async def counted(request: bytes) -> tuple[int, bytes]:
            nonlocal asked
            asked += 1
            return await ask(request)

        replays.child.ask = counted  # type: ignore[method-assign]
        first = await asyncio.gather(*(replays.of_table(OWNER, "a", RECORD) for _ in range(3)))
        assert asked == 1
        assert set(first) == {replays.replays.get("a")}
        replays.forget()
        assert replays.replays.get("a") is None
        await replays.close()

    asyncio.run(story())


def test_a_wrong_record_is_refused_with_the_readers_error() -> None:
    async def story() -> None:
        replays = Replays()
        with pytest.raises(RecordError) as caught:
            await replays.of_record(OWNER, RECORD.replace(b'"3p"', b'"5p"'))
        assert (caught.value.code, caught.value.line) == ("unreadable-mode", 2)
        assert caught.value.sentence.startswith("line 2: mode: expected one of 2p")
        await replays.close()

    asyncio.run(story())


def test_the_queue_for_replays_is_limited() -> None:
    async def story() -> None:
        replays = Replays()
        asking = (replays.of_record(OWNER, RECORD) for _ in range(WAITING_PER_DEVICE + 3))
        answers = await asyncio.gather(*asking, return_exceptions=True)
        assert sum(isinstance(answer, BusyError) for answer in answers) == 2
        await replays.close()

    asyncio.run(story())


def test_the_cache_keeps_what_was_used_last() -> None:
    cache = ByteCache(10)
    for key in "ab":
        cache.put(key, key.encode() * 4)
    assert cache.get("a") == b"aaaa"
    cache.put("c", b"cccc")
    assert (cache.get("a"), cache.get("b"), cache.get("c")) == (b"aaaa", None, b"cccc")
    cache.put("a", b"aa")
    assert cache.size_bytes == 6
    cache.put("long", b"x" * 11)
    assert (cache.get("long"), cache.size_bytes) == (None, 0)
