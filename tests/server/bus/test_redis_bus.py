"""The bus through a Valkey server that goes away and comes back."""

import asyncio
import logging

import pytest

from punto.server.bus.redis_bus import UNAVAILABLE, RedisBus
from punto.server.bus.redis_connection import RedisConnection, connect_pair

from ..cable import Cable
from ..databases import Valkey
from .listeners import Listener, listeners, until


def test_subscriptions_survive_a_restart_of_the_server(valkey: Valkey) -> None:
    async def story() -> None:
        async with listeners(lambda: RedisBus(valkey.address, "restart")) as (one, two):
            await two.listen("a", "b")
            await asyncio.to_thread(valkey.stop)
            await until(lambda: one.bus.trouble and two.bus.trouble)
            one.bus.publish("a", "lost")
            two.bus.subscribe("c")
            two.bus.unsubscribe("b")
            await asyncio.to_thread(valkey.start)
            await until(lambda: two.channels[2:] and not one.bus.trouble and not two.bus.trouble)
            await until(lambda: len(two.channels) == 4)
            assert sorted(two.channels[2:]) == ["a", "c"]
            for channel in "abc":
                one.bus.publish(channel, channel)
            await until(lambda: two.on("c"))
            assert [text for _, _, text in two.texts] == ["a", "c"]

    try:
        asyncio.run(story())
    finally:
        valkey.start()


def test_a_node_may_start_before_the_server(valkey: Valkey) -> None:
    async def story() -> None:
        async with Cable(valkey.port) as cable:
            cable.cut()
            async with listeners(lambda: RedisBus(cable.to(valkey.address), "late")) as (a, b):
                assert a.bus.trouble == b.bus.trouble == UNAVAILABLE
                b.bus.subscribe("x")
                cable.mend()
                await until(lambda: b.channels and not a.bus.trouble)
                a.bus.publish("x", "heard")
                await until(lambda: b.texts)

    asyncio.run(story())


def test_a_connection_that_drops_everything_is_replaced(valkey: Valkey) -> None:
    async def story() -> None:
        async with Cable(valkey.port) as cable:
            through = RedisBus(cable.to(valkey.address), "jam")
            async with listeners(lambda: RedisBus(valkey.address, "jam"), 1) as (speaker,):
                node = Listener(through)
                await through.open(node)
                await node.listen("a")
                cable.jam()
                await until(lambda: through.trouble)
                cable.clear()
                await until(lambda: not through.trouble)
                await until(lambda: len(node.channels) == 2)
                speaker.bus.publish("a", "heard")
                await until(lambda: node.texts)
                await through.close()

    asyncio.run(story())


def test_sending_can_be_cancelled_at_any_moment(valkey: Valkey) -> None:
    async def story() -> None:
        for moment in range(8):
            async with connect_pair(valkey.address, 60) as (connection, _):
                sending = asyncio.create_task(connection.send(("PING",)))
                for _ in range(moment):
                    await asyncio.sleep(0)
                is_stopped = sending.cancel()
                await asyncio.wait([sending])
                assert sending.cancelled() == is_stopped

    asyncio.run(story())


def test_sending_does_not_reopen_a_lost_connection(valkey: Valkey) -> None:
    async def story() -> None:
        async with connect_pair(valkey.address, 60) as (connection, _):
            await connection.connection.disconnect()
            with pytest.raises(ConnectionError, match="lost"):
                await connection.send(("PING",))

    asyncio.run(story())


def test_a_channel_that_is_ignored_and_wanted_again_is_confirmed(valkey: Valkey) -> None:
    async def story() -> None:
        async with listeners(lambda: RedisBus(valkey.address, "again")) as (one, two):
            await two.listen("a")
            two.bus.unsubscribe("a")
            await two.listen("a")
            one.bus.publish("a", "heard")
            await until(lambda: two.texts)

    asyncio.run(story())


@pytest.mark.parametrize(("error", "is_expected"), [(RuntimeError, True), (KeyError, False)])
def test_the_bus_reconnects_after_any_error(
    valkey: Valkey, caplog: pytest.LogCaptureFixture, error: type[Exception], is_expected: bool
) -> None:
    class BrittleBus(RedisBus):
        connections = 0

        async def _use(self, publishing: RedisConnection, subscribed: RedisConnection) -> None:
            self.connections += 1
            if self.connections < 3:
                raise error("the handler is closed")
            await super()._use(publishing, subscribed)

    async def story() -> None:
        async with listeners(lambda: BrittleBus(valkey.address, "brittle")) as (one, two):
            await until(lambda: not one.bus.trouble and not two.bus.trouble)
            await two.listen("a")
            one.bus.publish("a", "heard")
            await until(lambda: two.texts)

    asyncio.run(story())
    mistakes = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert (not mistakes) == is_expected


class DeafBus(RedisBus):
    """Receives nothing for a while although it is connected."""

    is_deaf = True

    async def _receive(self, connection: RedisConnection) -> None:
        if self.is_deaf:
            await asyncio.Event().wait()
        await super()._receive(connection)


def test_a_node_without_its_own_heartbeat_reconnects(valkey: Valkey) -> None:
    async def story() -> None:
        bus = DeafBus(valkey.address, "deaf")
        node = Listener(bus)
        await bus.open(node)
        assert bus.trouble == UNAVAILABLE
        bus.is_deaf = False
        await node.listen("a")
        await until(lambda: not bus.trouble)
        await bus.close()

    asyncio.run(story())


def test_trouble_is_logged_at_its_beginning_and_its_end(
    valkey: Valkey, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "punto.bus")

    async def story() -> None:
        async with Cable(valkey.port) as cable:
            address = cable.to(valkey.address)
            async with listeners(lambda: RedisBus(address, "log"), 1) as (node,):
                cable.cut()
                await until(lambda: node.bus.trouble)
                await asyncio.sleep(1)
                cable.mend()
                await until(lambda: not node.bus.trouble)

    asyncio.run(story())
    assert [record.levelname for record in caplog.records] == ["INFO", "WARNING", "INFO"]
    assert "redis: connection lost" in caplog.records[1].getMessage()


def test_a_wrong_password_is_reported_without_repeating_it(
    valkey: Valkey, caplog: pytest.LogCaptureFixture
) -> None:
    address = valkey.address.replace("redis://", "redis://me:hunter2@")

    async def story() -> None:
        async with listeners(lambda: RedisBus(address, "word"), 1) as (node,):
            assert node.bus.trouble == UNAVAILABLE

    asyncio.run(story())
    assert "password" in caplog.text
    assert "hunter2" not in caplog.text


def test_clusters_that_share_a_server_do_not_hear_each_other(valkey: Valkey) -> None:
    async def story() -> None:
        async with (
            listeners(lambda: RedisBus(valkey.address, "one"), 1) as (ours,),
            listeners(lambda: RedisBus(valkey.address, "two"), 2) as (a, b),
        ):
            for node in (ours, a):
                await node.listen("a")
            b.bus.publish("a", "theirs")
            await until(lambda: a.texts)
            assert ours.texts == []

    asyncio.run(story())


def test_publishing_never_blocks(valkey: Valkey) -> None:
    async def story() -> None:
        async with Cable(valkey.port) as cable:
            bus = RedisBus(cable.to(valkey.address), "full")
            async with listeners(lambda: bus, 1):
                cable.jam()
                for _ in range(30_000):
                    bus.publish("a", "x" * 100)
                assert len(bus.queue) <= 20_000
                await until(lambda: bus.trouble)
                cable.clear()
                await until(lambda: not bus.trouble)
                assert len(bus.queue) < 100

    asyncio.run(story())
