"""An engine in another language plays in the arena and at the terminal."""

import os
import shlex
from datetime import date
from pathlib import Path

import pytest

from cli.terminal import punto
from protocol.conftest import Fake, is_gone, wait_for
from punto import Match, Record, read_record
from punto.cli.main import main
from punto.lab.arena import run_arena
from punto.lab.settings import Settings
from punto.notation.tags import Tag

posix = pytest.mark.skipif(os.name != "posix", reason="process groups")


def test_it_plays_in_the_arena_and_its_records_are_correct(
    other_engine: str, tmp_path: Path
) -> None:
    bots = f"engine:{other_engine}", "random"
    results = run_arena(Settings(bots, rounds_to_win=1, matches=2), tmp_path)
    assert results.settings.names == ("First cell", "random")
    assert [match.faults for match in results.matches] == [(), ()]
    records = sorted((tmp_path / "records").glob("*.punto"))
    assert len(records) == 2
    assert all(" ms 1 simulations" in record.read_text("utf-8") for record in records)
    assert main(["verify", *map(str, records)]) == 0


def test_one_that_crashes_loses_its_rounds_and_is_started_again(fake: Fake, tmp_path: Path) -> None:
    crashing = shlex.join(fake("sys.exit('out of ideas')"))
    bots = f"engine:{crashing}", "random"
    results = run_arena(Settings(bots, rounds_to_win=1, matches=2), tmp_path)
    faults = [fault for match in results.matches for fault in match.faults]
    assert [fault.bot for fault in faults] == ["Fake", "Fake"]
    assert all("ended with exit code 1: out of ideas" in fault.what for fault in faults)


@posix
def test_one_that_hangs_is_gone_when_the_arena_gives_it_up(fake: Fake, tmp_path: Path) -> None:
    noted = tmp_path / "process"
    hangs = f"open({str(noted)!r}, 'w').write(str(os.getpid())); time.sleep(1000)"
    bots = f"engine:{shlex.join(fake(hangs))}", "random"
    settings = Settings(bots, rounds_to_win=1, matches=1, timeout=0.3)
    results = run_arena(settings, tmp_path / "arena")
    (what, *_) = [fault.what for match in results.matches for fault in match.faults]
    assert what == "gave no answer within 0.3 s"
    wait_for(lambda: is_gone(int(noted.read_text())))


def test_it_plays_at_the_terminal_and_the_match_goes_on(other_engine: str, tmp_path: Path) -> None:
    record = tmp_path / "match.punto"
    begun = ("play", "--bot", f"engine:{other_engine}", "--start", "1", "--record", record)
    run = punto(*begun, said=b"f6\nquit\n")
    assert run.returncode == 0, run.stderr
    assert "First cell puts the " in run.stdout
    (tag,) = (it.value for it in read_record(record.read_bytes()).tags if it.name == "Bot")
    assert tag == f"Seat2 engine:{other_engine}"
    again = f"play --record {record} --bot {shlex.quote(f'engine:{other_engine}')}"
    assert f"punto {again}\n" in run.stdout
    run = punto(*shlex.split(again), said=b"quit\n")
    assert run.returncode == 0, run.stderr
    assert "First cell" in run.stdout


def test_a_record_that_names_a_command_does_not_run_it(fake: Fake, tmp_path: Path) -> None:
    record, noted = tmp_path / "match.punto", tmp_path / "noted"
    command = shlex.join(fake(text=f"open({str(noted)!r}, 'w')"))
    match = Match("2p", seed="00" * 32, start=1)
    tags = [Tag("Seed", "00" * 32), Tag("Bot", f"Seat2 engine:{command}")]
    names, day = ["Ann", "Bob"], date(2026, 1, 1)
    record.write_text(str(Record(match, names, day, deals=True, tags=tags)), "utf-8")
    run = punto("play", "--record", record)
    assert run.returncode == 2
    assert run.stderr.startswith(f"punto: {record}: this match was begun with --bot 'engine:")
    assert run.stderr.endswith("to continue it, give that option again\n")
    assert not noted.exists()
