"""Training a network: self-play in lots, weights that are saved and can be resumed at any moment.

A training is a plan and a seed: the same plan and seed give the same network, however often the
training was interrupted. Rounds are played in lots. Each lot has its own deal, edition, starting
seat and missing cards, drawn from the seed and the number of the lot, so a lot can be repeated.
"""

import json
import os
from array import array
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from punto import interpreted
from punto.engine.evaluator import Evaluator, canonical_patterns, inputs_of
from punto.engine.layout import Layout, layout_of
from punto.engine.network import MAX_WEIGHT, Network
from punto.engine.simulation import Simulation
from punto.engine.vectors import DEPTH, HIDDEN, UNIT
from punto.rules.editions import EDITIONS
from punto.rules.errors import UnreadableError, Words
from punto.rules.facts import MODES, Mode
from punto.rules.kernel import Chance
from punto.rules.match import Match

if interpreted.WANTED:
    interpreted.load("punto.lab.learner")

from punto.lab.learner import Learner

FORMAT = "punto training 2"
ROUNDS_A_LOT = 100
LOTS_A_REPORT = 50
ROW_LIMIT = 1023
"""The largest number in a row, so that the sum of all windows stays small."""

WEIGHT_UNIT = 256
"""What stands for 1 in the weights of a network."""

EXPLORING = 0.03
NOISES = (0.0, 0.03, 0.1)
FAST_TRACES = {2: 0.8, 3: 0.7, 4: 0.7}
EXACT_TRACE = 0.3
EXACT_WORK = 10
"""How many times as long an exact round takes."""

