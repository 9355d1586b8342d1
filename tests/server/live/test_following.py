"""Events of other nodes are applied on arrival, read from the log if missed, and sent once."""

import asyncio
import json
from pathlib import Path

import pytest

from punto.server.live import peer_messages
from punto.server.store.model import EventRow
from punto.server.table.errors import TableError

from ..client import OPEN, bot, person
from .twins import pause, twins, two


def test_what_follows_is_taken_from_the_bus_without_reading_the_log(tmp_path: Path) -> None:
    async def story() -> None:
        async with twins(tmp_path, attending=False) as (here, there):
            ada, ben = await two(here, there)
            there.store.read = None  # type: ignore[assignment, method-assign]
            await ada.do("place", answers=3, seat=1, cell="f6")
            await there.until(lambda: ben.pile.sent)
            assert ben.events() == ada.events()
            del there.store.read
            await ben.do("place", answers=4, seat=2, cell="e6")
            await here.until(lambda: ada.pile.sent)
            assert [event["number"] for event in ada.events()] == [5]

    asyncio.run(story())


def test_a_lost_message_is_noticed_by_the_next(tmp_path: Path) -> None:
    async def story() -> None:
        async with twins(tmp_path, attending=False) as (here, there):
            ada, ben = await two(here, there)
            here.bus.copies = 0
            await ada.do("place", answers=3, seat=1, cell="f6")
            await ada.do("offer_end", seat=1)
            await pause()
            assert ben.events() == []
            here.bus.copies = 1
            await ada.do("decline_end", seat=1)
            await there.until(lambda: ben.pile.sent)
            assert [event["number"] for event in ben.events()] == [4, 5, 6]

    asyncio.run(story())


def test_a_doubled_message_changes_nothing(tmp_path: Path) -> None:
    async def story() -> None:
        async with twins(tmp_path, attending=False) as (here, there):
            ada, ben = await two(here, there)
            here.bus.copies = 3
            there.store.read = None  # type: ignore[assignment, method-assign]
            await ada.do("place", answers=3, seat=1, cell="f6")
            await ada.do("offer_end", seat=1)
            await there.until(lambda: there.hub.tables[ada.code].last_event == 5)
            await pause()
            assert [event["number"] for event in ben.events()] == [4, 5]
            code, first = next((c, t) for c, t in here.bus.said if '"placed"' in t)
            here.forge(code, first)  # and once more, when it is old
            await pause()
            assert ben.heard() == []
            await ben.do("place", answers=5, seat=2, cell="e6")
            assert [event["number"] for event in ben.events()] == [6]

    asyncio.run(story())


def test_who_looks_finds_what_no_message_told(tmp_path: Path) -> None:
    async def story() -> None:
        async with twins(tmp_path, attending=False) as (here, there):
            ada, ben = await two(here, there)
            here.bus.copies = 0
            await ada.do("place", answers=3, seat=1, cell="f6")
            await there.hub.look(there.hub.tables)
            await there.until(lambda: ben.pile.sent)
            assert [event["number"] for event in ben.events()] == [4]
            await there.hub.look(there.hub.tables)
            await pause()
            assert ben.heard() == []

    asyncio.run(story())


def test_after_the_bus_was_away_each_node_looks_and_says_how_far_it_is(tmp_path: Path) -> None:
    async def story() -> None:
        async with twins(tmp_path, attending=False) as (here, there):
            ada, ben = await two(here, there)
            here.bus.copies = there.bus.copies = 0
            await ada.do("place", answers=3, seat=1, cell="f6")
            here.bus.copies = 1
            here.hub.on_subscribed(ada.code)  # the speaker is back, and the listener never noticed
            await there.until(lambda: ben.pile.sent)
            assert [event["number"] for event in ben.events()] == [4]
            here.bus.copies = 0
            await ada.do("offer_end", seat=1)
            there.hub.on_subscribed(ada.code)  # now the listener is back
            await there.until(ben.events)

    asyncio.run(story())


@pytest.mark.parametrize("count", [30, 140])
def test_who_missed_much_gets_all_of_it(tmp_path: Path, count: int) -> None:
    async def story() -> None:
        async with twins(tmp_path, attending=False) as (here, there):
            code = await here.open(person("Ada"), begins_when_full=False)
            ada, ben = here.visitor(code, "ada"), there.visitor(code, "ben")
            await ada.come()
            await ben.come()
            await pause()
            ben.heard()
            here.bus.copies = 0
            for _ in range(count):
                await ada.do("set_seat", seat=2, holder=bot("easy"))
                await ada.do("set_seat", seat=2, holder=OPEN)
            await there.hub.look(there.hub.tables)
            await there.until(lambda: ben.pile.sent)
            (message, *_) = ben.heard()
            if message["type"] == "events":
                numbers = [event["number"] for event in message["events"]]
                assert numbers == list(range(2, 2 + 2 * count))
            else:
                assert message["table"]["number"] == 1 + 2 * count

    asyncio.run(story())


def test_of_two_moves_at_once_one_is_refused_with_what_is_true_now(tmp_path: Path) -> None:
    async def story() -> None:
        async with twins(tmp_path, attending=False) as (here, there):
            ada, ben = await two(here, there)
            tab = there.visitor(ada.code, "ada")
            await tab.come()
            tab.heard()
            here.bus.copies = 0
            await ada.do("place", answers=3, seat=1, cell="f6")
            with pytest.raises(TableError) as caught:
                await tab.do("place", answers=3, seat=1, cell="f6")
            assert caught.value.code == "too-late"
            assert {event["number"] for event in tab.events()} == {4}
            assert [event["number"] for event in ben.events()] == [4]

    asyncio.run(story())


def test_messages_that_are_not_understood_are_ignored_or_a_reason_to_look(tmp_path: Path) -> None:
    async def story() -> None:
        async with twins(tmp_path, attending=False) as (here, there):
            ada, ben = await two(here, there)
            here.forge(ada.code, json.dumps({"v": 1, "kind": "horoscope"}))
            await pause()
            assert ben.heard() == []
            for text in ("", "[]", "{}", '{"v":1}', '{"v":1,"kind":"events"}', "{" * 5000):
                here.forge(ada.code, text)
            await pause()
            assert ben.heard() == []
            here.bus.copies = 0
            await ada.do("place", answers=3, seat=1, cell="f6")
            here.forge(ada.code, json.dumps({"v": 2, "kind": "events", "rows": []}))
            await there.until(lambda: ben.pile.sent)
            assert [event["number"] for event in ben.events()] == [4]

    asyncio.run(story())


def test_an_event_that_this_version_does_not_know_leaves_the_table_as_the_log_has_it(
    tmp_path: Path,
) -> None:
    async def story() -> None:
        async with twins(tmp_path, attending=False) as (here, there):
            ada, ben = await two(here, there)
            here.forge(ada.code, peer_messages.events([EventRow(4, 0, "danced", "{}")]))
            await pause()
            assert ben.heard() == []
            await ada.do("place", answers=3, seat=1, cell="f6")
            await there.until(lambda: ben.pile.sent)
            assert [event["number"] for event in ben.events()] == [4]

    asyncio.run(story())
