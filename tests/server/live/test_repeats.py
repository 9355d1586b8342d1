"""Messages that arrive twice or too late, and heartbeats."""

import asyncio
import json
from pathlib import Path

from ..client import Client, Message, person
from ..gathering import gathering
from ..server_process import ServerProcess, server
from .matches import two


def placement(client: Client, id_: str, answers: int | None = None) -> Message:
    """Write a move for the seat to move."""
    assert client.turn is not None
    return {
        "type": "place",
        "id": id_,
        "answers": client.number if answers is None else answers,
        "seat": client.turn["seat"],
        "cell": client.turn["cells"].split()[0],
    }


async def count(client: Client, kind: str = "placed") -> int:
    """Count the events of a kind in the log."""
    events = await client.device.events(client.code)
    return sum(event["kind"] == kind for event in events)


async def hear_beat(client: Client) -> None:
    """Wait until everything that was sent before has been answered."""
    beats = client.received.count('{"type":"beat"}')
    await client.send_text('{"type":"beat"}')
    await client.until(lambda: client.received.count('{"type":"beat"}') > beats)


def test_a_sign_of_life_is_answered(running: ServerProcess) -> None:
    async def story() -> None:
        async with gathering(running.url) as people:
            ada, _ = await two(people)
            await hear_beat(ada)
            await hear_beat(await people.sit(ada.code))

    asyncio.run(story())


def test_a_move_that_is_sent_twice_counts_once_and_is_answered_twice(
    running: ServerProcess,
) -> None:
    async def story() -> None:
        async with gathering(running.url) as people:
            ada, ben = await two(people)
            text = json.dumps(placement(ada, "once"))
            for _ in range(3):
                await ada.send_text(text)
            await hear_beat(ada)
            answers = [text for text in ada.received if '"id":"once"' in text]
            assert len(answers) == 3
            assert ada.refusals == []
            await ben.until(lambda: ben.number == ada.number)
            assert len([text for text in ben.received if '"id":"once"' in text]) == 1
            assert await count(ada) == 1

    asyncio.run(story())


def test_a_move_that_is_sent_again_much_later_is_answered_with_what_came_of_it(
    running: ServerProcess,
) -> None:
    async def story() -> None:
        async with gathering(running.url) as people:
            host = people.device()
            code = await host.open(person("Ada"), person("Ben"), rounds_to_win=9)
            client = await people.sit(code, host)
            text = json.dumps(placement(client, "once"))
            await client.send_text(text)
            await client.until(lambda: client.answer("once"))
            for _ in range(30):
                await client.place()
            await client.send_text(text)
            await hear_beat(client)
            (event,) = json.loads(client.received[-2])["events"]
            assert (event["kind"], event["id"]) == ("placed", "once")

    asyncio.run(story())


def test_everything_that_is_sent_twice_counts_once(running: ServerProcess) -> None:
    async def story() -> None:
        async with gathering(running.url) as people:
            host = people.device()
            code = await host.open(begins_when_full=False)
            ada = await people.sit(code, host)
            for command in (
                {"type": "sit", "id": "a", "seat": 1, "name": "Ada"},
                {"type": "set_seat", "id": "b", "seat": 2, "holder": {"kind": "open"}},
                {"type": "sit", "id": "c", "seat": 2, "name": "Ben"},
                {"type": "start", "id": "d"},
                {"type": "resign", "id": "e", "seat": 1},
                {"type": "rematch", "id": "f", "seat": 1},
            ):
                await ada.send_text(json.dumps(command))
                await ada.send_text(json.dumps(command))
                await hear_beat(ada)
            assert ada.refusals == []
            kinds = [event["kind"] for _, event in sorted(ada.events.items())]
            changes = ["seat_changed"] * 3
            after = ["started", "resigned", "over", "rematch_wanted", "rematched"]
            assert kinds == [*changes, *after]

    asyncio.run(story())


def test_the_same_id_of_another_device_is_another_move(running: ServerProcess) -> None:
    async def story() -> None:
        async with gathering(running.url) as people:
            ada, ben = await two(people)
            await ada.send_text(json.dumps(placement(ada, "same")))
            await ben.until(lambda: ben.turn and ben.turn["seat"] == 2)
            await ben.send_text(json.dumps(placement(ben, "same")))
            await ada.until(lambda: ada.turn and ada.turn["seat"] == 1 and ada.number > 3)
            assert await count(ada) == 2

    asyncio.run(story())


def test_a_move_that_is_sent_again_after_a_lost_connection_counts_once(
    running: ServerProcess,
) -> None:
    async def story() -> None:
        async with gathering(running.url) as people:
            ada, _ = await two(people)
            text = json.dumps(placement(ada, "again"))
            await ada.send_text(text)
            assert ada.socket is not None
            await ada.socket.close()
            await ada.until(lambda: ada.reconnects == 1 and ada.socket and ada.answer("again"))
            await ada.send_text(text)
            await hear_beat(ada)
            assert ada.refusals == []
            assert await count(ada) == 1

    asyncio.run(story())


def test_a_move_that_is_sent_again_after_a_restart_counts_once(tmp_path: Path) -> None:
    async def story(process: ServerProcess) -> None:
        async with gathering(process.url) as people:
            ada, ben = await two(people)
            text = json.dumps(placement(ada, "again"))
            await ada.send_text(text)
            await ben.until(lambda: ben.number == 4)
            await asyncio.to_thread(process.kill)
            await asyncio.to_thread(process.start)
            await ada.until(lambda: ada.reconnects > 0 and ada.socket and ada.number == 4)
            assert ada.you["seats"] == [1]
            await ada.send_text(text)
            await hear_beat(ada)
            assert ada.refusals == []
            assert await count(ada) == 1
            await ben.until(lambda: ben.reconnects > 0 and ben.socket)
            assert (await ben.place())["kind"] == "placed"

    with server(tmp_path) as process:
        asyncio.run(story(process))


def test_what_is_sent_too_late_is_refused_with_what_is_true_now(running: ServerProcess) -> None:
    async def story() -> None:
        async with gathering(running.url) as people:
            host = people.device()
            code = await host.open(person("Ada"), person("Ben"))
            client = await people.sit(code, host)
            old = client.number
            for _ in range(2):
                await client.place()
            undo = {"type": "undo", "id": "back", "answers": old}
            for late in (placement(client, "late", old), undo):
                await client.send_text(json.dumps(late))
                await client.until(lambda late=late: client.answer(late["id"]))  # type: ignore[misc]
                news, refused = map(json.loads, client.received[-2:])
                assert (refused["type"], refused["code"]) == ("refused", "too-late")
                assert refused["values"] == {"number": client.number}
                assert [event["number"] for event in news["events"]] == [old + 1, old + 2]
            assert await count(client) == 2
            future = placement(client, "soon", client.number + 1)
            await client.send_text(json.dumps(future))
            await client.until(lambda: client.answer("soon"))
            assert client.refusals[-1]["code"] == "from-the-future"

    asyncio.run(story())
