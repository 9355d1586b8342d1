"""Clients of engines: answers in bounded time, failures with a name, and nothing left running."""

import asyncio
import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from protocol.conftest import OURS, PATIENCE_SECONDS, Fake, is_gone, wait_for
from protocol.other_engine import node_program
from punto import Match, PuntoError
from punto.engine import Budget, analyse
from punto.protocol import AsyncEngine, Engine, EngineError, client

MATCH = Match("2p", start=1, seed="00" * 32, cells="f6 g7")
FEW = Budget(simulations=50)
HANGS = "time.sleep(1000)"
HAS_CHILD = """
import os, signal, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
signal.signal(signal.SIGHUP, signal.SIG_IGN)
child = os.fork()
if child == 0:
    time.sleep(1000)
print("id name Parent", os.getpid(), child, flush=True)
print("ugiok", flush=True)
print("readyok", flush=True)
while True:  # neither `quit` nor the end of the input is noticed
    time.sleep(1000)
"""
posix = pytest.mark.skipif(os.name != "posix", reason="process groups")


@pytest.fixture(scope="module")
def ours() -> Iterator[Engine]:
    with Engine(OURS, answer_seconds=PATIENCE_SECONDS) as engine:
        yield engine


def test_an_engine_finds_what_the_library_finds(ours: Engine) -> None:
    found = ours.analyse(MATCH, FEW, seed=3)
    expected = analyse(MATCH, FEW, seed=3).best
    assert found.move.cell == expected.cell == ours.choose(MATCH.view(1), FEW, seed=3)
    assert found.best is not None
    assert found.best.visits == expected.visits
    assert found.best.chances == tuple(round(chance, 4) for chance in expected.chances)


def test_options_are_those_that_the_engine_offers(ours: Engine) -> None:
    assert ours.name.startswith("Punto ")
    assert set(ours.options) == {"Seed", "MultiPV"}
    ours.configure({"MultiPV": 3})
    assert [info.rank for info in ours.analyse(MATCH, FEW).infos] == [1, 2, 3]
    ours.configure({"MultiPV": 1})
    with pytest.raises(PuntoError, match="expected one of Seed, MultiPV, got 'Hash'"):
        ours.configure({"Hash": 5})
    with pytest.raises(EngineError, match="MultiPV: expected 1 to 64, got '65'") as caught:
        ours.configure({"MultiPV": 65})
    assert caught.value.code == "engine-refused"
    ours.ping()


def test_leaving_a_stream_stops_the_search(ours: Engine) -> None:
    for number, info in enumerate(ours.stream(MATCH), start=1):
        assert info.move.cell in MATCH.legal_cells
        if number == 3:
            break
    ours.ping()
    assert [info.simulations for info in ours.stream(MATCH, Budget(simulations=300))] == [256, 300]


def test_a_position_without_a_card_is_refused_before_anything_is_sent(ours: Engine) -> None:
    with pytest.raises(PuntoError, match="nobody has a card to place"):
        ours.choose(MATCH.position().after("f7"), FEW)
    ours.ping()


def test_a_search_that_is_cancelled_is_stopped_and_the_engine_goes_on() -> None:
    async def run() -> None:
        async with await AsyncEngine.start(OURS) as engine:
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.05):
                    await engine.analyse(MATCH, Budget(simulations=10**9))
            several = [engine.choose(MATCH, FEW, seed=2) for _ in range(3)]
            assert len(set(await asyncio.gather(*several))) == 1
        assert not engine.is_running

    asyncio.run(run())


@pytest.mark.parametrize(
    ("go", "code", "what"),
    [
        ("sys.exit('too much')", "engine-crashed", "ended with exit code 1: too much"),
        ("os.kill(os.getpid(), 9)", "engine-crashed", "was ended by signal 9"),
        ("send('bestmove')", "engine-broke-protocol", "bestmove: move: expected a card"),
        ("send('bestmove O1@a1')", "engine-broke-protocol", "bestmove O1@a1 is not a legal move"),
        ("send('bestmove B1@f7')", "engine-broke-protocol", "bestmove B1@f7 is not a legal move"),
        ("send('bestmove O1xf7')", "engine-broke-protocol", "bestmove O1xf7 is not a legal move"),
        ("send('info pv z')", "engine-broke-protocol", "info: expected moves and numbers"),
        ("send('error no I am tired', 'bestmove none')", "engine-refused", "error no I am tired"),
        ("send('x' * 100_000)", "engine-broke-protocol", "sent a line of more than 65536 bytes"),
    ],
)
def test_failures_have_a_name(go: str, code: str, what: str, fake: Fake) -> None:
    with Engine(fake(go)) as engine, pytest.raises(EngineError) as caught:
        engine.choose(MATCH, FEW)
    assert caught.value.code == code
    assert what in caught.value.sentence
    assert not engine.is_running


