"""Who is present, on any node."""

import asyncio
from collections.abc import Sequence

from ..gathering import gathering
from ..server_process import ServerProcess
from .nodes import two

Nodes = Sequence[ServerProcess]


def test_people_see_who_is_there_and_who_has_gone_on_the_other_node(pair: Nodes) -> None:
    async def story() -> None:
        async with gathering(pair[0].url) as people:
            ada, ben = await two(people, *pair)
            for client in (ada, ben):
                await client.until(lambda c=client: c.presence["devices"] == [1, 2])  # type: ignore[misc]
                assert client.presence["away"] == {}
            await ben.close()
            await ada.until(lambda: ada.presence["devices"] == [1])
            assert list(ada.presence["away"]) == ["2"]
            answer = await ada.ask("stand_in", seat=2, bot="random")
            while answer.get("code") == "not-gone":
                await asyncio.sleep(0.1)
                answer = await ada.ask("stand_in", seat=2, bot="random")
            assert answer["kind"] == "stood_in"
            back = await people.sit(ada.code, ben.device)
            await ada.until(lambda: ada.events[ada.number]["kind"] == "returned")
            await ada.until(lambda: ada.presence["devices"] == [1, 2])
            assert back.you["seats"] == [2]

    asyncio.run(story())


def test_spectators_are_counted_and_limited_on_both_nodes_together(pair: Nodes) -> None:
    async def story() -> None:
        async with gathering(pair[0].url) as people:
            ada, ben = await two(people, *pair)
            for number in (1, 2):
                await people.sit(ada.code, people.device(pair[number % 2].url))
                for client in (ada, ben):
                    await client.until(
                        lambda c=client, n=number: c.presence["spectators"] == n  # type: ignore[misc]
                    )
            for node in pair:
                late = await people.sit(ada.code, people.device(node.url))
                assert late.byes[0]["code"] == "too-many-watchers"

    asyncio.run(story())


def test_a_device_that_moves_to_the_other_node_is_never_away(pair: Nodes) -> None:
    async def story() -> None:
        async with gathering(pair[0].url) as people:
            ada, ben = await two(people, *pair)
            await ada.until(lambda: ada.presence["devices"] == [1, 2])
            moved = people.device(pair[0].url)
            moved.http.cookies.update(ben.device.http.cookies)
            again = await people.sit(ada.code, moved)
            await ben.close()
            watcher = await people.sit(ada.code)
            await ada.until(lambda: ada.presence["spectators"] == 1)
            assert ada.presence["devices"] == [1, 2]
            assert ada.presence["away"] == {}
            assert again.you["seats"] == [2]
            assert watcher.number == ada.number

    asyncio.run(story())


def test_a_hand_over_goes_from_one_node_to_the_other(pair: Nodes) -> None:
    async def story() -> None:
        async with gathering(pair[0].url) as people:
            ada, ben = await two(people, *pair)
            offer = await ada.device.http.post(f"/api/tables/{ada.code}/handover", json={})
            assert offer.status_code == 201, offer.text
            other = people.device(pair[1].url)
            wish = {"key": offer.json()["key"]}
            taken = await other.http.post(f"/api/tables/{ada.code}/takeover", json=wish)
            assert taken.status_code == 200, taken.text
            await ada.until(lambda: ada.you["seats"] == [])
            phone = await people.sit(ada.code, other)
            assert phone.you["seats"] == [1]
            await ben.until(lambda: ben.presence["devices"] == [2, 3])

    asyncio.run(story())
