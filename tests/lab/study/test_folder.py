"""The rounds of a study: the same bytes on any number of processes, after any interruption."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from punto.lab.study.folder import LOCK, ROUNDS, SETTINGS, StudyFolder
from punto.lab.study.play import DealPlayer
from punto.lab.study.record import Deal
from punto.lab.study.series import SERIES, Kind, Series
from punto.rules.cell import ORIGIN
from punto.rules.errors import UnreadableError
from punto.rules.kernel import COMPILED
from punto.rules.round import Round

needs_speed = pytest.mark.skipif(not COMPILED, reason="whole rounds of all modes")
CHEAP = tuple(
    Series(kind, mode, players)
    for kind, mode, players in (
        (Kind.EQUALS, "4p", ("hard",)),
        (Kind.DUEL, "3p", ("nines-beside", "random")),
        (Kind.REMOVED, "2p", ("random",)),
        (Kind.MISSING, "4p", ("random",)),
        (Kind.MATCH, "teams", ("random",)),
    )
)
"""A series of each kind, of quick players."""

PROGRAM = """
import sys
from pathlib import Path
from lab.study.test_folder import CHEAP
from punto.lab.study.folder import StudyFolder

with StudyFolder(Path(sys.argv[1]), 7).open() as folder:
    folder.play(CHEAP, 12, 1, lambda: print("deal", flush=True))
"""


def play(path: Path, *, seed: int = 7, deals: int = 12, jobs: int = 1) -> int:
    steps: list[None] = []
    with StudyFolder(path, seed).open() as folder:
        folder.play(CHEAP, deals, jobs, lambda: steps.append(None))
    return len(steps)


def stored(path: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in sorted((path / ROUNDS).iterdir())}


@pytest.mark.slow
@needs_speed
def test_a_killed_study_continues_to_the_same_bytes(tmp_path: Path) -> None:
    assert play(tmp_path / "whole") == 5 * 12
    whole = stored(tmp_path / "whole")
    killed = tmp_path / "killed"
    tests = str(Path(__file__).parents[2])
    process = subprocess.Popen(
        [
            sys.executable,
            "-c",
            f"import sys; sys.path.insert(0, {tests!r})\n{PROGRAM}",
            str(killed),
        ],
        stdout=subprocess.PIPE,
    )
    assert process.stdout is not None
    for _ in range(17):
        assert process.stdout.readline() == b"deal\n"
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdout.close()
    partial = stored(killed)
    assert partial != whole
    for name, data in partial.items():
        assert whole[name].startswith(data)
    first = killed / ROUNDS / f"{CHEAP[0].name}.jsonl"
    first.write_bytes(first.read_bytes()[:-5])  # as if it had been killed in the middle of a line
    assert play(killed, jobs=2) == 5 * 12
    assert stored(killed) == whole


@needs_speed
def test_more_deals_continue_and_fewer_read_the_beginning(tmp_path: Path) -> None:
    play(tmp_path, deals=3)
    few = stored(tmp_path)
    assert play(tmp_path, deals=4) == 5 * 4
    for name, data in stored(tmp_path).items():
        assert data.startswith(few[name])
        assert data.count(b"\n") == 4
    folder = StudyFolder(tmp_path, 7)
    assert [deal.number for deal in folder.read(CHEAP[0], 2)] == [1, 2]


def test_folders_of_other_studies_are_refused(tmp_path: Path) -> None:
    with StudyFolder(tmp_path, 7).open(), pytest.raises(UnreadableError, match="no other"):
        StudyFolder(tmp_path, 7).open().__enter__()
    with pytest.raises(UnreadableError, match="another folder"):
        StudyFolder(tmp_path, 8).open().__enter__()
    settings = (tmp_path / SETTINGS).read_text("utf-8")
    (tmp_path / SETTINGS).write_text(settings.replace('"2p": "', '"2p": "0'), "utf-8")
    with pytest.raises(UnreadableError, match="same networks"):
        StudyFolder(tmp_path, 7).open().__enter__()
    (tmp_path / SETTINGS).write_text("[]", "utf-8")
    with pytest.raises(UnreadableError, match="settings"):
        StudyFolder(tmp_path, 7).open().__enter__()
    assert (tmp_path / LOCK).exists()


@needs_speed
def test_what_is_kept_of_a_deal_can_be_played_again() -> None:
    for series in CHEAP[:2]:
        deal = DealPlayer(3, series, 5).run()
        assert Deal.from_line(deal.to_line()) == deal
        assert len({play.players for play in deal.plays} | {play.start for play in deal.plays}) > 2
        for kept in deal.plays:
            again = Round(series.mode, list(deal.decks), start=kept.start, cells=kept.cells)
            assert again.end is not None
            assert (again.end.kind, again.end.winner or 0) == (kept.end, kept.winner)
            assert kept.cells[0] == str(ORIGIN)


@needs_speed
def test_plays_of_a_deal_differ_in_one_card_only() -> None:
    series = CHEAP[3]
    labels = [play.label for play in DealPlayer(3, series, 5).run().plays]
    assert labels == ["whole 2", "9 2", "5 2", "1 2"]
    removed = next(
        deal
        for number in range(1, 50)
        for deal in [DealPlayer(3, CHEAP[2], number).run()]
        if deal.plays[0].winner
    )
    first, whole, without = removed.plays
    assert (first.label, whole.label, without.label) == ("first", "whole", first.removed)
    assert whole.start == without.start


def test_editions_play_the_same_seeds() -> None:
    modes = {series.mode for series in SERIES if series.kind is Kind.MATCH}
    for mode in modes:
        players = [
            DealPlayer(1, series, 9)
            for series in SERIES
            if series.kind is Kind.MATCH and series.mode == mode
        ]
        assert len({player.deal_label for player in players}) == 1
        assert len({player.edition.name for player in players}) == 3
