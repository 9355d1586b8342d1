"""The steps of `dev.py test`: which tests run when, beside which others, and what is measured.

Two lanes run at the same time. One has tests that mostly wait, for a browser or a server; the other
has tests that compute, at a lower priority. A test that fails beside all that others do is run once
more at the end, alone, and counts as failed if it fails again.
"""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from subprocess import STDOUT
from tempfile import TemporaryFile
from threading import Event

ROOT = Path(__file__).resolve().parents[1]

NOTATION, RULES = "tests/notation", "tests/rules"
KERNEL_RULES = "against_naive beside_and_on_top booklet_pictures bounds box golden line perft"
KERNEL_RULES += " random_rounds runs simulate square stalemate stalemate_ties state_machine table"
KERNEL_RULES += " two_kernels"
OF_THE_KERNEL = [f"{RULES}/test_{name}.py" for name in KERNEL_RULES.split()]
ABOVE_THE_KERNEL = [
    path.relative_to(ROOT).as_posix()
    for path in sorted((ROOT / RULES).glob("test_*.py"))
    if path.relative_to(ROOT).as_posix() not in OF_THE_KERNEL
]
"""Tests of rules that are about Python which both kernels share: they run once, compiled."""

ON_BOTH_KERNELS = [*OF_THE_KERNEL, "tests/engine", "tests/bots", f"{NOTATION}/test_vectors.py"]
"""What must give the same answers compiled and interpreted."""

SERVER_PARTS = "api bus config limits live maintenance offload painting process room store table"
SERVER_PARTS += " tournament transport test_run.py test_runtime.py test_runtime_start.py"
MEASURED = [NOTATION, *ABOVE_THE_KERNEL]
MEASURED += [f"tests/server/{part}" for part in SERVER_PARTS.split()]
"""The tests that measure coverage with the compiled kernel; those of ON_BOTH_KERNELS do the rest.

Most of them call the server in their own process, so that tracing it costs little.
"""

SERVER, SERVER_LIMIT = "*/punto/server/*", ["--fail-under", "93"]
"""What must be covered of the server, in percent; pyproject.toml has the limit for the rest."""

QUICK, LONG = ["-m", "not slow and not unmeasured"], ["-m", "slow or unmeasured"]
"""Coverage is measured without long tests: tracing makes them three times slower."""

FAST = [RULES, NOTATION, "tests/engine", "tests/bots", "tests/svg", "tests/words"]
FAST += ["tests/server/table", "-m", "not slow", "--rounds", "60"]
"""What `test --fast` runs: no server process, no browser, no database."""

IN_BROWSER = "tests/page"

PYTEST = ["-m", "pytest", "-n", "auto", "--dist", "worksteal", "--durations", "15"]
MEASURING = ["-m", "coverage", "run"]
OVERLAPPING = ["-n", str(2 * (os.cpu_count() or 1))]
"""Tests of servers and pages mostly wait for other processes: run two of them for every core."""

BACKGROUND_NICENESS = 5
"""By how much the lane that computes is nicer than the other."""

MAX_RETRIED = 10
"""How many tests of a step are run again: if more fail, the machine is not the reason."""

TESTS_FAILED = 1
"""The exit code of pytest if it ran to its end and a test failed."""

INTERRUPTED = Event()
"""Set by Ctrl-C, which ends the steps that run: no other begins."""

LAST_FAILED = "v/cache/lastfailed"
INTERPRETED = {"PUNTO_KERNEL": "interpreted"}


@dataclass
class Step:
    """One run of pytest or of another tool, and what became of it."""

    title: str
    command: list[str]
    variables: dict[str, str] = field(default_factory=dict)
    exit_code: int = 0
    retried: list[str] = field(default_factory=list)
    """The tests that failed at first."""

    @property
    def cache(self) -> Path:
        """Where pytest notes which tests failed; a place for each step, since two run at once."""
        return ROOT / "build" / "pytest" / re.sub(r"\W+", "-", self.title)

    def run(self) -> None:
        """Run it, with its output on the terminal."""
        say(f"\n== {self.title}")
        self.exit_code = subprocess.call(self.full_command(), cwd=ROOT, env=self.environment())

    def run_in_background(self) -> None:
        """Run it with a lower priority, and print its output when it has ended."""
        if INTERRUPTED.is_set():
            self.exit_code = TESTS_FAILED
            return
        with TemporaryFile() as output:
            with subprocess.Popen(
                self.full_command(), cwd=ROOT, env=self.environment(), stdout=output, stderr=STDOUT
            ) as process:
                if sys.platform != "win32":
                    niceness = os.getpriority(os.PRIO_PROCESS, 0) + BACKGROUND_NICENESS
                    os.setpriority(os.PRIO_PROCESS, process.pid, niceness)
            self.exit_code = process.returncode
            output.seek(0)
            say(f"\n== {self.title}\n{output.read().decode('utf-8', 'replace').rstrip()}")

    def retry(self) -> None:
        """Run the tests that failed once more, one after the other, if they are few."""
        failed = self.failed_tests()
        if self.exit_code != TESTS_FAILED or not 0 < len(failed) <= MAX_RETRIED:
            return
        say(f"\n== {self.title}: {len(failed)} again, alone")
        alone = ["--last-failed", "--last-failed-no-failures", "none", "-n", "0"]
        command = [*self.full_command(), *alone]
        command.remove("--cache-clear")
        self.exit_code = subprocess.call(command, cwd=ROOT, env=self.environment())
        self.retried = failed

    def failed_tests(self) -> list[str]:
        """List the tests that failed when the step ran last."""
        file = self.cache / LAST_FAILED
        return sorted(json.loads(file.read_text("utf-8"))) if file.exists() else []

    def full_command(self) -> list[str]:
        """Complete the command with this Python, and with a place for what pytest remembers."""
        remembering = ["-o", f"cache_dir={self.cache}", "--cache-clear"]
        return [sys.executable, *self.command, *(remembering if "pytest" in self.command else [])]

    def environment(self) -> dict[str, str]:
        """Take over the environment, with the variables of this step."""
        return os.environ | self.variables


