"""`punto engine`: its arguments; tests/protocol has what it says."""

import pytest

from cli.conftest import Here
from cli.terminal import punto


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--json", "--check", "x"], "--check cannot be used together with --json"),
        (["--check"], "--check"),
        (["--threads", "0"], "--threads"),
        (["--json", "--threads", "x"], "--threads"),
        (["nonsense"], "nonsense"),
    ],
)
def test_wrong_arguments_are_told_in_one_sentence(
    arguments: list[str], why: str, here: Here
) -> None:
    run = here("engine", *arguments)
    assert run.returncode == 2
    assert run.stdout == ""
    assert why in run.stderr.splitlines()[0]


def test_threads_are_for_batches(here: Here) -> None:
    run = here("engine", "--threads", "2")
    assert run.returncode == 2
    assert run.stderr == "punto: --threads needs --json\n"
    german = here("--language", "de", "engine", "--threads", "2").stderr
    assert german == "punto: --threads geht nur zusammen mit --json.\n"


def test_help_says_what_a_person_can_try() -> None:
    run = punto("engine", "--help")
    assert "position startpos moves" in " ".join(run.stdout.split())
    said = b"ugi\nposition startpos moves O8@f6 B3\ngo simulations 20\nquit\n"
    answers = punto("engine", said=said).stdout.splitlines()
    assert answers[0].startswith("id name Punto")
