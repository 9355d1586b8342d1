"""A tournament whose people are connected to different nodes."""

import asyncio
from collections.abc import Iterable, Sequence
from contextlib import closing
from pathlib import Path

import psycopg

from punto.server.tournament.tournament import TOURNAMENT

from ..chaos.cup_verdict import check_standings, check_tables, check_tournaments_shown
from ..chaos.verdict import Logs, grouped
from ..client import Client
from ..databases import Postgres, Valkey
from ..room_client import company
from ..server_process import ServerProcess
from ..tournament_client import TournamentClient, come, open_tournament
from .nodes import nodes

Nodes = Sequence[ServerProcess]

NAMES = ("Ada", "Ben", "Cleo", "Dag", "Eva", "Finn")


def logs_of(node: ServerProcess) -> Logs:
    """Read all logs from the database of a node."""
    query = "SELECT table_id, number, at, kind, body FROM events ORDER BY table_id, number"
    with closing(psycopg.connect(str(node.settings["database"]))) as connection:
        return grouped(connection.execute(query).fetchall())


async def check(node: ServerProcess, code: str, people: Sequence[TournamentClient]) -> Logs:
    """See that each match has one table, and the standings follow from the logs of the tables."""
    logs = logs_of(node)
    entries = logs[f"{TOURNAMENT}{code}"]
    assert [entry.number for entry in entries] == list(range(1, len(entries) + 1))
    check_tables(entries, code, logs)
    check_standings(entries, code, logs)
    check_tournaments_shown(entries, people, code)
    for person in people:
        await person.until(lambda person=person: person.number == len(entries))  # type: ignore[misc]
    return logs


async def kill(node: ServerProcess, clients: Iterable[Client], other: ServerProcess) -> None:
    """Kill a node; its people reconnect to another one."""
    await asyncio.to_thread(node.kill)
    for client in clients:
        if client.device.url == node.url:
            client.device.move(other.url)


async def sit_down(person: TournamentClient) -> Client:
    """Go to the table of one's match."""
    assert person.own_pairing is not None
    return await person.device.sit(person.own_pairing["table"])


async def until_all(people: Iterable[TournamentClient], stage: str) -> None:
    """Wait until everybody knows that the tournament is in a stage."""
    for person in people:
        await person.until(lambda person=person: person.tournament["stage"] == stage)  # type: ignore[misc]


def test_everybody_hears_of_rounds_and_results_on_whichever_node(pair: Nodes) -> None:
    async def story() -> None:
        async with company(pair[0].url) as people:
            host, code = await open_tournament(people, system="round_robin")
            players = [
                await come(people, code, name, people.device(pair[place % 2].url))
                for place, name in enumerate(NAMES[:4])
            ]
            await host.until(lambda: host.presence["players"] == [1, 2, 3, 4])
            await host.insist("make_host", player=2)
            await players[1].until(lambda: players[1].you["is_host"])
            for number in (1, 2, 3):
                await players[1].insist("next_round")
                await asyncio.gather(*(one.play_round(number) for one in players))
                await players[1].until(players[1].is_round_over)
            await until_all([host, *players], "over")
            assert all(one.tournament == host.tournament for one in players)
            await check(pair[0], code, [host, *players])

    asyncio.run(story())


def test_a_tournament_goes_on_when_nodes_are_killed_in_the_middle_of_a_round(
    tmp_path: Path, postgres: Postgres, valkey: Valkey
) -> None:
    async def story(here: ServerProcess, there: ServerProcess, third: ServerProcess) -> None:
        async with company(here.url) as people:
            host, code = await open_tournament(people, rounds=2)
            urls = [node.url for node in (here, there, third)]
            players = [
                await come(people, code, name, people.device(urls[place % 3]))
                for place, name in enumerate(NAMES)
            ]
            everybody, ben = [host, *players], players[1]
            await ben.until(lambda: len(ben.tournament["players"]) == len(NAMES))
            known = ben.number
            await host.send("next_round")
            await ben.until_later_than(known)
            await kill(here, everybody, there)  # which was drawing the round, or opening tables
            for player in players:
                await player.until(player.are_tables_open)
            tables = [await sit_down(one) for one in players]
            for table in tables:
                if table.turn and table.turn["seat"] in table.you["seats"]:
                    await table.place()
            await kill(there, [*everybody, *tables], third)  # which serves most of the matches
            await asyncio.gather(*(table.play() for table in tables))
            await host.until(host.is_round_over)
            here.spawn()
            here.wait_until_ready()
            await host.insist("next_round")
            await asyncio.gather(*(one.play_round(2) for one in players))
            await until_all(everybody, "over")
            logs = await check(third, code, everybody)
            assert len([log for log in logs.values() if log[0].kind == "opened"]) == 6

    with nodes(tmp_path, postgres, valkey, 3) as (here, there, third):
        asyncio.run(story(here, there, third))


def test_a_host_on_a_killed_node_is_replaced_until_they_are_back(
    tmp_path: Path, postgres: Postgres, valkey: Valkey
) -> None:
    async def story(here: ServerProcess, there: ServerProcess) -> None:
        async with company(here.url) as people:
            host, code = await open_tournament(people, rounds=1)
            players = [
                await come(people, code, name, people.device(there.url)) for name in NAMES[:4]
            ]
            ada = players[0]
            await asyncio.to_thread(here.kill)
            await ada.until(lambda: ada.you["is_host"])
            await ada.insist("next_round")
            await asyncio.gather(*(one.play_round(1) for one in players))
            await until_all(players, "over")
            host.device.move(there.url)
            await until_all([host], "over")
            assert host.you["is_host"]  # again
            await check(there, code, [host, *players])

    with nodes(tmp_path, postgres, valkey, 2, host_away_seconds=2) as (here, there):
        asyncio.run(story(here, there))
