import json

from cli.terminal import punto
from punto.cli import doctor
from punto.cli.main import main
from punto.rules import kernel
from punto.rules.many_rounds import Tally


def test_facts_for_a_bug_report() -> None:
    run = punto("doctor", "--json")
    facts = json.loads(run.stdout)
    assert run.returncode == 0
    assert facts["kernel"] == ("compiled" if kernel.COMPILED else "interpreted")
    assert facts["kernel file"].endswith(".py") is not kernel.COMPILED
    assert facts["self-test"] == "passed"
    assert {"punto", "python", "python file", "system", "package"} <= facts.keys()


def test_interpreted_kernel_is_said_in_a_sentence() -> None:
    run = punto("doctor")
    said = "The kernel runs interpreted" in run.stdout
    assert said is not kernel.COMPILED


def test_failing_self_test_is_said(capsys, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr(doctor, "SAMPLE", Tally(200, 1, (), (), 0))
    assert main(["doctor"]) == 1
    assert "FAILED" in capsys.readouterr().out
