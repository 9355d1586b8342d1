"""Commands at the wrong time are refused and change nothing."""

import asyncio
from typing import Any

from server.client import Client
from server.server_process import ServerProcess

from .company import company, shown, to_move


def test_commands_at_the_wrong_time_or_for_another_seat_change_nothing(
    running: ServerProcess,
) -> None:
    async def story() -> None:
        async with company(running.url, 2, watchers=1) as clients:
            mover, other = to_move(clients)
            await mover.place("f6")
            await other.until(lambda: other.number == mover.number)
            mover, other = other, mover
            mine, its, number = mover.you["seats"][0], other.you["seats"][0], mover.number
            before = await shown(mover)
            cell = before["match"]["turn"]["cells"].split()[0]
            wrong: list[tuple[Client, str, dict[str, Any]]] = [
                (other, "not-your-turn", {"answers": number, "seat": its, "cell": cell}),
                (other, "not-your-seat", {"answers": number, "seat": mine, "cell": cell}),
                (clients[2], "not-your-seat", {"answers": number, "seat": mine, "cell": cell}),
                (mover, "no-such-seat", {"answers": number, "seat": 4, "cell": cell}),
                (mover, "too-late", {"answers": 0, "seat": mine, "cell": cell}),
                (mover, "too-late", {"answers": number - 1, "seat": mine, "cell": cell}),
                (mover, "from-the-future", {"answers": number + 1, "seat": mine, "cell": cell}),
                (mover, "touches-nothing", {"answers": number, "seat": mine, "cell": "a1"}),
            ]
            for client, code, values in wrong:
                told = await client.ask("place", **values)
                assert told["code"] == code, values
                assert await shown(mover) == before
            fields: dict[str, dict[str, Any]] = {
                "sit": {"seat": 1, "name": "Dag"},
                "leave": {"seat": 1},
                "set_seat": {"seat": 1, "holder": {"kind": "open"}},
                "set_settings": {"settings": {"mode": "4p"}},
                "start": {"fill": "easy"},
                "rematch": {"seat": 1},
            }
            for command, values in fields.items():
                told = await clients[0].ask(command, **values)
                assert told["code"] in ("not-waiting", "not-over"), command
            told = await clients[0].ask("undo", answers=number)
            assert told["code"] == "undo-online"
            assert await shown(mover) == before

    asyncio.run(story())


def test_commands_at_a_finished_match_change_nothing(running: ServerProcess) -> None:
    async def story() -> None:
        async with company(running.url, 2) as clients:
            mover, other = to_move(clients)
            seat, number = mover.you["seats"][0], mover.number
            await mover.ask("resign", seat=seat)
            await other.until(lambda: other.phase == "over")
            before = await shown(mover)
            for answers in (number, mover.number):
                told = await mover.ask("place", answers=answers, seat=seat, cell="f6")
                assert told["code"] == "not-playing"
                assert (await mover.ask("undo", answers=answers))["code"] == "not-playing"
            for client in clients:
                own = client.you["seats"][0]
                for command in ("resign", "offer_end", "decline_end"):
                    assert (await client.ask(command, seat=own))["code"] == "not-playing"
                told = await client.ask("stand_in", seat=3 - own, bot="easy")
                assert told["code"] == "not-playing"
            assert (await mover.ask("sit", seat=1, name="Dag"))["code"] == "not-waiting"
            assert (await clients[0].ask("start"))["code"] == "not-waiting"
            assert await shown(mover) == before

    asyncio.run(story())


def test_a_player_who_has_resigned_cannot_play(running: ServerProcess) -> None:
    async def story() -> None:
        async with company(running.url, 3, mode="3p") as clients:
            ben = clients[1]
            assert (await ben.ask("resign", seat=2))["bot"] == "medium"
            for command in ("resign", "offer_end", "decline_end"):
                assert (await ben.ask(command, seat=2))["code"] == "not-your-seat"
            told = await ben.ask("place", answers=ben.number, seat=2, cell="f6")
            assert told["code"] == "not-your-seat"
            table = await shown(ben)
            assert table["seats"][1] == {"kind": "bot", "name": "Juno", "bot": "medium"}

    asyncio.run(story())
