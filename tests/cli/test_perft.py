import json
from pathlib import Path

from cli.terminal import VECTORS, punto

RECORD = VECTORS / "2p-english-2018-4.punto"


def test_count_is_printed_alone() -> None:
    run = punto("perft", RECORD, "2", "0", "3")
    assert (run.returncode, run.stdout) == (0, "96\n")


def test_json() -> None:
    run = punto("perft", RECORD, "2", "36", "2", "--json")
    assert json.loads(run.stdout) == {
        "file": str(RECORD),
        "round": 2,
        "ply": 36,
        "depth": 2,
        "count": 812,
    }


def test_record_without_decks_cannot_be_counted(tmp_path: Path) -> None:
    record = VECTORS / "4p-english-2018-1.punto"
    lines = record.read_text("utf-8").splitlines(keepends=True)
    path = tmp_path / "public.punto"
    path.write_text("".join(line for line in lines if not line.startswith("deal")), "utf-8")
    run = punto("perft", path, "1", "0", "2")
    assert run.returncode == 2
    assert "record: expected one with decks or a seed, got " in run.stderr


def test_wrong_numbers_are_refused() -> None:
    for numbers in (("0", "0", "1"), ("1", "-1", "1"), ("1", "0", "x"), ("99", "0", "1")):
        run = punto("perft", RECORD, *numbers)
        assert run.returncode == 2, numbers
        assert "expected" in run.stderr or "unrecognized" in run.stderr
