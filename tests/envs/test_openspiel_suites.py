"""The suites that OpenSpiel has for its own games pass with ours."""

import unittest

import pytest

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel for this system")

from open_spiel.integration_tests import api_test  # noqa: E402
from open_spiel.python.tests import games_sim_test  # noqa: E402

from punto.envs import openspiel  # noqa: E402, F401 registers the games
from punto.rules.facts import MODES  # noqa: E402


def run(suite: unittest.TestCase | unittest.TestSuite) -> int:
    """Run all tests of a suite, and return how many there were."""
    result = unittest.TestResult()
    suite.run(result)
    assert result.errors + result.failures + result.skipped == []
    return result.testsRun


@pytest.mark.parametrize(
    ("name", "mode"),
    [("python_punto", "3p"), ("python_punto", "teams"), ("python_punto_sampled", "2p")],
)
def test_the_suite_of_the_api(name: str, mode: str) -> None:
    found = {"game_name": name, "game": pyspiel.load_game(name, {"mode": mode})}
    suite = type("Suite", (api_test.EnforceAPIOnPartialTreeBase,), found)
    assert run(unittest.defaultTestLoader.loadTestsFromTestCase(suite)) >= 5


@pytest.mark.parametrize("name", ["python_punto", "python_punto_sampled"])
@pytest.mark.parametrize("mode", MODES)
def test_the_suite_of_simulations(name: str, mode: str) -> None:
    game = pyspiel.load_game(name, {"mode": mode})
    # OpenSpiel's own text of a sampled game needs a generator that only games in C++ can have.
    games_sim_test.GamesSimTest().sim_game(game, check_pyspiel_serialization=name == "python_punto")


def test_the_suite_of_sampled_games() -> None:
    # It lists the games that there are when it is imported.
    from open_spiel.python.tests import sampled_stochastic_games_test as theirs

    names = [game.short_name for game in theirs.SPIEL_SAMPLED_STOCHASTIC_GAMES_LIST]
    number = names.index("python_punto_sampled")
    assert run(theirs.SampledStochasticGamesTest(f"test_stateful_game_serialization{number}")) == 1
