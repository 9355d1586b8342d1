"""Punto for OpenSpiel: one round as two games, and our search as a bot.

>>> import pyspiel
>>> from punto.envs import openspiel
>>> state = pyspiel.load_game("python_punto(mode=3p)").new_initial_state()
>>> state.is_chance_node(), len(state.chance_outcomes())
(True, 18)

In `python_punto` every card that is turned up is a chance node, with the chance of each card. In
`python_punto_sampled` one chance node samples the whole deal: its outcome is the seed of the deal.
An illegal action is refused with an error.
"""

from collections.abc import Mapping
from random import Random, SystemRandom
from typing import Any

from punto.envs._extras import require

require("punto.envs.openspiel", "openspiel", "numpy", "pyspiel")

import numpy as np
import pyspiel
from numpy.typing import NDArray

from punto.engine.search import Budget, choose
from punto.envs._open_round import OpenRound
from punto.envs.observation import (
    ACTIONS,
    PARTS,
    SIZE,
    action_of,
    cell_of,
    mask_of,
    observation_of,
    read_action,
    rewards_of,
)
from punto.notation.position import write_position
from punto.rules.card import ALL_CARDS
from punto.rules.editions import DEFAULT_EDITION, edition_named
from punto.rules.errors import IllegalPlacementError
from punto.rules.facts import Mode, mode_named
from punto.rules.move import Move

SEEDS = 2**31 - 1
"""How many deals the sampled game chooses from."""

MAX_PLACEMENTS = 72


def game_type(name: str, title: str, chance: Any, **parameters: int) -> Any:
    """Describe a game, whatever its mode."""
    return pyspiel.GameType(
        short_name=name,
        long_name=title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=chance,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=4,
        min_num_players=2,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"mode": "2p", "edition": DEFAULT_EDITION, **parameters},
    )


MODES_OF_CHANCE = pyspiel.GameType.ChanceMode
EXPLICIT = game_type("python_punto", "Punto", MODES_OF_CHANCE.EXPLICIT_STOCHASTIC)
SAMPLED = game_type(
    "python_punto_sampled", "Punto, sampled", MODES_OF_CHANCE.SAMPLED_STOCHASTIC, rng_seed=-1
)


class PuntoGame(pyspiel.Game):
    """A round of one mode, with a chance node for every card."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        self._set_up(EXPLICIT, len(ALL_CARDS), params or {})

    def _set_up(self, kind: Any, outcomes: int, params: Mapping[str, Any]) -> None:
        self.mode: Mode = mode_named(params.get("mode", "2p"))
        self.edition = edition_named(params.get("edition", DEFAULT_EDITION))
        info = pyspiel.GameInfo(
            num_distinct_actions=ACTIONS,
            max_chance_outcomes=outcomes,
            num_players=len(self.mode.seats),
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=MAX_PLACEMENTS,
        )
        super().__init__(kind, info, dict(params))

    def new_initial_state(self) -> "PuntoState":
        """Return the state before the first card."""
        return PuntoState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "PuntoObserver":
        """Return an observer: tensors and strings of what a seat may know."""
        return PuntoObserver(iig_obs_type, params)


class SampledPuntoGame(PuntoGame):
    """A round of one mode, with one chance node for the whole deal.

    The same `rng_seed`, from 0, samples the same deals; -1 samples others every time.
    """

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = params or {}
        self._set_up(SAMPLED, SEEDS, given)
        seed = given.get("rng_seed", -1)
        self.random: Random = SystemRandom() if seed < 0 else Random(seed)

    def new_initial_state(self) -> "SampledPuntoState":
        """Return the state before the deal."""
        return SampledPuntoState(self)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the generator too, which OpenSpiel does for games in C++ only."""
        state = None if isinstance(self.random, SystemRandom) else self.random.getstate()
        return sampled_game, (self.get_parameters(), state)


def sampled_game(params: Mapping[str, Any], state: Any) -> SampledPuntoGame:
    """Return a game whose generator goes on from a state."""
    game = SampledPuntoGame(params)
    if state is not None:
        game.random.setstate(state)
    return game


