"""What every bus does, in one process and through a Valkey server."""

import asyncio

from punto.server.bus.local import LocalBus

from .listeners import Connect, Listener, listeners, until


def test_messages_reach_all_other_listeners_in_order(connect: Connect) -> None:
    async def story() -> None:
        async with listeners(connect, 4) as (speaker, one, two, deaf):
            assert not speaker.bus.trouble
            for node in (speaker, one, two):
                await node.listen("a")
            texts = [f"word {number} 😀\n" for number in range(300)]
            for text in texts:
                speaker.bus.publish("a", text)
            for node in (one, two):
                await until(lambda node=node: len(node.texts) == len(texts))  # type: ignore[misc]
                assert node.texts == [("a", speaker.bus.node, text) for text in texts]
            assert speaker.texts == deaf.texts == []

    asyncio.run(story())


def test_only_subscribed_channels_are_heard(connect: Connect) -> None:
    async def story() -> None:
        async with listeners(connect) as (speaker, node):
            await node.listen("a", "b")
            node.bus.unsubscribe("a")
            await node.listen("last")
            for channel in ("a", "b", "c", "last"):
                speaker.bus.publish(channel, channel)
            await until(lambda: node.on("last"))
            assert [channel for channel, _, _ in node.texts] == ["b", "last"]

    asyncio.run(story())


def test_a_channel_can_be_subscribed_again(connect: Connect) -> None:
    async def story() -> None:
        async with listeners(connect) as (speaker, node):
            await node.listen("a")
            node.bus.unsubscribe("a")
            await node.listen("b")  # by now the unsubscription is done, too
            speaker.bus.publish("a", "lost")
            speaker.bus.publish("b", "heard")
            await until(lambda: node.on("b"))
            await node.listen("a")
            assert node.channels.count("a") == 2
            speaker.bus.publish("a", "heard")
            await until(lambda: node.on("a"))
            assert node.on("a") == ["heard"]

    asyncio.run(story())


def test_nodes_have_different_names_and_can_reply(connect: Connect) -> None:
    async def story() -> None:
        async with listeners(connect) as (one, two):
            assert one.bus.node != two.bus.node
            for node in (one, two):
                await node.listen("a")
            one.bus.publish("a", "there?")
            await until(lambda: two.texts)
            two.bus.publish("a", "here")
            await until(lambda: one.texts)
            assert one.texts == [("a", two.bus.node, "here")]

    asyncio.run(story())


def test_messages_before_close_are_delivered(connect: Connect) -> None:
    async def story() -> None:
        async with listeners(connect, 1) as (node,):
            await node.listen("a")
            leaving = Listener(connect())
            await leaving.bus.open(leaving)
            leaving.bus.publish("a", "bye")
            await leaving.bus.close()
            await until(lambda: node.texts)
            assert node.on("a") == ["bye"]

    asyncio.run(story())


def test_a_single_node_is_alone_and_publishes_nothing() -> None:
    async def story() -> None:
        async with listeners(LocalBus, 2) as (one, two):
            assert one.bus.is_alone
            assert not one.bus.trouble
            one.bus.subscribe("a")
            two.bus.publish("a", "unheard")
            await asyncio.sleep(0.05)
            assert not one.texts
            assert not one.channels

    asyncio.run(story())


def test_nodes_on_an_exchange_are_not_alone(connect: Connect) -> None:
    async def story() -> None:
        async with listeners(connect, 1) as (node,):
            assert not node.bus.is_alone

    asyncio.run(story())