def steps_that_wait(args: list[str]) -> list[Step]:
    """List the steps of the lane that mostly waits, in their order."""
    # What drives the browser switches stacks, which other tests in the same process do not bear.
    others = [word for path in (IN_BROWSER, *MEASURED) for word in ("--ignore", path)]
    pytest = [*PYTEST, *args]
    return [
        Step("tests, in a browser", [*pytest, *OVERLAPPING, IN_BROWSER]),
        Step("tests, kernel compiled", [*pytest, *OVERLAPPING, *others]),
    ]


def steps_that_compute(args: list[str]) -> list[Step]:
    """List the steps of the lane that gets what the other leaves of the processors."""
    pytest, title = [*PYTEST, *args], "tests, kernel interpreted"
    return [
        Step(title, [*MEASURING, *pytest, *QUICK, *ON_BOTH_KERNELS], INTERPRETED),
        Step(f"long {title}", [*pytest, *LONG, *ON_BOTH_KERNELS], INTERPRETED),
        Step("tests, measured", [*MEASURING, *pytest, *QUICK, *OVERLAPPING, *MEASURED]),
        Step("long tests", [*pytest, *LONG, *MEASURED]),
        Step("tests of the page's parts", ["web/page.py", "test"]),
    ]


def steps_without_a_compiler(args: list[str]) -> list[Step]:
    """List the steps where the kernel runs interpreted anyway."""
    pytest, elsewhere = [*PYTEST, *args], ["--ignore", IN_BROWSER]
    return [
        Step("tests, in a browser", [*pytest, *OVERLAPPING, IN_BROWSER]),
        Step("tests, kernel interpreted", [*MEASURING, *pytest, *QUICK, *elsewhere]),
        Step("long tests, kernel interpreted", [*pytest, *LONG, *elsewhere]),
        Step("tests of the page's parts", ["web/page.py", "test"]),
    ]


def closing_steps() -> list[Step]:
    """List what follows when all tests of Python have run."""
    report = ["-m", "coverage", "report"]
    server = [*report, "--include", SERVER, *SERVER_LIMIT]
    return [
        Step("coverage combine --quiet", ["-m", "coverage", "combine", "--quiet"]),
        Step("coverage of rules, notation and engine", [*report, "--omit", SERVER]),
        Step("coverage of the server", server),
    ]


def run_all(args: list[str], *, is_compiled: bool) -> list[Step]:
    """Run all tests, those of what is compiled again without; they must cover the code."""
    erase = Step("coverage erase", ["-m", "coverage", "erase"])
    waiting = steps_that_wait(args) if is_compiled else steps_without_a_compiler(args)
    computing = steps_that_compute(args) if is_compiled else []
    erase.run()
    with ThreadPoolExecutor(1) as threads:
        other = threads.submit(in_turn, [step.run_in_background for step in computing])
        try:
            in_turn(step.run for step in waiting)
        except KeyboardInterrupt:
            INTERRUPTED.set()
            raise
        other.result()
    closing = closing_steps()
    in_turn(step.retry for step in [*waiting, *computing])
    in_turn(step.run for step in closing)
    return [erase, *waiting, *computing, *closing]


def run_some(args: list[str], *, is_compiled: bool) -> list[Step]:
    """Run the tests that the arguments name, on both kernels."""
    kernels = {"compiled": {}, "interpreted": INTERPRETED} if is_compiled else {"interpreted": {}}
    steps = [
        Step(f"tests, kernel {kernel}", [*PYTEST, *args], variables)
        for kernel, variables in kernels.items()
    ]
    in_turn(step.run for step in steps)
    return steps


def run_fast(args: list[str]) -> list[Step]:
    """Run the quick tests that need no server, browser or database."""
    step = Step("fast tests", [*PYTEST, *args, *FAST])
    step.run()
    return [step]


def in_turn(actions: Iterable[Callable[[], None]]) -> None:
    """Do one after the other."""
    for action in actions:
        action()


def is_compiled() -> bool:
    """Whether a compiler has made the kernel for this Python."""
    kernel = ROOT / "src" / "punto" / "rules" / "kernel"
    return any(kernel.with_suffix(suffix).exists() for suffix in EXTENSION_SUFFIXES)


def report(steps: list[Step]) -> int:
    """Say which steps failed, in words and as an exit code, and which tests were run again."""
    if retried := [test for step in steps if not step.exit_code for test in step.retried]:
        say("\n  ".join(["\nFailed beside other tests, and passed alone:", *retried]))
    failed = ", ".join(step.title for step in steps if step.exit_code)
    say(f"\nFailed: {failed}" if failed else "\nAll is well")
    return 1 if failed else 0


def say(sentence: str) -> None:
    """Print something in one piece, since two lanes may have something to say."""
    print(f"{sentence}\n", end="", file=sys.stderr, flush=True)


def main(*args: str) -> int:
    """Run what the arguments of `dev.py test` ask for."""
    os.environ.pop("PUNTO_KERNEL", None)
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # each process would compile all modules
    others = [arg for arg in args if arg != "--fast"]
    if "--fast" in args:
        return report(run_fast(others))
    run = run_all
    if not all(arg.startswith("--rounds") or arg.isdigit() for arg in args):
        run = run_some
    return report(run(others, is_compiled=is_compiled()))


if __name__ == "__main__":
    try:
        sys.exit(main(*sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
