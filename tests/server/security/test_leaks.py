"""Neither the order of the decks nor any secret leaves the server before the match is over."""

import asyncio

from server.client import bot, person
from server.server_process import ServerProcess

from .company import NAMES
from .parties import check, party


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
