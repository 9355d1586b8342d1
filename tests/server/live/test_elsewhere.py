"""Presence across nodes: everybody learns who is connected, on any node."""

import asyncio
from pathlib import Path

import pytest

from punto.rules.errors import PuntoError
from punto.server.live import peer_messages, peers
from punto.server.live.nodes import SILENCE_SECONDS, Nodes
from punto.server.table.errors import TableError

from .room import Message, Visitor
from .twins import Node, pause, twins, two


def presence(visitor: Visitor) -> Message:
    """Give what somebody was told last of who is there."""
    return [message for message in visitor.heard() if message["type"] == "presence"][-1]


def test_people_on_other_nodes_are_there(tmp_path: Path) -> None:
    async def story() -> None:
        async with twins(tmp_path, attending=False) as (here, there):
            ada, ben = await two(here, there)
            await ben.go()
            await pause()
            told = presence(ada)
            assert (told["devices"], told["away"]) == ([1], {"2": here.now + 30_000})
            await ben.come()
            await pause()
            for visitor in (ada, ben):
                told = presence(visitor)
                assert (told["devices"], told["away"], told["spectators"]) == ([1, 2], {}, 0)

    asyncio.run(story())


def test_who_comes_first_to_a_node_hears_who_is_on_the_others_and_since_when_not(
    tmp_path: Path,
) -> None:
    async def story() -> None:
        async with twins(tmp_path, attending=False) as (here, there):
            ada, ben = await two(here, there)
            watcher = here.visitor(ada.code, "watcher")
            await watcher.come()
            await ben.go()
            left = here.now
            here.now = there.now = left + 20_000
            another = there.visitor(ada.code, "another")
            await another.come()
            await pause()
            told = presence(another)
            assert (told["devices"], told["spectators"]) == ([1], 2)
            assert told["away"] == {"2": left + 30_000}

    asyncio.run(story())


def test_nobody_is_told_twice_that_nothing_changed(tmp_path: Path) -> None:
    async def story() -> None:
        async with twins(tmp_path, attending=False) as (here, there):
            ada, _ben = await two(here, there)
            there.hub.tables[ada.code].ask_who_is_there()
            await pause()
            assert ada.heard() == []

    asyncio.run(story())


def test_a_bot_stands_in_for_somebody_on_another_node_when_they_are_gone_and_not_before(
    tmp_path: Path,
) -> None:
    async def story() -> None:
        async with twins(tmp_path, attending=False) as (here, there):
            ada, ben = await two(here, there)
            here.now += 60_000
            with pytest.raises(TableError, match="not been away"):
                await ada.do("stand_in", seat=2, bot="random")
            there.now = here.now
            await ben.go()
            await pause()
            here.now += 29_999
            with pytest.raises(TableError, match="not been away"):
                await ada.do("stand_in", seat=2, bot="random")
            here.now += 1
            await ada.do("stand_in", seat=2, bot="random")

    asyncio.run(story())


def test_spectators_are_counted_on_all_nodes_for_the_limit(tmp_path: Path) -> None:
    async def story() -> None:
        async with twins(tmp_path, attending=False) as (here, there):
            config = here.hub.services.config
            assert config.spectators_per_table == 50
            ada, _ben = await two(here, there)
            watchers = [here.visitor(ada.code, f"watcher {number}") for number in range(50)]
            for watcher in watchers:
                await watcher.come()
            late = there.visitor(ada.code, "late")
            with pytest.raises(PuntoError) as caught:
                await late.come()
            assert caught.value.code == "too-many-watchers"

    asyncio.run(story())


def test_the_first_spectator_on_a_node_waits_to_hear_how_many_there_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(peers, "ANSWER_SECONDS", 3.0)

    async def story() -> None:
        async with twins(tmp_path, attending=False) as (here, there):
            code = await here.open({"kind": "person", "name": "Ada"})
            watchers = [here.visitor(code, f"watcher {number}") for number in range(50)]
            for watcher in watchers:
                await watcher.come()
            await pause()  # what the last of them made the node say is not to be overheard
            here.bus.delay = there.bus.delay = 0.5
            with pytest.raises(PuntoError) as caught:
                await there.visitor(code, "late").come()
            assert caught.value.code == "too-many-watchers"
            await pause()
            assert code not in there.bus.channels

    asyncio.run(story())


def test_who_may_not_watch_is_sent_away_on_every_node_before_the_first_card(
    tmp_path: Path,
) -> None:
    async def story() -> None:
        async with twins(tmp_path, attending=False) as (here, there):
            code = await here.open({"kind": "person", "name": "Ada"}, spectators=False)
            ada, early = here.visitor(code, "ada"), there.visitor(code, "early")
            await ada.come()
            await early.come()
            await pause()
            assert presence(ada)["spectators"] == 1
            await ada.do("start", fill="random")
            await there.until(lambda: early.client.bye_code)
            heard = early.heard()
            assert heard[-1]["code"] == "not-a-spectator"
            assert "started" not in str(heard)
            await pause()
            assert presence(ada)["spectators"] == 0

    asyncio.run(story())


def test_reactions_are_told_on_every_node(tmp_path: Path) -> None:
    async def story() -> None:
        async with twins(tmp_path, attending=False) as (here, there):
            ada, ben = await two(here, there)
            await ada.do("react", seat=1, reaction="well_played")
            await pause()
            told = [{"type": "reaction", "seat": 1, "reaction": "well_played"}]
            assert ada.heard() == ben.heard() == told

    asyncio.run(story())


def silence(node: Node, lost: Node) -> None:
    """Let a node notice that another one has said nothing for long."""
    node.hub.nodes.heard_at[lost.bus.node] -= SILENCE_SECONDS + 1
    assert node.hub.nodes.fallen_silent() == [lost.bus.node]
    node.hub.lose_node(lost.bus.node)


def test_people_on_a_node_that_falls_silent_are_gone_until_it_is_heard_again(
    tmp_path: Path,
) -> None:
    async def story() -> None:
        async with twins(tmp_path, attending=False) as (here, there):
            ada, _ben = await two(here, there)
            here.now += 5000
            silence(here, there)
            told = presence(ada)
            assert (told["devices"], told["away"]) == ([1], {"2": here.now + 30_000})
            here.bus.subscribe(peer_messages.NODES)
            there.bus.publish(peer_messages.NODES, peer_messages.ALIVE)
            await pause()
            assert presence(ada)["devices"] == [1, 2]

    asyncio.run(story())


def test_a_node_that_says_good_bye_takes_its_people_with_it(tmp_path: Path) -> None:
    async def story() -> None:
        async with twins(tmp_path, attending=False) as (here, there):
            ada, _ben = await two(here, there)
            here.bus.subscribe(peer_messages.NODES)
            there.bus.publish(peer_messages.NODES, peer_messages.GONE)
            await pause()
            assert presence(ada)["devices"] == [1]
            assert not here.hub.nodes.silent_since

    asyncio.run(story())


def test_nodes_are_remembered_for_a_while_after_they_fell_silent() -> None:
    now = 0.0
    nodes = Nodes(lambda: now)
    assert not nodes.hear("a")
    now = SILENCE_SECONDS
    assert nodes.fallen_silent() == []
    now += 0.1
    assert nodes.fallen_silent() == ["a"]
    assert nodes.fallen_silent() == []
    assert nodes.silent_since
    assert nodes.hear("a")
    assert not nodes.hear("a")
    now += 10
    nodes.fallen_silent()
    now += 100
    nodes.fallen_silent()
    assert not nodes.silent_since
