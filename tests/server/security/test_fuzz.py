"""The fuzzer: every known oddity once, then random input for some seconds.

`python3 dev.py bench fuzz` lets it run for ten minutes.
"""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.server_process import ServerProcess, server

from .fuzz.frames import Frame
from .fuzz.fuzzing import SETTINGS, Findings, fuzzed, new_table, run_all, with_table
from .fuzz.requests import BROKEN, DOUBTFUL, UNWELCOME, Owed, Step, lines
from .fuzz.talking import ODD_HANDSHAKES, Conversation, Exchange, Talk

SECONDS = 15
PLAIN = Step(
    "a plain request", lines("GET /healthz HTTP/1.1"), Owed.ANSWER, statuses=frozenset({200})
)
ODD = [
    *(Step(name, sent, Owed.REFUSAL) for name, sent in UNWELCOME.items()),
    *(Step(name, sent, Owed.REFUSAL_AND_END) for name, sent in BROKEN.items()),
    *(Step(name, sent, Owed.EITHER) for name, sent in DOUBTFUL.items()),
]


@pytest.fixture(scope="module")
def front(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with server(tmp_path_factory.mktemp("front"), SETTINGS) as running:
        yield running


def wrong_with(front: ServerProcess, *conversations: Conversation) -> list[str]:
    async def story() -> list[str]:
        found, code = Findings(), await new_table(front.url)
        await run_all(front, [with_table(one, code) for one in conversations], found)
        return list(found.counts)

    return asyncio.run(story())


@pytest.mark.parametrize("odd", ODD, ids=lambda odd: odd.name)
def test_odd_requests(front: ServerProcess, odd: Step) -> None:
    alone, second = Exchange([odd]), Exchange([PLAIN, odd, PLAIN])
    assert wrong_with(front, alone, second) == []


@pytest.mark.parametrize("name", ODD_HANDSHAKES)
def test_odd_handshakes(front: ServerProcess, name: str) -> None:
    headers, body = ODD_HANDSHAKES[name]
    assert wrong_with(front, Talk(name, headers, body, [Frame(9, b"x")])) == []


def test_any_input_is_answered_or_closed_and_harms_nobody(tmp_path: Path) -> None:
    found = fuzzed(tmp_path, SECONDS, number=0)
    print("\n".join(found.lines()))
    assert found.held > 50
    assert list(found.counts) == []
