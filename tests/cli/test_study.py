"""`punto study`: answers with intervals, figures, and clear refusals."""

import json
import re
import signal
from pathlib import Path
from time import monotonic, sleep
from xml.etree import ElementTree as ET

import pytest

from cli.running import PATIENCE, running
from punto.cli.main import main
from punto.cli.study import QUESTION_NAMES
from punto.lab.study.questions import QUESTIONS
from punto.rules.kernel import COMPILED


def test_the_command_knows_all_questions() -> None:
    assert tuple(QUESTIONS) == QUESTION_NAMES


@pytest.mark.skipif(not COMPILED, reason="dozens of rounds")
def test_questions_are_answered_and_drawn(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wanted = ["study", str(tmp_path), "--question", "placing-nines", "--deals", "3"]
    assert main([*wanted, "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed == json.loads((tmp_path / "results.json").read_text("utf-8"))
    (answer,) = printed["answers"]
    assert [row["labels"][1] for row in answer["rows"]] == ["2p", "4p", "2p", "4p"]
    assert all(low <= value <= high for row in answer["rows"] for value, low, high in row["found"])
    drawing = (tmp_path / "placing-nines.svg").read_text("utf-8")
    dots = ET.fromstring(drawing).findall("{http://www.w3.org/2000/svg}circle")
    assert len(dots) == 8
    assert "prefers-color-scheme:dark" in drawing
    stored = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    assert main(wanted) == 0  # nothing is left to play: the same again
    assert "| uses every nine to cover a rival's card | 2p |" in capsys.readouterr().out
    assert {path: path.read_bytes() for path in stored} == stored


@pytest.mark.slow
@pytest.mark.skipif(not COMPILED, reason="dozens of rounds")
def test_ctrl_c_stops_all_processes_and_keeps_what_was_played(tmp_path: Path) -> None:
    arguments = ("study", str(tmp_path), "--deals", "999999", "--jobs", "2")
    with running(tmp_path, *arguments) as endless:
        give_up_at = monotonic() + PATIENCE
        while not any(file.stat().st_size for file in tmp_path.glob("rounds/*.jsonl")):
            assert endless.process.poll() is None
            assert monotonic() < give_up_at
            sleep(0.05)
        endless.process.send_signal(signal.SIGINT)
        assert endless.wait() == 130
    kept = sum(file.read_bytes().count(b"\n") for file in tmp_path.glob("rounds/*.jsonl"))
    said = re.fullmatch(r"punto: stopped after (\d+) deals; run the same .*\n", endless.text)
    assert said
    assert kept - int(said[1]) in (0, 1)  # the last one may be written, and not yet counted


def test_wrong_arguments_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for wrong in (["--deals", "1"], ["--question", "weather"], ["--jobs", "0"]):
        with pytest.raises(SystemExit) as stopped:
            main(["study", str(tmp_path), *wrong])
        assert stopped.value.code == 2
    (tmp_path / "study.json").write_text("{}", "utf-8")
    assert main(["study", str(tmp_path)]) == 2
    assert "settings in" in capsys.readouterr().err
    (tmp_path / "file").write_text("")
    assert main(["study", str(tmp_path / "file")]) == 2
