"""Clients of batches: replies to whoever asked, cancellation, failures with a name."""

import asyncio
import sys

import pytest

from protocol.conftest import OURS, PATIENCE_SECONDS, Fake
from punto import Match
from punto.engine import Budget, analyse
from punto.protocol import AsyncBatch, Batch, EngineError, Found

JSON = [*OURS, "--json"]
MATCHES = [Match(mode, start=1, seed="00" * 32, cells="f6 g7") for mode in ("2p", "3p", "4p")]
FEW = Budget(simulations=40)
ANSWERS = """
import json, sys
for line in sys.stdin:
    request = json.loads(line)
    if request.get("action") == "version":
        print(json.dumps({"id": request["id"], "type": "version"}), flush=True)
    else:
        {go}
"""


def test_positions_are_analysed_in_their_order() -> None:
    with Batch(JSON, answer_seconds=PATIENCE_SECONDS) as batch:
        found = list(batch.analyse_all(MATCHES * 30, FEW, seed=4))
        first = next(batch.analyse_all(iter(MATCHES * 30), FEW, seed=4))  # the rest is given up
        assert first == found[0]
    assert not batch.is_running
    for match, one in zip(MATCHES, found, strict=False):
        expected = analyse(match, FEW, seed=4)
        assert one.move.cell == expected.best.cell
        assert [info.visits for info in one.infos] == [it.visits for it in expected.estimates]
    assert found == found[:3] * 30


def test_an_analysis_can_be_followed_and_cancelled() -> None:
    async def run() -> None:
        start = AsyncBatch.start(JSON, answer_seconds=PATIENCE_SECONDS)
        async with await start as batch:
            reports: list[Found] = []
            begun = asyncio.Event()

            def follow(found: Found) -> None:
                reports.append(found)
                begun.set()

            endless = asyncio.create_task(
                batch.analyse(
                    MATCHES[0],
                    Budget(simulations=10**9),
                    report_simulations=50,
                    on_report=follow,
                )
            )
            await begun.wait()
            endless.cancel()
            with pytest.raises(asyncio.CancelledError):
                await endless
            assert reports[0].best is not None
            assert reports[0].best.simulations == 50
            assert (await batch.analyse(MATCHES[0], FEW)).infos
            with pytest.raises(EngineError, match="nobody has a card to place"):
                await batch.analyse(MATCHES[0].position().after("f7"), FEW)

    asyncio.run(run())


@pytest.mark.parametrize(
    ("go", "code", "what"),
    [
        ("sys.exit('too much')", "engine-crashed", "ended with exit code 1: too much"),
        ("print('hello', flush=True)", "engine-broke-protocol", "'hello' is not a reply"),
        (
            "print(json.dumps({'id': request['id'], 'type': 'analysis', 'is_final': True}))"
            "; sys.stdout.flush()",
            "engine-broke-protocol",
            "KeyError in a reply: 'simulations'",
        ),
    ],
)
def test_failures_have_a_name(go: str, code: str, what: str, fake: Fake) -> None:
    with Batch(fake(go, ANSWERS)) as batch:
        with pytest.raises(EngineError) as caught:
            list(batch.analyse_all(MATCHES, FEW))
        assert caught.value.code == code
        assert what in caught.value.sentence
        with pytest.raises(EngineError):
            list(batch.analyse_all(MATCHES, FEW))
    assert not batch.is_running


def test_one_that_gives_no_answer_is_ended(fake: Fake) -> None:
    with pytest.raises(EngineError, match="gave no answer within"):
        Batch([sys.executable, "-S", "-c", "input(); input()"], answer_seconds=0.2)