def test_an_engine_that_gives_no_answer_is_killed(
    fake: Fake, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(EngineError, match="gave no answer with 'ugiok' within"):
        Engine(fake(text=f"import time; {HANGS}"), answer_seconds=0.2)
    with Engine(fake(HANGS)) as engine:
        with pytest.raises(EngineError, match="the engine Fake gave no answer within"):
            engine.analyse(MATCH, FEW, timeout_seconds=0.2)
        wait_for(lambda: not engine.is_running)
        with pytest.raises(EngineError) as caught:
            engine.choose(MATCH, FEW)
        assert caught.value.code == "engine-killed"
    monkeypatch.setattr(client, "STOP_SECONDS", 0.2)
    go = "send('info pv O1@f7'); " + HANGS
    with Engine(fake(go)) as engine:
        for _ in engine.stream(MATCH):
            break
        wait_for(lambda: not engine.is_running)
        with pytest.raises(EngineError, match="was killed: gave no answer to `stop` within"):
            engine.ping()


def test_an_engine_that_talks_without_an_end_is_killed(fake: Fake) -> None:
    with pytest.raises(EngineError, match="gave no answer with 'ugiok'"):
        Engine(fake(text="while True: print('hello')"), answer_seconds=0.2)


@pytest.mark.parametrize(
    ("command", "what"),
    [
        ("", "has no command"),
        ("no-such-program --fast", "there is no program no-such-program"),
        ("'", "No closing quotation"),
        (f"{sys.executable} -c 'print(5)'", "ended with exit code 0"),
    ],
)
def test_an_engine_that_cannot_be_started_says_why(command: str, what: str) -> None:
    with pytest.raises(EngineError, match=what):
        Engine(command)


def test_an_error_of_node_is_quoted_rather_than_its_version() -> None:
    node = shlex.quote(node_program())
    with pytest.raises(EngineError, match="ended with exit code 1: Error: Cannot find module"):
        Engine(f"{node} no-such-file.js")
    with pytest.raises(EngineError, match="exit code 1: ReferenceError: play is not defined"):
        Engine(f"{node} -e 'play()'")


@posix
def test_closing_ends_an_engine_that_ignores_everything_and_its_children(
    fake: Fake, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("punto.protocol.engine_process.QUIT_SECONDS", 0.2)
    with Engine(fake(text=HAS_CHILD)) as engine:
        processes = list(map(int, engine.name.split()[1:]))
        assert not any(map(is_gone, processes))
    wait_for(lambda: all(map(is_gone, processes)))


@posix
@pytest.mark.parametrize("killed", ["client", "guard", "engine"])
def test_nothing_is_left_if_any_of_the_processes_is_killed(killed: str, fake: Fake) -> None:
    program = (
        "import sys; from punto.protocol import Engine\n"
        "engine = Engine(sys.argv[1:]); guard = engine._client._process.process.pid\n"
        "print(guard, *engine.name.split()[1:], flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program, *fake(text=HAS_CHILD)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        guard, engine, child = map(int, process.stdout.readline().split())
        os.kill({"client": process.pid, "guard": guard, "engine": engine}[killed], signal.SIGKILL)
        wait_for(lambda: all(map(is_gone, (guard, engine, child))))
        if killed == "client":  # its files are closed a moment before it has ended
            assert process.wait(PATIENCE_SECONDS) == -signal.SIGKILL
        else:
            assert process.poll() is None


def test_a_program_that_forgets_to_close_leaves_nothing(tmp_path: Path) -> None:
    program = "import sys; from punto.protocol import Engine; engine = Engine(sys.argv[1:])"
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", program, *OURS], capture_output=True, check=False
    )
    assert (run.returncode, run.stderr) == (0, b"")
