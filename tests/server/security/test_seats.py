"""Only the holder of a seat acts for it, only the host configures, and handovers work once."""

import asyncio
import time

import httpx

from server.client import OPEN, Client, Device, person
from server.server_process import ServerProcess

from .company import change, company, shown, stored, to_move, until_let_go

FIVE_MINUTES = 5 * 60 * 1000


def test_only_the_holder_of_a_seat_may_act_for_it(running: ServerProcess) -> None:
    async def story() -> None:
        async with company(running.url, 2, watchers=1) as clients:
            mover, other = to_move(clients)
            watcher, turn = clients[2], mover.turn
            assert turn is not None
            seat, cell = turn["seat"], turn["cells"].split()[0]
            before = await shown(mover)
            for client in (other, watcher):
                told = await client.ask("place", answers=client.number, seat=seat, cell=cell)
                assert told["code"] == "not-your-seat"
                for command in ("resign", "offer_end", "decline_end"):
                    assert (await client.ask(command, seat=seat))["code"] == "not-your-seat"
                told = await client.ask("react", seat=seat, reaction="bye")
                assert told["code"] == "not-your-seat"
            told = await watcher.ask("undo", answers=watcher.number)
            assert told["code"] == "not-your-seat"
            told = await watcher.ask("stand_in", seat=seat, bot="easy")
            assert told["code"] == "not-your-seat"
            assert (await other.ask("stand_in", seat=seat, bot="easy"))["code"] == "not-gone"
            assert await shown(mover) == before
            assert not any(client.reactions for client in clients)
            assert (await mover.place(cell))["kind"] == "placed"
            await mover.ask("resign", seat=seat)
            await watcher.until(lambda: watcher.phase == "over")
            told = await watcher.ask("rematch", seat=seat)
            assert told["code"] == "not-your-seat"

    asyncio.run(story())


def test_only_the_host_may_change_seats_and_settings(running: ServerProcess) -> None:
    async def story() -> None:
        async with company(running.url, 2, watchers=1, mode="4p") as clients:
            ada, before = clients[0], await shown(clients[0])
            for client in clients[1:]:
                for seat in (1, 2, 3):
                    told = await client.ask("set_seat", seat=seat, holder={"kind": "open"})
                    assert told["code"] == "not-the-host"
                settings = {"mode": "4p", "spectators": False}
                told = await client.ask("set_settings", settings=settings)
                assert told["code"] == "not-the-host"
                assert (await client.ask("start", fill="easy"))["code"] == "not-the-host"
                assert (await client.ask("sit", seat=1, name="Dag"))["code"] == "seat-taken"
                assert (await client.ask("leave", seat=1))["code"] == "not-your-seat"
            assert await shown(ada) == before
            told = await ada.ask("set_seat", seat=3, holder={"kind": "bot", "bot": "easy"})
            assert told["kind"] == "seat_changed"
            settings = {"mode": "4p", "begins_when_full": False}
            assert (await ada.ask("set_settings", settings=settings))["kind"] == "settings_changed"
            assert (await ada.ask("start", fill="easy"))["kind"] == "started"

    asyncio.run(story())


async def take_over(device: Device, code: str, key: str) -> httpx.Response:
    return await device.http.post(f"/api/tables/{code}/takeover", json={"key": key})


async def hand_over(client: Client) -> dict[str, str]:
    response = await client.device.http.post(f"/api/tables/{client.code}/handover")
    assert response.status_code == 201, response.text
    offer: dict[str, str] = response.json()
    return offer


def test_a_handover_key_works_once(running: ServerProcess) -> None:
    async def story() -> None:
        async with company(running.url, 2, watchers=2) as clients:
            ada, _ben, cleo, dag = clients
            replaced, key = (await hand_over(ada))["key"], (await hand_over(ada))["key"]
            refused = await cleo.device.http.post(f"/api/tables/{ada.code}/handover")
            assert refused.json()["code"] == "nothing-to-hand-over"
            assert (await take_over(ada.device, ada.code, key)).json()["code"] == "same-device"
            other = await dag.device.open(person("Dag"), OPEN)
            for wrong_code, wrong_key in (
                (other, key),
                (ada.code, replaced),
                (ada.code, key[::-1]),
            ):
                response = await take_over(cleo.device, wrong_code, wrong_key)
                assert (response.status_code, response.json()["code"]) == (410, "no-such-handover")
            assert (await take_over(cleo.device, ada.code, key)).status_code == 200
            again = await take_over(dag.device, ada.code, key)
            assert (again.status_code, again.json()["code"]) == (410, "no-such-handover")
            await cleo.until(lambda: cleo.you["seats"] == [1] and cleo.you["is_host"])
            await ada.until(lambda: ada.you["seats"] == [] and not ada.you["is_host"])
            assert (await ada.ask("resign", seat=1))["code"] == "not-your-seat"
            assert (await cleo.ask("offer_end", seat=1))["kind"] == "end_offered"

    asyncio.run(story())


def test_a_handover_key_expires_after_five_minutes(running: ServerProcess) -> None:
    async def story() -> None:
        for late, status in ((FIVE_MINUTES - 60_000, 200), (FIVE_MINUTES + 1, 410)):
            async with company(running.url) as clients:
                offer = await hand_over(clients[0])
            await until_let_go(running)
            assert abs(int(offer["until"]) - FIVE_MINUTES - time.time() * 1000) < 120_000
            ((number, until),) = [
                (number, body["until"])
                for number, kind, body in stored(running, clients[0].code)
                if kind == "handover_offered"
            ]
            earlier = (
                "UPDATE events SET body = replace(body, ?, ?) WHERE table_id = ? AND number = ?"
            )
            changed = change(
                running, earlier, str(until), str(until - late), clients[0].code, number
            )
            assert changed == 1
            device = Device(running.url)
            response = await take_over(device, clients[0].code, offer["key"])
            assert response.status_code == status, response.text
            await device.close()

    asyncio.run(story())
