"""The steps of `dev.py test`, in a small tree with tests of its own."""

from pathlib import Path

import pytest

import whole_run
from whole_run import ON_BOTH_KERNELS, ROOT, Step

MANY = whole_run.MAX_RETRIED + 1
TESTS = f"""
import os, pathlib
import pytest

TRIED = pathlib.Path(__file__).with_name("tried")

def test_that_passes_at_the_second_attempt():
    assert "broken" not in os.environ.get("WHICH", "")
    is_first = not TRIED.exists()
    TRIED.touch()
    assert not is_first

@pytest.mark.skipif("many" not in os.environ.get("WHICH", ""), reason="only where many fail")
@pytest.mark.parametrize("number", range({MANY}))
def test_of_many(number):
    assert number < 0

def test_on_which_kernel():
    print("kernel:", os.environ.get("PUNTO_KERNEL", "compiled"))
    assert "PYTHONDONTWRITEBYTECODE" not in os.environ
"""


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A tree with few tests, one of which fails at its first attempt."""
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests/test_few.py").write_text(TESTS, "utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\n", "utf-8")
    monkeypatch.setattr(whole_run, "ROOT", tmp_path)
    monkeypatch.setattr(whole_run, "PYTEST", ["-m", "pytest", "-p", "xdist", "-n", "0"])
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")  # other plug-ins take long to load
    for inherited in ("PYTEST_ADDOPTS", "PYTHONDONTWRITEBYTECODE"):
        monkeypatch.delenv(inherited, raising=False)
    return tmp_path


def few_tests(which: str = "") -> Step:
    """Make the step that runs the tests of the small tree."""
    return Step("few tests", [*whole_run.PYTEST, "tests"], {"WHICH": which})


def test_a_test_that_fails_beside_others_is_run_again_alone_and_named(
    root: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    step = few_tests()
    step.run()
    assert step.exit_code == whole_run.TESTS_FAILED
    step.retry()
    assert "1 passed" in capfd.readouterr().out.splitlines()[-1]
    assert whole_run.report([step]) == 0
    assert capfd.readouterr().err == (
        "\nFailed beside other tests, and passed alone:\n"
        "  tests/test_few.py::test_that_passes_at_the_second_attempt\n\nAll is well\n"
    )


def test_a_test_that_fails_again_has_failed(root: Path, capfd: pytest.CaptureFixture[str]) -> None:
    step = few_tests("broken")
    step.run_in_background()
    step.retry()
    capfd.readouterr()
    assert whole_run.report([step]) == 1
    assert capfd.readouterr().err == "\nFailed: few tests\n"


def test_many_failures_are_not_run_again(root: Path) -> None:
    step = few_tests("many")
    step.run()
    assert len(step.failed_tests()) == MANY + 1
    step.retry()
    assert (step.exit_code, step.retried) == (whole_run.TESTS_FAILED, [])


def test_what_does_not_run_to_its_end_is_not_run_again(root: Path) -> None:
    step = Step("nothing", [*whole_run.PYTEST, "tests/missing.py"])
    step.run()
    step.retry()
    assert step.exit_code not in (0, whole_run.TESTS_FAILED)


def test_some_tests_run_on_both_kernels_and_keep_their_bytecode(
    root: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(whole_run, "is_compiled", lambda: True)
    monkeypatch.setenv("PUNTO_KERNEL", "interpreted")
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    assert whole_run.main("-s", "-k", "kernel") == 0
    printed = capfd.readouterr().out.splitlines()
    assert [line for line in printed if "kernel:" in line] == [
        "tests/test_few.py kernel: compiled",
        "tests/test_few.py kernel: interpreted",
    ]


def test_every_test_has_its_place_in_the_whole_run() -> None:
    browser, compiled = whole_run.steps_that_wait(["--rounds", "9"])
    both, long_on_both, measured, long, page = whole_run.steps_that_compute(["--rounds", "9"])
    assert browser.command[-1] == "tests/page"
    apart = ["tests/page", *whole_run.MEASURED]
    ignored = [word for path in apart for word in ("--ignore", path)]
    assert compiled.command[-len(ignored) :] == ignored
    for step in (measured, long):
        assert step.command[-len(whole_run.MEASURED) :] == whole_run.MEASURED
    assert "not slow and not unmeasured" in measured.command
    assert "slow or unmeasured" in long.command
    assert both.command[-len(ON_BOTH_KERNELS) :] == ON_BOTH_KERNELS
    assert all(step.variables == whole_run.INTERPRETED for step in (both, long_on_both))
    assert long_on_both.command[-len(ON_BOTH_KERNELS) :] == ON_BOTH_KERNELS
    assert page.command == ["web/page.py", "test"]
    named = [*whole_run.MEASURED, *ON_BOTH_KERNELS]
    assert [path for path in named if not (ROOT / path).exists()] == []


def test_fast_tests_start_no_server_and_no_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[Step] = []
    monkeypatch.setattr(Step, "run", lambda step: ran.append(step))  # noqa: PLW0108 - a method, not a function
    assert whole_run.main("--fast", "-x") == 0
    (step,) = ran
    assert step.command[-len(whole_run.FAST) - 1 :] == ["-x", *whole_run.FAST]
    assert "tests/page" not in step.command


def test_without_a_compiled_kernel_every_test_runs_once() -> None:
    browser, measured, long, page = whole_run.steps_without_a_compiler([])
    assert browser.command[-1] == "tests/page"
    assert measured.command[:3] == whole_run.MEASURING
    for step in (measured, long):
        assert step.command[-2:] == ["--ignore", "tests/page"]
        assert step.variables == {}
    assert page.command == ["web/page.py", "test"]
