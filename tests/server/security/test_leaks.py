"""Neither the order of the decks nor any secret leaves the server before the match is over."""

import asyncio

from server.client import Message, bot, person
from server.server_process import ServerProcess

from .company import NAMES
from .gatherings import in_tournament, recorded
from .parties import check, party
from .recorder import Recorder


def test_nothing_leaks_from_a_match_of_two_with_a_spectator(talkative: ServerProcess) -> None:
    async def story() -> None:
        async with party(talkative, [person("Ada")], 1, 1, mode="2p") as here:

            async def meanwhile(step: int) -> None:
                if step % 20 == 5:
                    await here.ask_everything()
                if step % 9 == 4:
                    await here.drop(here.clients[step % 3])
                if step == 90:
                    await here.clients[1].ask("resign", seat=2)

            await here.play(meanwhile)
            check(here)

    asyncio.run(story())


def test_nothing_leaks_from_a_match_on_one_device_with_undo(
    talkative: ServerProcess,
) -> None:
    async def story() -> None:
        people = [person(name) for name in NAMES[:3]]
        async with party(talkative, people, 0, 1, mode="3p", rounds_to_win=2) as here:

            async def meanwhile(step: int) -> None:
                ada = here.clients[0]
                if step % 12 == 7:
                    for _ in range(3):
                        await ada.ask("undo", answers=ada.number)
                if step == 9:
                    await here.ask_everything()
                if step == 15:
                    await here.drop(here.clients[1])

            await here.play(meanwhile)
            check(here)

    asyncio.run(story())


def test_nothing_leaks_from_a_match_with_bots_and_people_who_leave(
    talkative: ServerProcess,
) -> None:
    async def story() -> None:
        seats = [person("Ada"), bot("random"), {"kind": "open"}, bot("greedy")]
        async with party(talkative, seats, 1, 1, mode="4p", rounds_to_win=1) as here:
            ada, ben, _ = here.clients

            async def meanwhile(step: int) -> None:
                if step == 3:
                    assert ben.socket is not None
                    way, ben.device.url = ben.device.url, "http://127.0.0.1:1"
                    await ben.socket.close()
                    await ada.until(lambda: "3" in ada.presence["away"])
                    assert (await ada.ask("stand_in", seat=3, bot="random"))["kind"] == "stood_in"
                    ben.device.url = way
                    await ada.until(lambda: ada.presence["away"] == {})
                if step == 5:
                    await here.ask_everything()

            await here.play(meanwhile)
            check(here)

    asyncio.run(story())


def test_nothing_leaks_from_a_match_of_teams_with_open_cards_a_handicap_and_a_handover(
    talkative: ServerProcess,
) -> None:
    async def story() -> None:
        agreed: dict[str, object] = {"open_cards": True, "handicap": [3, 1]}
        async with party(
            talkative, [person("Ada")], 3, 1, mode="teams", rounds_to_win=1, **agreed
        ) as here:
            match = here.clients[4].table["match"]
            assert match["handicap"] == ["R9 R9 O9", "B9"]

            async def meanwhile(step: int) -> None:
                if step == 4:
                    await here.ask_everything()
                if step == 8:
                    await here.hand_over(1, 4)
                if step in (10, 14):
                    await here.drop(here.clients[4])

            await here.play(meanwhile)
            check(here)

    asyncio.run(story())


def test_nothing_leaks_from_a_room_that_changes_its_host_its_link_and_its_people(
    talkative: ServerProcess,
) -> None:
    async def story() -> None:
        async with recorded(talkative, 5) as here:
            first, second, third, gone, late = here.wires
            opened = await here.people.open(first.device, settings={"rounds_to_win": 1})
            code, short = opened["room"], opened["short"]
            ada = await here.people.come(code, first.device)
            ben, cleo, dag = [
                await here.people.come(code, wire.device, name)
                for wire, name in zip((second, third, gone), NAMES[1:], strict=True)
            ]
            names = [code, short]

            async def ask_everything(*wires: Recorder) -> None:
                ways = [f"/api/rooms/{name}{end}" for name in names for end in ("", "/invite.svg")]
                ways += [f"/r/{name}" for name in names] + [f"/tv/{code}", f"/t/{code}"]
                picture = f"/api/rooms/{names[0]}/preview.png"
                await here.ask(wires, *ways, picture, "/api/rooms", "/api/rooms/open")

            async def change_hosts(step: int) -> None:
                nonlocal ben
                if step == 2:
                    await ada.insist("make_host", member=2)
                    await ben.until(lambda: ben.you["is_host"])
                    await ben.insist("mute", member=4)
                if step == 3:
                    await ben.close()
                    await ada.until(lambda: ada.you["is_host"])
                    ben = await here.people.come(code, second.device)
                if step == 4:
                    await ask_everything(*here.wires)
                    assert (await dag.insist("remove_member", member=2))["code"] == "room-host-only"
                if step == 5:
                    await ada.insist("remove_member", member=4)
                    await dag.until(lambda: dag.byes)
                    await ask_everything(gone)

            await ada.insist("start_match")
            await ada.until(lambda: ada.room["table"])
            await here.play(ada.room["table"], change_hosts, absent=[late])
            assert dag.byes[-1]["code"] == "removed"

            await ada.insist("new_link")
            new_names = [ada.room["link"], ada.room["short"]]
            names[:0] = new_names
            await here.people.come(new_names[0], late.device, "Evelina")
            await ben.insist("sit_out")
            for person in (cleo, ada):
                await person.insist("next_match")
            await ada.until(lambda: len(ada.room["matches"]) == 2)

            async def ask_again(step: int) -> None:
                if step == 3:
                    await ask_everything(first, second, third, late)

            await here.play(ada.room["matches"][1]["table"], ask_again, absent=[gone])
            await ada.until(lambda: ada.results[1])
            here.check(f"room:{code}")
            later = [*new_names, ada.room["matches"][1]["table"], "Evelina"]
            assert not [name for name in later if name in gone.text]
            assert all(name in late.text for name in later)

    asyncio.run(story())


def test_nothing_leaks_from_a_tournament(talkative: ServerProcess) -> None:
    async def story() -> None:
        async with recorded(talkative, 5) as here:
            plan = {"name": "Club night", "settings": {"rounds_to_win": 1}, "rounds": 1}
            hall = here.wires[0].device.http
            code = (await hall.post("/api/tournaments", json={"plan": plan})).json()["tournament"]
            host, *players = [
                await in_tournament(here.people, code, wire, name)
                for wire, name in zip(here.wires, ("", *NAMES), strict=True)
            ]

            def pairings() -> list[Message]:
                return list((host.tournament["round"] or {"pairings": [{"table": ""}]})["pairings"])

            await host.insist("next_round")
            await host.until(lambda: all(one["table"] for one in pairings()))

            async def ask_everything(step: int) -> None:
                if step == 3:
                    ends = ("", "/rounds", "/standings.csv", "/results.csv", "/records.zip")
                    ways = [f"/api/tournaments/{code}{end}" for end in (*ends, "/invite.svg")]
                    await here.ask(here.wires, *ways, f"/tournament/{code}", "/api/tournaments")
                if step == 5:
                    await host.insist("make_host", player=1)
                    await players[0].until(lambda: players[0].you["is_host"])

            for pairing in pairings():
                await here.play(pairing["table"], ask_everything)
            await host.until(lambda: host.tournament["stage"] == "over")
            here.check(f"tournament:{code}")

    asyncio.run(story())
