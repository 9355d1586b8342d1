"""The games for OpenSpiel pass its own tests, and our search plays in its tools."""

import pickle
from typing import Any

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel for this system")

from open_spiel.python.algorithms import mcts  # noqa: E402
from open_spiel.python.observation import make_observation  # noqa: E402

from punto.engine.search import Budget  # noqa: E402
from punto.envs import openspiel  # noqa: E402
from punto.envs.observation import observation_of  # noqa: E402
from punto.rules.card import ALL_CARDS  # noqa: E402
from punto.rules.facts import MODES  # noqa: E402

from .playthroughs import GAMES, GOLDEN, text_of  # noqa: E402


def played(game: Any, seed: int, turns: int = 1000) -> Any:
    """Play at random, for some turns or to the end."""
    random, state = np.random.RandomState(seed), game.new_initial_state()
    while not state.is_terminal() and turns:
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(random.choice(outcomes, p=odds)))
        else:
            state.apply_action(int(random.choice(state.legal_actions())))
            turns -= 1
    return state


@pytest.mark.parametrize("mode", MODES)
def test_random_simulations(mode: str) -> None:
    game = pyspiel.load_game("python_punto", {"mode": mode})
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("mode", MODES)
def test_random_simulations_of_the_sampled_game(mode: str) -> None:
    game = pyspiel.load_game("python_punto_sampled", {"mode": mode})
    if mode == "3p":  # the one with neutral cards; a mode takes 8 s
        # OpenSpiel stores a sampled game together with a generator that only games in C++ can have.
        pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)
    state = played(game, 3, turns=9)
    again = game.deserialize_state(state.serialize())
    assert (str(again), again.history()) == (str(state), state.history())
    assert again.legal_actions() == state.legal_actions()


def test_the_sampled_game_follows_its_seed() -> None:
    deals = [
        pyspiel.load_game("python_punto_sampled", {"rng_seed": seed})
        .new_initial_state()
        .chance_outcomes()
        for seed in (5, 5, 6)
    ]
    assert deals[0] == deals[1] != deals[2]


@pytest.mark.parametrize("name", GAMES)
def test_playthroughs_are_as_they_were(name: str, regenerate_golden: bool) -> None:
    text = text_of(GAMES[name])
    if regenerate_golden:
        (GOLDEN / name).write_text(text, "utf-8")
    assert text == (GOLDEN / name).read_text("utf-8")


@pytest.mark.parametrize("mode", MODES)
def test_chance_turns_up_what_may_come(mode: str) -> None:
    game = pyspiel.load_game("python_punto", {"mode": mode})
    for turns in range(0, 40, 3):
        state = played(game, turns, turns)
        if not state.is_chance_node():
            continue
        outcomes = dict(state.chance_outcomes())
        assert sum(outcomes.values()) == pytest.approx(1)
        cards = {ALL_CARDS[outcome] for outcome in outcomes}
        assert cards == state.position.possible_cards(state.position.seat)


@pytest.mark.parametrize("mode", MODES)
def test_the_observer_writes_tensors_and_strings(mode: str) -> None:
    game = pyspiel.load_game("python_punto", {"mode": mode})
    state, observer = played(game, 4, turns=11), make_observation(game)
    for player in range(game.num_players()):
        observer.set_from(state, player)
        seen = observation_of(state.position, player + 1)
        assert observer.tensor.tolist() == list(seen)
        assert observer.dict["colours"].shape == (4, 7, 7)
        assert observer.string_from(state, player).startswith(f"seat {player + 1}: {mode} ")
        assert state.observation_tensor(player) == list(seen)
    recalling = make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))
    assert len(recalling.string_from(state, 0).split(";")[1].split()) == 11


def test_observations_have_nothing_of_sampled_decks() -> None:
    game = pyspiel.load_game("python_punto_sampled", {"mode": "3p", "rng_seed": 1})
    state = played(game, 2, turns=7)
    observer = make_observation(game)
    observer.set_from(state, 0)
    assert observer.tensor.tolist() == list(observation_of(state.position, 1))
    assert state.position.card is not None
    assert sum(card is not None for card in state.position.face_up) == 1


def test_a_copy_is_independent() -> None:
    state = played(pyspiel.load_game("python_punto"), 1, turns=4)
    before, twin = str(state), state.clone()
    twin.apply_action(twin.chance_outcomes()[0][0])
    assert str(state) == before != str(twin)
    assert str(pickle.loads(pickle.dumps(state))) == before


def test_an_illegal_action_is_refused() -> None:
    state = played(pyspiel.load_game("python_punto"), 1, turns=4)
    state.apply_action(state.chance_outcomes()[0][0])
    illegal = next(action for action in range(49) if action not in state.legal_actions())
    before = str(state)
    with pytest.raises(ValueError, match="cannot be placed on"):
        state.apply_action(illegal)
    with pytest.raises(ValueError, match="action: expected 0 to 48, got 49"):
        state.apply_action(49)
    assert str(state) == before


def test_unknown_modes_are_refused() -> None:
    with pytest.raises(ValueError, match="mode: expected one of 2p, 3p, 4p, teams, got '5p'"):
        openspiel.PuntoGame({"mode": "5p"})


@pytest.mark.parametrize("name", ["python_punto", "python_punto_sampled"])
def test_our_search_plays_in_their_tools(name: str) -> None:
    game = pyspiel.load_game(name)
    bots = [openspiel.SearchBot(0, Budget(simulations=30)), pyspiel.make_uniform_random_bot(1, 7)]
    totals = [0.0, 0.0]
    for seed in range(4):
        state = game.new_initial_state()
        results = pyspiel.evaluate_bots(state, bots, seed)
        totals = [total + result for total, result in zip(totals, results, strict=True)]
    assert sum(totals) == 0
    assert totals[0] > 0


def test_their_search_plays_our_game() -> None:
    random = np.random.RandomState(1)
    game = pyspiel.load_game("python_punto")
    theirs = mcts.MCTSBot(game, 2.0, 3, mcts.RandomRolloutEvaluator(1, random), random_state=random)
    state = played(game, 1, turns=9)
    state.apply_action(state.chance_outcomes()[0][0])
    assert theirs.step(state) in state.legal_actions()
