"""The engine as a process: it listens while it searches, and always ends."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from io import BytesIO

import pytest

from protocol.conftest import OURS, PATIENCE_SECONDS
from punto.protocol.standard_streams import LineWriter
from punto.protocol.text_engine import TextEngine

MIDDLE = "position startpos moves R8@f6 B3@f7 O2"


class Client:
    """The other end of the pipes."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(OURS, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def send(self, *lines: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write("".join(f"{line}\n" for line in lines).encode())
        self.process.stdin.flush()

    def until(self, first: str) -> list[str]:
        """Read lines up to one that begins with a word."""
        assert self.process.stdout is not None
        lines = [""]
        while not lines[-1].startswith(first):
            line = self.process.stdout.readline()
            assert line.endswith(b"\n"), lines
            lines.append(line.decode().rstrip("\n"))
        return lines[1:]


@pytest.fixture
def client() -> Iterator[Client]:
    client = Client()
    try:
        yield client
    finally:
        client.process.kill()
        client.process.communicate()


def test_it_listens_while_it_searches(client: Client) -> None:
    client.send(MIDDLE, "go infinite", "isready")
    assert not any(line.startswith("bestmove") for line in client.until("readyok"))
    client.send("query turn", "stop")
    assert client.until("bestmove")[-1].startswith("bestmove O2")
    assert client.until("response") == ["response 1"]  # it waited for the end of the search
    client.send("stop", "isready")
    assert client.until("readyok") == ["readyok"]
    client.send("go", "quit")
    assert client.process.wait(PATIENCE_SECONDS) == 0


class QuickClient(LineWriter):
    """A client that asks on in the very moment in which it reads `bestmove`."""

    def __init__(self) -> None:
        super().__init__(BytesIO(), lambda: None)
        self.engine = TextEngine(self)
        self.lines: list[str] = []

    def write(self, *lines: str) -> None:
        self.lines.extend(lines)
        if lines[-1].startswith("bestmove"):
            for line in ("query turn", "isready"):
                self.engine.accept(line)


def test_the_search_is_over_when_the_client_reads_its_move() -> None:
    client = QuickClient()
    client.engine.serve(BytesIO(f"{MIDDLE}\ngo simulations 1\n".encode()))
    # Not before the answer, as during a search.
    assert client.lines[-2:] == ["response 1", "readyok"]


def test_a_line_without_an_end_is_refused_and_the_next_one_is_read(client: Client) -> None:
    client.send("x" * 1_000_000, "\xff\0garbage", "isready")
    too_long, garbage, ready = client.until("readyok")
    assert too_long.startswith("error unreadable-line line: expected at most 65536 bytes")
    assert garbage.startswith("error unreadable-command")
    assert ready == "readyok"


def test_too_many_lines_are_refused_while_a_search_runs(client: Client) -> None:
    client.send(MIDDLE, "go infinite", *["query turn"] * 1005, "stop")
    assert client.until("bestmove")[0].startswith("error busy ")


def test_commands_may_come_from_a_file() -> None:
    said = "\n".join(
        [MIDDLE, "go simulations 30", "position startpos moves R1", "go", "query turn"]
    )
    run = subprocess.run(
        OURS, input=said, capture_output=True, text=True, check=True, timeout=PATIENCE_SECONDS
    )
    kinds = [line.split()[0] for line in run.stdout.splitlines()]
    assert kinds == ["info", "bestmove", "info", "bestmove", "response"]
    assert run.stdout.startswith("info simulations 30 ")  # the end of the input did not stop it
    assert run.stderr == ""


def test_quit_in_a_file_ends_all_searches_before_it() -> None:
    said = "\n".join([MIDDLE, *["go simulations 1000000000"] * 3, "quit", "query turn"])
    run = subprocess.run(
        OURS, input=said, capture_output=True, text=True, check=True, timeout=PATIENCE_SECONDS
    )
    kinds = [line.split()[0] for line in run.stdout.splitlines()]
    assert [kind for kind in kinds if kind != "info"] == ["bestmove"] * 3


@pytest.mark.parametrize("arguments", [[], ["--json"]])
def test_it_ends_when_nobody_reads_its_answers(arguments: list[str]) -> None:
    request = '{"id": "a", "position": "startpos", "moves": ["R1"], "simulations": 1000000000}'
    said = request if arguments else f"{MIDDLE}\ngo simulations 1000000000"
    with subprocess.Popen(
        [*OURS, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(f"{said}\n".encode())
        process.stdin.flush()
        process.stdout.close()  # the input stays open
        assert process.wait(PATIENCE_SECONDS) == 1
        assert process.stderr is not None
        assert process.stderr.read() == b""


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_signals_end_it_at_once_and_quietly(client: Client) -> None:
    client.send(MIDDLE, "go infinite", "isready")
    client.until("readyok")
    client.process.send_signal(signal.SIGTERM)
    assert client.process.wait(PATIENCE_SECONDS) == -signal.SIGTERM
