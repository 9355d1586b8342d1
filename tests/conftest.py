"""Options of the whole test run."""

import os
import signal

import pytest
from hypothesis import HealthCheck, settings

from punto.rules.kernel import COMPILED

LONG_FORM = 20_000
"""From so many rounds on, other comparisons are long, too."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--rounds",
        type=int,
        default=1_500 if COMPILED else 240,
        help="how many random rounds to compare with the naive model; 20000 before a release",
    )
    parser.addoption(
        "--regenerate-golden",
        action="store_true",
        help="write the golden playthroughs anew instead of comparing with them",
    )


def pytest_configure(config: pytest.Config) -> None:
    # A run that was started in the background ignores Ctrl-C, and so would all that it starts.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ["LANGUAGE"] = "en"  # whoever runs the tests, commands speak English in them
    settings.register_profile(
        "reproducible",
        derandomize=config.getoption("--hypothesis-seed") is None,
        deadline=None,
        database=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )
    if config.getoption("--hypothesis-profile") is None:
        settings.load_profile("reproducible")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say aloud what could not be tested for want of a compiler."""
    skipped = terminalreporter.stats.get("skipped", [])
    missing = [report for report in skipped if "need Linux and a C compiler" in report.longrepr[2]]
    if missing:
        terminalreporter.section("NOT TESTED", yellow=True)
        terminalreporter.write_line(f"{len(missing)} tests: {missing[0].longrepr[2]}")


@pytest.fixture(scope="session")
def rounds(pytestconfig: pytest.Config) -> int:
    """How many random rounds all comparisons with the naive model play together."""
    return int(pytestconfig.getoption("--rounds"))


@pytest.fixture(scope="session")
def is_long_form(rounds: int) -> bool:
    """Whether tests are as long as before a release."""
    return rounds >= LONG_FORM


@pytest.fixture(scope="session")
def stride(is_long_form: bool) -> int:
    """Every how many moments of a vector are compared: each of them in the long form."""
    if is_long_form:
        return 1
    return 5 if COMPILED else 7


@pytest.fixture(scope="session")
def regenerate_golden(pytestconfig: pytest.Config) -> bool:
    """Whether golden playthroughs are to be written anew."""
    return bool(pytestconfig.getoption("--regenerate-golden"))
