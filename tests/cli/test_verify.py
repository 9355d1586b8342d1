import json
import subprocess
import sys
from pathlib import Path

from cli.terminal import VECTORS, punto

GOOD = VECTORS / "3p-english-2018-4.punto"


def spoiled(folder: Path) -> Path:
    path = folder / "spoiled.punto"
    path.write_bytes(GOOD.read_bytes().replace(b'[Result "Seat3"]', b'[Result "Seat1"]'))
    return path


def test_all_vectors_agree() -> None:
    run = punto("verify", VECTORS)
    assert run.returncode == 0
    lines = run.stdout.splitlines()
    count = len(list(VECTORS.rglob("*.punto")))
    assert count >= 65
    assert len(lines) == count + 1
    assert all(": correct (" in line for line in lines[:-1])
    assert lines[-1] == f"{count} files: {count} correct, 0 not"


def test_one_file_gives_one_line() -> None:
    run = punto("verify", GOOD)
    assert run.returncode == 0
    assert run.stdout == f"{GOOD}: correct (3p, 1 round, result Seat3; checked: moves, decks)\n"


def test_standard_input() -> None:
    run = punto("verify", "-", said=GOOD.read_bytes())
    assert (run.returncode, run.stdout.startswith("-: correct")) == (0, True)


def test_wrong_record_is_named_with_line_and_reason(tmp_path: Path) -> None:
    path = spoiled(tmp_path)
    run = punto("verify", GOOD, path)
    assert run.returncode == 1
    assert f"{path}: wrong: line 9: result: expected Seat3, got 'Seat1'" in run.stdout
    assert run.stdout.endswith("2 files: 1 correct, 1 not\n")


def test_json_tells_the_same(tmp_path: Path) -> None:
    path = spoiled(tmp_path)
    run = punto("verify", "--json", GOOD, path, tmp_path / "none.punto")
    good, bad, missing = json.loads(run.stdout)
    assert good == {
        "file": str(GOOD),
        "agrees": True,
        "mode": "3p",
        "edition": "english-2018",
        "rounds": 1,
        "result": "Seat3",
        "checked": ["moves", "decks"],
    }
    assert (bad["agrees"], bad["error"]["code"], bad["error"]["line"]) == (
        False,
        "unreadable-result",
        9,
    )
    assert missing["error"]["code"] == "not-read"
    assert run.returncode == 2


def test_missing_file_is_said_and_the_others_are_checked(tmp_path: Path) -> None:
    missing = tmp_path / "none.punto"
    run = punto("verify", missing, GOOD)
    assert run.returncode == 2
    assert f"{missing}: cannot be opened: No such file or directory" in run.stdout
    assert f"{GOOD}: correct" in run.stdout


def test_folder_without_records(tmp_path: Path) -> None:
    run = punto("verify", tmp_path)
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr == "punto: files: expected at least one *.punto in the folder, got none\n"


def test_binary_file_is_refused_in_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "binary.punto"
    path.write_bytes(bytes(range(256)) * 100)
    run = punto("verify", path)
    assert run.returncode == 1
    assert "wrong: line 1: " in run.stdout
    assert "Traceback" not in run.stdout + run.stderr


def test_reader_that_stops_early_is_no_error() -> None:
    command = [sys.executable, "-m", "punto", "verify", *map(str, [VECTORS] * 40)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""


def test_no_file_is_a_wrong_request() -> None:
    run = punto("verify")
    assert run.returncode == 2
    assert "missing: FILE" in run.stderr