class PuntoState(pyspiel.State):
    """A moment of a round."""

    def __init__(self, game: PuntoGame) -> None:
        super().__init__(game)
        self.open_round = OpenRound.at_start(game.mode, game.edition)

    @property
    def position(self) -> Any:
        """All that everybody may know at this moment."""
        return self.open_round.position

    def current_player(self) -> int:
        """Return the seat to move, from 0; chance turns up a card before it."""
        position = self.open_round.position
        if position.seat is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if position.card is None else position.seat - 1

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """List the cards that may be turned up, with the chance of each."""
        return [(ALL_CARDS.index(card), odds) for card, odds in self.open_round.odds()]

    def _legal_actions(self, player: int) -> list[int]:
        if player != self.current_player():
            return []
        return np.flatnonzero(np.frombuffer(mask_of(self.position), np.uint8)).tolist()

    def _apply_action(self, action: int) -> None:
        if self.is_chance_node():
            self._chance(action)
        elif read_action(action) not in self.legal_actions():
            raise IllegalPlacementError(
                "illegal-action", self.position.card, f"cell {action} of the frame", "see the mask"
            )
        else:
            self.open_round = self.open_round.placed(cell_of(self.position, action))

    def _chance(self, outcome: int) -> None:
        self.open_round = self.open_round.turned_up(ALL_CARDS[outcome])

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return str(ALL_CARDS[action])
        cell = cell_of(self.position, action)
        sign = "@" if self.position.table[cell] is None else "x"
        return f"{self.position.card}{sign}{cell}"

    def is_terminal(self) -> bool:
        """Whether the round is over."""
        return bool(self.current_player() == pyspiel.PlayerId.TERMINAL)

    def returns(self) -> list[float]:
        """Return what every seat has won or lost."""
        position = self.open_round.position
        wins = position.score.wins
        winner = wins.index(1) + 1 if 1 in wins else 0
        return rewards_of(position.mode, winner)

    def __str__(self) -> str:
        return str(self.position)


class SampledPuntoState(PuntoState):
    """A moment of a round whose decks were dealt by one chance node."""

    def __init__(self, game: SampledPuntoGame) -> None:
        super().__init__(game)
        self.sample = game.random.randrange(SEEDS)
        self.is_dealt = False

    def current_player(self) -> int:
        """Return the seat to move, from 0; chance deals first."""
        return super().current_player() if self.is_dealt else int(pyspiel.PlayerId.CHANCE)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the seed of a deal, which was sampled."""
        return [(self.sample, 1.0)]

    def __reduce__(self) -> tuple[Any, ...]:
        return stored_state, (self.get_game(), self.serialize())

    def _chance(self, outcome: int) -> None:
        self.is_dealt = True
        self.open_round = self.open_round.dealt(outcome)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        return super()._action_to_string(player, action)


def stored_state(game: SampledPuntoGame, text: str) -> SampledPuntoState:
    """Return the state of a game that was stored as a text."""
    state: SampledPuntoState = game.deserialize_state(text)
    return state


class PuntoObserver:
    """Writes what a seat may know, as numbers and as text; with perfect recall, as text alone.

    All of it is public, so an observer of private information alone writes nothing.
    """

    def __init__(self, iig_obs_type: Any, params: Any) -> None:
        if params:
            raise ValueError(f"there are no parameters of observations, got {params}")
        self.recalls = iig_obs_type is not None and iig_obs_type.perfect_recall
        self.is_public = iig_obs_type is None or iig_obs_type.public_info
        self.tensor: NDArray[np.float32] | None = None
        self.dict: dict[str, NDArray[np.float32]] = {}
        if self.is_public and not self.recalls:
            self.tensor = np.zeros(SIZE, np.float32)
            for part in PARTS:
                numbers = self.tensor[part.start : part.start + int(np.prod(part.shape))]
                self.dict[part.name] = numbers.reshape(part.shape)

    def set_from(self, state: PuntoState, player: int) -> None:
        """Update the tensor."""
        if self.tensor is not None:
            self.tensor[:] = np.frombuffer(observation_of(state.position, player + 1), np.uint8)

    def string_from(self, state: PuntoState, player: int) -> str:
        """Return the position as one line of text after the seat, or all placements so far."""
        if not self.is_public:
            return ""
        if not self.recalls:
            return f"seat {player + 1}: {write_position(state.position)}"
        table = state.position.table
        laid = (
            Move(card, on_top, cell) for card, cell, on_top in map(table.laid, range(len(table)))
        )
        return " ".join(map(str, (f"seat {player + 1}: has {state.position.card};", *laid)))


class SearchBot(pyspiel.Bot):
    """Our search as a bot of OpenSpiel; the same seed gives the same choices."""

    def __init__(self, player_id: int, budget: Budget, seed: int = 1) -> None:
        super().__init__()
        self._player_id = player_id
        self.budget = budget
        self.seed = seed

    def player_id(self) -> int:
        """Return the seat it plays, from 0."""
        return self._player_id

    def restart_at(self, state: PuntoState) -> None:
        """Do nothing: every search begins anew."""

    def step(self, state: PuntoState) -> int:
        """Choose an action for the card in hand."""
        return action_of(state.position, choose(state.position, self.budget, seed=self.seed))


for kind, game in ((EXPLICIT, PuntoGame), (SAMPLED, SampledPuntoGame)):
    if kind.short_name not in pyspiel.registered_names():
        pyspiel.register_game(kind, game)
