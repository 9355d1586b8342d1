import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import punto
from cli.terminal import punto as run_punto
from lab.bots import without_costs
from punto.bots import Bot, greedy
from punto.cli.arena import default_folder
from punto.cli.main import main
from punto.engine.network import network_for_sides
from punto.lab.folder import Folder
from punto.lab.settings import Settings

QUICK = ("--mode", "4p", "--rounds-to-win", "1", "--timeout", "20")

BOTS = """
import os, time
from punto.bots.bot import Bot

def bot(name, fail):
    def choose(view, random):
        return fail() if random.random() < 0.3 else random.choice(view.legal_cells)
    return Bot(name, "Plays by chance, but not always.", choose)

def fall():
    raise ValueError("it is too much")

def slow(view, random):
    time.sleep(0.01)
    print("thinking")
    return random.choice(view.legal_cells)

FALLS = bot("falls", fall)
CHEATS = bot("cheats", lambda: "z9")
SLEEPS = bot("sleeps", lambda: time.sleep(600))
LEAVES = bot("leaves", lambda: os._exit(3))
SLOW = Bot("slow", "Takes its time.", slow)
"""

MINE = """
from punto.bots import Bot
from helpers import first

BOT = Bot("mine", "Takes the first cell.", first)
"""


@pytest.fixture
def more_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Install the bots of another package, as far as Python can tell."""
    home = tmp_path / "site"
    about = home / "odd_bots-1.0.dist-info"
    about.mkdir(parents=True)
    (home / "odd_bots.py").write_text(BOTS, "utf-8")
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: odd_bots\nVersion: 1.0\n")
    names = ("falls", "cheats", "sleeps", "leaves", "slow")
    points = "".join(f"{name} = odd_bots:{name.upper()}\n" for name in names)
    (about / "entry_points.txt").write_text(f"[punto.bots]\n{points}", "utf-8")
    monkeypatch.setenv("PYTHONPATH", str(home))


def without_clock(folder: Path) -> tuple[Any, list[str], list[str]]:
    """Extract the part of the results that must not depend on the run."""
    facts = json.loads((folder / "results.json").read_text("utf-8"))
    del facts["timing"]
    rows = (folder / "results.csv").read_text("utf-8").splitlines()
    paths = sorted((folder / "records").iterdir())
    records = [without_costs(path.read_text("utf-8")) for path in paths]
    return facts, [row.rpartition(",")[0] for row in rows], records


def started(*arguments: str | Path, **options: Any) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "punto", "arena", *map(str, arguments)]
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options
    )


def wait_for_matches(folder: Path, count: int) -> None:
    """Wait until this many matches are finished."""
    deadline = time.monotonic() + 150
    lines = folder / "matches.jsonl"
    while not (lines.exists() and lines.read_bytes().count(b"\n") >= count):
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_table_files_and_records(tmp_path: Path) -> None:
    run = run_punto("arena", "greedy", "random", *QUICK, "--matches", "3", cwd=tmp_path)
    assert run.returncode == 0, run.stderr
    assert run.stderr == "punto: playing 4 matches, not 3: each set of decks is played 4 times\n"
    assert "4 matches on 1 set of decks, each played 4 times with seats exchanged" in run.stdout
    for heading in (
        "matches",
        "wins",
        "share",
        "95 % interval",
        "tighter",
        "Elo",
        "rating",
        "ms per move",
    ):
        assert heading in run.stdout
    folder = tmp_path / "arena-4p-greedy-random-seed1"
    assert {path.name for path in folder.iterdir()} == {
        "arena.json", "matches.jsonl", "records", "results.json", "results.csv",
        "plot.svg", "plot.png", "results.html",
    }  # fmt: skip
    verified = run_punto("verify", folder)
    assert verified.returncode == 0
    assert "4 files: 4 correct, 0 not" in verified.stdout
    assert verified.stdout.count("checked: moves, decks, seed") == 4
    again = run_punto("arena", "greedy", "random", *QUICK, "--matches", "3", "--json", cwd=tmp_path)
    assert json.loads(again.stdout) == json.loads((folder / "results.json").read_text("utf-8"))


def test_every_line_up_has_a_folder_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    two, other = Settings(("greedy", "random")), Settings(("greedy", "easy"), mode="3p", seed=7)
    assert default_folder(two) == Path("arena-2p-greedy-random-seed1")
    assert default_folder(other) == Path("arena-3p-greedy-easy-seed7")
    many = Settings(tuple(Bot(f"a bot / number {n}", "", greedy.choose) for n in range(20)))
    name = str(default_folder(many))
    assert name.startswith("arena-2p-a_bot_number_0-a_bot_number_1-")
    assert len(name) < 110
    assert "/" not in name
    gauntlet = Settings(("greedy", "random"), tournament="gauntlet", adjudicate=0.8)
    expected = "arena-2p-greedy-random-seed1-gauntlet-adjudicated0.8"
    assert default_folder(gauntlet) == Path(expected)
    fewer = Settings(many.bots[:19])
    assert default_folder(fewer) != default_folder(many)


def test_a_folder_of_an_earlier_version_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    earlier = Path("arena-2p-seed1")
    settings = Settings(("greedy", "random"))
    with Folder(earlier, settings).open():
        pass
    assert default_folder(settings) == earlier
    assert default_folder(Settings(("random", "greedy"))) != earlier


def test_a_bot_of_a_file_plays_without_being_registered(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(MINE, "utf-8")
    (tmp_path / "helpers.py").write_text("def first(view, random):\n    return view.legal_cells[0]")
    command = ("arena", "./mine.py:BOT", "random", *QUICK, "--matches", "4", "--jobs", "2")
    run = run_punto(*command, "--json", cwd=tmp_path)
    assert run.returncode == 0, run.stderr
    facts = json.loads(run.stdout)
    assert {bot["bot"] for bot in facts["bots"]} == {"mine", "random"}
    assert facts["faults"] == []
    records = list((tmp_path / "arena-4p-mine-random-seed1" / "records").iterdir())
    texts = [record.read_text("utf-8") for record in records]
    assert len(texts) == 4
    assert all('[Bot "Seat1 mine"]' in text or '[Bot "Seat1 random"]' in text for text in texts)
    digest = network_for_sides(4).digest
    assert all(f'[Network "{digest}"]' in text for text in texts)


def test_a_test_from_openings_stops_and_says_what_it_decided(tmp_path: Path) -> None:
    shown = [
        punto.write_position(punto.Match("4p", seed=bytes([n]) * 32).position()) for n in (1, 2)
    ]
    (tmp_path / "openings.txt").write_text("# two\n" + "\n".join(shown), "utf-8")
    options = (*QUICK, "--matches", "400", "--sprt", "elo=0:100", "--openings", "openings.txt")
    run = run_punto("arena", "greedy", "random", *options, cwd=tmp_path)
    assert run.returncode == 0, run.stderr
    assert "SPRT 0 Elo or 100 Elo: H1 accepted: greedy is at 100 Elo rather than 0" in run.stdout
    (folder,) = tmp_path.glob("arena-4p-greedy-random-seed1-openings*")
    facts = json.loads((folder / "results.json").read_text("utf-8"))
    assert facts["sprt"]["accepts"] == "H1"
    assert facts["matches"] == 4 * facts["sprt"]["deals"] < 400
    assert facts["settings"]["openings"].startswith("2 ")
    assert "H1 accepted" in (folder / "results.html").read_text("utf-8")
    assert run_punto("verify", folder).returncode == 0


@pytest.mark.usefixtures("more_bots")
def test_interrupted_killed_and_shared_it_comes_to_the_same(tmp_path: Path) -> None:
    arguments = ("random", "slow", *QUICK, "--matches", "8", "--out")
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    assert run_punto("arena", *arguments, whole).returncode == 0
    with started(*arguments, broken, "--jobs", "2", start_new_session=True) as process:
        wait_for_matches(broken, 1)
        os.killpg(process.pid, signal.SIGINT)
        out, said = process.communicate(timeout=150)
    assert process.returncode == 130
    assert out == ""
    assert "matches are saved in" in said
    assert "run the same command to continue" in said
    assert "Traceback" not in said
    kept = (broken / "matches.jsonl").read_bytes()
    with started(*arguments, broken, "--jobs", "2") as process:
        wait_for_matches(broken, kept.count(b"\n") + 1)
        process.kill()
    with (broken / "matches.jsonl").open("ab") as stream:
        stream.write(b'{"match": 7, "se')
    again = run_punto("arena", *arguments, broken, "--jobs", "2")
    assert again.returncode == 0, again.stderr
    assert (broken / "matches.jsonl").read_bytes().startswith(kept)
    assert without_clock(broken) == without_clock(whole)


@pytest.mark.usefixtures("more_bots")
def test_bots_that_fail_are_named_and_nothing_crashes(tmp_path: Path) -> None:
    bots = ("falls", "cheats", "sleeps", "leaves")
    options = ("--mode", "4p", "--timeout", "0.8", "--matches", "4", "--jobs", "2")
    run = run_punto("arena", *bots, *options, "--out", tmp_path / "faults")
    assert run.returncode == 0, run.stderr
    assert "Traceback" not in run.stderr
    for name, what in {
        "falls": "raised ValueError: it is too much",
        "cheats": "answered 'z9', which is not a legal cell",
        "sleeps": "gave no answer within 0.8 s",
        "leaves": "ended its process (exit code 3)",
    }.items():
        _, _, told = run.stdout.partition(f"\n{name}, rounds lost by faults: ")
        assert told.splitlines()[1].endswith(f": {what}")
    facts = json.loads((tmp_path / "faults" / "results.json").read_text("utf-8"))
    assert {fault["bot"] for fault in facts["faults"]} == set(bots)
    for fault in facts["faults"]:
        assert (tmp_path / "faults" / "records" / fault["record"]).exists()
    assert run_punto("verify", tmp_path / "faults").returncode == 0


def test_a_bar_on_a_terminal(tmp_path: Path) -> None:
    pty = pytest.importorskip("pty")
    mine, theirs = pty.openpty()
    command = [sys.executable, "-m", "punto", "arena", "greedy", "random", *QUICK, "--matches", "4"]
    with subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=theirs, cwd=tmp_path,
        env={**os.environ, "TERM": "xterm"},
    ) as process:  # fmt: skip
        os.close(theirs)
        seen = b""
        while True:
            try:
                more = os.read(mine, 4096)
            except OSError:
                break
            if not more:
                break
            seen += more
    os.close(mine)
    assert process.returncode == 0
    assert b"4/4" in seen


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["random"], "bots: expected 2 to 32 names, got 1"),
        (["random", "nobody"], "bot: expected one of random, greedy"),
        (["random", "greedy", "--timeout", "-1"], "timeout: expected more than 0"),
        (["random", "greedy", "--sprt", "20"], "sprt: expected elo=LOW:HIGH or share=LOW:HIGH"),
        (["random", "greedy", "--adjudicate", "2"], "adjudicate: expected a chance from 0.6"),
        (["random", "greedy", "--on", "moon"], "on: expected processes, ray, or ray://HOST:PORT"),
        (["random", "greedy", "--alpha", "0.1"], "--alpha needs --sprt"),
        (["random", "greedy", "--beta", "0.05"], "--beta needs --sprt"),
        (
            ["random", "greedy", "--openings", "/dev/null"],
            "openings: expected positions, one a line, got none in /dev/null",
        ),
    ],
)
def test_wrong_requests(
    arguments: list[str], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["arena", *arguments, "--out", str(tmp_path / "none")]) == 2
    said = capsys.readouterr().err
    assert sentence in said
    assert said.count("\n") == 1
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize(
    "arguments", [["--matches", "0"], ["--jobs", "x"], ["--seed", "-1"], ["--mode", "5p"]]
)
def test_wrong_options(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["arena", "random", "greedy", *arguments])
    assert left.value.code == 2
    assert capsys.readouterr().err.startswith(f"punto: {arguments[0]}: expected ")


@pytest.mark.parametrize("name", ["openskill", "matplotlib"])
def test_without_the_extra_it_says_what_to_install(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, name, None)
    assert main(["arena", "random", "greedy"]) == 2
    assert capsys.readouterr().err == (
        f"punto: the arena needs {name}, which is not installed: "
        "run pip install '.[lab]' in the source folder of Punto\n"
    )


def test_without_ray_it_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    folder = tmp_path / "none"
    arena = ["arena", "random", "greedy", "--out"]
    for command in (arena, ["puzzles", "make"], ["study"], ["train"]):
        assert main([*command, str(folder), "--on", "ray"]) == 2
        assert capsys.readouterr().err == (
            "punto: --on ray needs ray, which is not installed: "
            "run pip install '.[ray]' in the source folder of Punto\n"
        )
    assert not folder.exists()


def test_other_commands_do_not_pay_for_it() -> None:
    code = "import sys, punto.cli.main; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {name.partition(".")[0] for name in run.stdout.split()}
    assert not loaded & {"matplotlib", "openskill", "numpy", "pydantic"}
