"""Training as work in chunks: sections of self-play, and at the end the gate.

A section is all that a network learns between two reports. It gets the training as bytes and
returns it as bytes, so it may run on any machine, and again if that machine is lost. The sections
of one network follow each other; several networks are trained side by side. All files are written
by the process that asked for the training.
"""

from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from punto.engine.network import network_from
from punto.lab import gate
from punto.lab.training import ROUNDS_A_LOT, Plan, Training
from punto.lab.training_curve import save_curve
from punto.lab.work import FunctionWork
from punto.lab.workers import PROCESSES, open_trusting_workers

GATE_ROUNDS = 120


@dataclass(frozen=True, slots=True)
class Section:
    """A training that learns until so many lots are finished."""

    plan: Plan
    training: bytes
    until: int

    def run(self) -> bytes:
        """Learn, and return the training as it is then."""
        training = Training.from_bytes(self.training, self.plan, "a chunk")
        training.learn_until(self.until)
        return training.to_bytes()


@dataclass(frozen=True, slots=True)
class GateRounds:
    """Rounds of a trained network against other kinds of players."""

    plan: Plan
    network: bytes
    rivals: tuple[gate.Rival, ...]
    rounds: int
    """How many against each."""

    def run(self) -> tuple[float, ...]:
        """Return the share of rounds that the network wins against each rival."""
        network, plan = network_from(self.network), self.plan
        return tuple(
            gate.share_against(network, rival, plan.mode, self.rounds, plan.seed)
            for rival in self.rivals
        )


Step = Section | GateRounds


def run_step(step: Step) -> bytes | tuple[float, ...]:
    """Run the next step of a network, on any machine."""
    return step.run()


@dataclass(frozen=True, slots=True)
class Progress:
    """A network has finished some lots, and they are saved."""

    plan: Plan
    lots: int
    """How many since the last time."""
    rounds: int
    """How many in all."""
    error: float | None
    """The mean squared error in these lots; None for those of an earlier command."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """A network is trained, and has played the gate."""

    plan: Plan
    shares: dict[str, float]
    """The share of rounds won against each rival, by its name."""
    passed: bool
    path: Path
    """Where the network is, if it has passed."""
    digest: str


class Trainee:
    """A network that is being trained, with its files."""

    def __init__(self, plan: Plan, folder: Path) -> None:
        self.plan = plan
        self.path, self.curve, self.target = (
            folder / f"{plan.sides}-sides.{ending}" for ending in ("training", "svg", "network")
        )
        self.training = Training.load(self.path, plan)
        self.is_running = False
        self.is_over = False

    def next_step(self) -> Step:
        """Return what to run next."""
        training = self.training
        if not training.is_finished:
            return Section(self.plan, training.to_bytes(), training.next_report)
        return GateRounds(self.plan, training.network().to_bytes(), gate.RIVALS, GATE_ROUNDS)

    def take(self, result: bytes | tuple[float, ...]) -> Progress | Verdict:
        """Save the result of a step."""
        self.is_running = False
        return self._save(result) if isinstance(result, bytes) else self._judge(result)

    def _save(self, data: bytes) -> Progress:
        before = self.training.done
        self.training = Training.from_bytes(data, self.plan, "a chunk")
        self.training.save(self.path)
        done, last = self.training.done, self.training.history[-1]
        error = last["error"]
        assert isinstance(error, float)
        return Progress(self.plan, done - before, done * ROUNDS_A_LOT, error)

    def _judge(self, shares: tuple[float, ...]) -> Verdict:
        """Draw the curve, and write the network if it is better than its rivals."""
        self.is_over = True
        save_curve(self.training.history, self.plan, self.curve)
        network = self.training.network()
        played = list(zip(gate.RIVALS, shares, strict=True))
        passed = all(gate.passes(share, rival, self.plan.mode) for rival, share in played)
        if passed:
            self.target.write_bytes(network.to_bytes())
        by_name = {rival.name: share for rival, share in played}
        return Verdict(self.plan, by_name, passed, self.target, network.digest)


def train_networks(
    plans: Sequence[Plan], folder: Path, jobs: int | None = None, *, on: str = PROCESSES
) -> Generator[Progress | Verdict]:
    """Train a network for every plan; go on where the same plans were interrupted.

    `on` and `jobs` say where networks are trained and how many at once, as for
    `open_trusting_workers`.
    """
    folder.mkdir(parents=True, exist_ok=True)
    trainees = [Trainee(plan, folder) for plan in plans]
    for each in trainees:
        done = each.training.done
        if done:
            yield Progress(each.plan, done, done * ROUNDS_A_LOT, None)
    started: list[Trainee] = []

    def steps() -> Iterator[Step | None]:
        while left := [each for each in trainees if not each.is_over]:
            ready = [each for each in left if not each.is_running]
            if not ready:
                yield None
                continue
            longest = max(ready, key=lambda each: each.plan.fast_lots_left(each.training.done))
            longest.is_running = True
            started.append(longest)
            yield longest.next_step()

    with (
        open_trusting_workers(on, min(jobs, len(plans)) if jobs else jobs) as workers,
        closing(workers.run(FunctionWork(run_step), steps())) as results,
    ):
        for number, result in results:
            yield started[number].take(result)