MODE_OF = {2: "2p", 3: "3p", 4: "4p"}
"""The mode in which the network for a number of sides learns; `teams` differs only in its seats."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How long a network is trained."""

    sides: int
    fast_rounds: int
    """Rounds that learn from the next position."""
    exact_rounds: int
    """Then, rounds that learn from all cards that may come next."""
    seed: int = 1
    rate: float = 0.001
    row_rate: float = 0.02

    @property
    def mode(self) -> Mode:
        """The mode in which it is trained."""
        return MODES[MODE_OF[self.sides]]

    @property
    def lots(self) -> int:
        """The number of lots."""
        return self.fast_lots + -(-self.exact_rounds // ROUNDS_A_LOT)

    @property
    def rounds(self) -> int:
        """The number of rounds, in whole lots."""
        return self.lots * ROUNDS_A_LOT

    @property
    def fast_lots(self) -> int:
        """The number of lots of the first part."""
        return -(-self.fast_rounds // ROUNDS_A_LOT)

    def work_left(self, done: int) -> float:
        """Return the share of all work that is left after a number of lots."""
        return self.fast_lots_left(done) / self.fast_lots_left(0)

    def fast_lots_left(self, done: int) -> int:
        """Return how many lots of the first part would take as long as what is left."""
        exact = self.lots - self.fast_lots
        return max(0, self.fast_lots - done) + EXACT_WORK * min(exact, self.lots - done)


class Training:
    """A network that is being trained."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.done = 0
        """The number of lots that are finished."""
        self.history: list[dict[str, object]] = []
        self.numbers = canonical_patterns()
        inputs, outputs = inputs_of(plan.sides), plan.sides + 1
        self.rows = array("f", bytes(4 * DEPTH * (max(self.numbers) + 1)))
        self.squares = array("f", bytes(4 * (max(self.numbers) + 1)))
        self.weights = first_weights(inputs, outputs, Random(plan.seed))
        self.moments = (
            array("f", bytes(4 * len(self.weights))),
            array("f", bytes(4 * len(self.weights))),
        )
        self.steps = 0

    @property
    def is_finished(self) -> bool:
        """Whether the plan is carried out."""
        return self.done >= self.plan.lots

    @property
    def next_report(self) -> int:
        """The number of lots after which it reports next."""
        return min(self.plan.lots, self.done - self.done % LOTS_A_REPORT + LOTS_A_REPORT)

    def learn_until(self, lots: int) -> None:
        """Learn until so many lots are finished, and add a report to the history."""
        learner = self._learner()
        network = Network(self.plan.sides)
        while self.done < lots:
            self._export_to(network, learner)
            self._learn_lot(learner, network)
            self.done += 1
        report = learner.report()
        self.steps = report.pop("steps")
        self.history.append({"rounds": self.done * ROUNDS_A_LOT, **report})

    def _learner(self) -> Learner:
        return Learner(
            self.plan.sides,
            self.numbers,
            self.rows,
            self.squares,
            self.weights,
            self.moments,
            self.steps,
        )

    def _learn_lot(self, learner: Learner, network: Network) -> None:
        """Play one lot of rounds, and learn from it."""
        random = Random(f"{self.plan.seed}/{self.plan.sides}/{self.done}")
        layout = random_layout(self.plan.mode, random)
        exact = self.done >= self.plan.fast_lots
        left = self.plan.work_left(self.done)
        learner.learn(
            Simulation(layout, random.getrandbits(63) | 1),
            Evaluator(network, layout),
            Chance(random.getrandbits(63) | 1),
            ROUNDS_A_LOT,
            self.plan.rate * max(0.03, left),
            self.plan.row_rate * max(0.03, left),
            EXACT_TRACE if exact else FAST_TRACES[self.plan.sides],
            EXPLORING,
            random.choice(NOISES),
            exact,
        )

    def network(self) -> Network:
        """Return the network as it is now."""
        origin = {**asdict(self.plan), "rounds": self.done * ROUNDS_A_LOT}
        del origin["sides"]
        network = Network(self.plan.sides, origin)
        self._export_to(network, self._learner())
        network.digest = sha256(network.to_bytes()).hexdigest()[:12]
        return network

    def _export_to(self, network: Network, learner: Learner) -> None:
        """Round all weights to the whole numbers of a network."""
        inputs, outputs = inputs_of(self.plan.sides), self.plan.sides + 1
        hidden, output, direct, bias = offsets(inputs, outputs)
        weights = self.weights
        learner.export(network.rows, ROW_LIMIT)
        network.hidden[:] = array(
            "h",
            [
                rounded(weights[HIDDEN * (pair + each) + unit] * WEIGHT_UNIT)
                for pair in range(0, inputs, 2)
                for unit in range(HIDDEN)
                for each in (0, 1)
            ],
        )
        network.output[:] = array("h", [rounded(w * WEIGHT_UNIT) for w in weights[output:direct]])
        network.direct[:] = array("h", [rounded(w * WEIGHT_UNIT) for w in weights[direct:bias]])
        biases = (*weights[hidden:output], *weights[bias:])
        network.biases[:] = array("i", [round(w * UNIT * WEIGHT_UNIT) for w in biases])

    # Files

    def to_bytes(self) -> bytes:
        """Return everything that is needed to go on."""
        header = {
            "format": FORMAT,
            "plan": asdict(self.plan),
            "done": self.done,
            "steps": self.steps,
            "history": self.history,
        }
        arrays = (each.tobytes() for each in self._arrays())
        return b"".join((json.dumps(header).encode(), b"\n", *arrays))

    def save(self, path: Path) -> None:
        """Write everything that is needed to go on; a crash leaves the old file or the new one."""
        beside = path.with_name(f"{path.name}.new")
        with beside.open("wb") as file:
            file.write(self.to_bytes())
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)

    def _arrays(self) -> tuple["array[float]", ...]:
        return self.rows, self.squares, self.weights, *self.moments

    @classmethod
    def load(cls, path: Path, plan: Plan) -> "Training":
        """Read a training that was interrupted, or start one."""
        return cls.from_bytes(path.read_bytes(), plan, str(path)) if path.exists() else cls(plan)

    @classmethod
    def from_bytes(cls, data: bytes, plan: Plan, source: str) -> "Training":
        """Read what `to_bytes` returned; errors name the source, such as a file."""
        training = cls(plan)
        header, _, data = data.partition(b"\n")
        sizes = [4 * len(each) for each in training._arrays()]
        found = read_header(header)
        if found is None or len(data) != sum(sizes):
            expected = f"one that was interrupted, in {source}"
            raise UnreadableError("training", expected=expected, came=Words("another file"))
        if found["plan"] != asdict(plan):
            expected = f"the plan in {source}, or another folder"
            raise UnreadableError("training", expected=expected, came=Words("another plan"))
        training.done, training.steps = found["done"], found["steps"]
        training.history = found["history"]
        for each, size in zip(training._arrays(), sizes, strict=True):
            each[:] = array("f", data[:size])
            data = data[size:]
        return training


def read_header(line: bytes) -> dict[str, Any] | None:
    """Read the first line of a saved training; None if it is something else."""
    try:
        found: dict[str, Any] = json.loads(line)
        return found if found["format"] == FORMAT else None
    except (ValueError, KeyError, TypeError):
        return None


def offsets(inputs: int, outputs: int) -> tuple[int, int, int, int]:
    """Return where the parts of the weights begin after those of the hidden layer.

    These are its biases, the weights of the outputs, those past the hidden layer, and the biases of
    the outputs.
    """
    hidden = inputs * HIDDEN
    output = hidden + HIDDEN
    direct = output + HIDDEN * outputs
    return hidden, output, direct, direct + inputs * outputs


def first_weights(inputs: int, outputs: int, random: Random) -> "array[float]":
    """Return small random weights to start from."""
    hidden, output, direct, bias = offsets(inputs, outputs)
    weights = array("f", bytes(4 * (bias + outputs)))
    for i in range(hidden):
        weights[i] = random.gauss(0, inputs**-0.5)
    for i in range(output, direct):
        weights[i] = random.gauss(0, 0.1)
    return weights


def rounded(weight: float) -> int:
    """Round a weight to a whole number that is not too large."""
    return max(-MAX_WEIGHT, min(MAX_WEIGHT, round(weight)))


SHORT_DECKS_SHARE = 0.4
MAX_MISSING = 3


def random_layout(mode: Mode, random: Random) -> Layout:
    """Deal the first card of a round that may come up in a match.

    From some decks cards are missing, as in later rounds.
    """
    match = Match(
        mode,
        edition=random.choice(list(EDITIONS)),
        seed=random.randbytes(32),
        start=random.choice(mode.seats),
    )
    layout = layout_of(match.position())
    return without_some(layout, random) if random.random() < SHORT_DECKS_SHARE else layout


def without_some(layout: Layout, random: Random) -> Layout:
    """Take up to three cards out of each pool, most of them high, as the winners of rounds do."""
    cards, loose, bounds, hidden = bytearray(), bytearray(), [0], list(layout.hidden)
    for pool in range(len(layout.bounds) - 1):
        held = list(layout.cards[layout.bounds[pool] : layout.bounds[pool + 1]])
        for _ in range(random.randrange(MAX_MISSING + 1)):
            least = random.choice((1, 6, 8, 9))
            own = [card for card in held if layout.owners[card >> 4] and card & 15 >= least]
            if own:
                held.remove(random.choice(own))
                seats = [seat for seat in range(layout.seats) if layout.pool_of[seat] == pool]
                hidden[max(seats, key=hidden.__getitem__)] -= 1
        loose += bytes(
            len(cards) + i for i, card in enumerate(held) if layout.owners[card >> 4] == 0
        )
        cards += bytes(held)
        bounds.append(len(cards))
    return replace(layout, cards=cards, loose=loose, bounds=tuple(bounds), hidden=tuple(hidden))
