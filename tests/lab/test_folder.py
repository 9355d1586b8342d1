import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from lab.bots import DATE, failing, give_up, play
from punto import PuntoError, read_record
from punto.bots import bot_named
from punto.engine.network import network_for_sides
from punto.lab.arena import run_arena
from punto.lab.folder import Folder
from punto.lab.play import Outcome
from punto.lab.schedule import Fixture
from punto.lab.settings import Settings

SETTINGS = Settings(("random", "greedy"))
OLD_FOLDER = Path(__file__).with_name("arena-0.2.0")
"""Written by version 0.2.0, which stored the number of the round of a fault as `round`."""
OLD_SETTINGS = Settings(("random", failing(give_up)), rounds_to_win=1, matches=2)


@pytest.fixture(scope="module")
def outcome() -> Outcome:
    return play(bot_named("random"), mode="4p", seats="rfrf")


def kept(path: Path, outcome: Outcome, *numbers: int) -> Path:
    """Store an outcome several times, as if of several matches."""
    with Folder(path, SETTINGS).open() as folder:
        for number in numbers:
            outcome.fixture = Fixture(number, 1, outcome.fixture.sides)
            folder.keep(outcome)
    return path


def matches_in(path: Path, settings: Settings = SETTINGS) -> list[int]:
    with Folder(path, settings).open() as folder:
        return [match.match for match in folder.finished]


def test_what_was_kept_is_read_back(tmp_path: Path, outcome: Outcome) -> None:
    path = kept(tmp_path / "new" / "folder", outcome, 2, 1)
    with Folder(path, SETTINGS).open() as folder:
        first, second = folder.finished
    assert (first.match, second.match) == (2, 1)
    assert first.records == ("000002.punto",)
    assert (path / "records" / "000002.punto").read_text("utf-8") == outcome.records[0]
    assert first.wins == tuple(outcome.wins)
    assert sum(first.scores) == 1


def test_a_folder_of_version_0_2_is_read_and_continued(tmp_path: Path) -> None:
    path = tmp_path / "arena"
    shutil.copytree(OLD_FOLDER, path)
    old = (path / "matches.jsonl").read_bytes()
    assert old.count(b'"round": ') == 2
    run_arena(replace(OLD_SETTINGS, matches=3), path, jobs=0)
    lines = (path / "matches.jsonl").read_bytes()
    assert lines.startswith(old)
    assert lines[len(old) :].count(b'"round_number": ') == 2
    with Folder(path, replace(OLD_SETTINGS, matches=3)).open() as folder:
        assert [match.match for match in folder.finished] == [1, 2, 3, 4]
    for match in folder.finished:
        (fault,), (record,) = match.faults, match.records
        moment = read_record((path / "records" / record).read_text("utf-8")).match
        assert moment.at(fault.round_number, fault.ply).seat == fault.seat


@pytest.mark.parametrize("cut", [1, 20, 200])
def test_a_line_that_was_cut_off_is_played_again(
    tmp_path: Path, outcome: Outcome, cut: int
) -> None:
    path = kept(tmp_path, outcome, 1, 2)
    lines = (path / "matches.jsonl").read_bytes()
    (path / "matches.jsonl").write_bytes(lines[:-cut])
    assert matches_in(path) == [1]
    kept(path, outcome, 2)
    assert matches_in(path) == [1, 2]
    assert (path / "matches.jsonl").read_bytes() == lines


def test_a_spoiled_line_costs_no_other(tmp_path: Path, outcome: Outcome) -> None:
    path = kept(tmp_path, outcome, 1, 2, 3)
    first, _, last = (path / "matches.jsonl").read_bytes().splitlines(keepends=True)
    (path / "matches.jsonl").write_bytes(first + b"\x00\xff{}\n" + b'{"match": 2}\n[]\n' + last)
    assert matches_in(path) == [1, 3]


def test_a_match_without_its_record_is_played_again(tmp_path: Path, outcome: Outcome) -> None:
    path = kept(tmp_path, outcome, 1, 2)
    (path / "records" / "000001.punto").unlink()
    assert matches_in(path) == [2]


@pytest.mark.parametrize(
    ("other", "sentence"),
    [
        (Settings(("random", "greedy"), seed=2), "seed: expected 1 as in {path}/arena.json"),
        (Settings(("random", "greedy"), mode="3p"), "mode: expected 2p as in"),
        (Settings(("greedy", "random")), "bots: expected random greedy as in"),
        (Settings(("random", "greedy"), matches=99), "matches: expected 100 as in"),
        (Settings(("random", "greedy"), timeout=9.0), "timeout: expected 10.0 as in"),
    ],
)
def test_another_arena_is_refused(tmp_path: Path, other: Settings, sentence: str) -> None:
    assert matches_in(tmp_path) == []
    with pytest.raises(PuntoError) as refused:
        matches_in(tmp_path, other)
    assert sentence.format(path=tmp_path) in str(refused.value)
    assert "or another folder" in str(refused.value)


def test_an_arena_of_other_weights_is_refused_and_one_that_names_none_goes_on(
    tmp_path: Path, outcome: Outcome
) -> None:
    path = kept(tmp_path, outcome, 1)
    facts = json.loads((path / "arena.json").read_text("utf-8"))
    assert facts["network"] == SETTINGS.network == network_for_sides(2).digest
    (path / "arena.json").write_text(json.dumps({**facts, "network": "0" * 12}), "utf-8")
    with pytest.raises(PuntoError, match="network: expected 000000000000 as in"):
        matches_in(path)
    del facts["network"]
    (path / "arena.json").write_text(json.dumps(facts), "utf-8")
    assert matches_in(path) == [1]
    assert json.loads((path / "arena.json").read_text("utf-8"))["network"] == SETTINGS.network


def test_more_matches_go_on_from_the_same_day(tmp_path: Path, outcome: Outcome) -> None:
    path = kept(tmp_path, outcome, 1)
    facts = json.loads((path / "arena.json").read_text("utf-8"))
    (path / "arena.json").write_text(json.dumps({**facts, "begun": DATE}), "utf-8")
    more = Settings(("random", "greedy"), matches=101)
    assert matches_in(path, more) == [1]
    assert Folder(path, more).settings.matches == 101
    assert json.loads((path / "arena.json").read_text("utf-8"))["begun"] == DATE
    with pytest.raises(PuntoError):
        matches_in(path)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"format": "other"}', "\x00"])
def test_a_folder_of_something_else_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "arena.json").write_text(text, "utf-8")
    with pytest.raises(PuntoError, match=r"arena: expected settings in .*, got something else"):
        matches_in(tmp_path)
    assert (tmp_path / "arena.json").read_text("utf-8") == text


def test_two_arenas_at_once_are_refused(tmp_path: Path) -> None:
    with (
        Folder(tmp_path, SETTINGS).open(),
        pytest.raises(PuntoError, match="folder: expected one that no other arena is using"),
    ):
        matches_in(tmp_path)
