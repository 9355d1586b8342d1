"""`punto train`: trains the networks of the learned evaluation, from nothing."""

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING

from punto.cli._arguments import Commands, require_extra, whole_number
from punto.cli._output import progress_bar

if TYPE_CHECKING:
    from punto.lab.training import Plan, Training

FAST_ROUNDS = {2: 1_000_000, 3: 600_000, 4: 600_000}
EXACT_ROUNDS = {2: 100_000, 3: 60_000, 4: 60_000}
"""How the networks of the package were trained."""

GATE_ROUNDS = 120


def add_to(commands: Commands) -> None:
    """Add the command and its arguments to the parser."""
    parser = commands.add_parser(
        "train",
        help="train the networks that the bots use",
        description="Train the networks of the learned evaluation by self-play, from nothing: one "
        "for two sides (2p and teams), one for three and one for four. The same arguments give the "
        "same networks. Progress is saved in the folder; if interrupted, the same command "
        "continues. At the end each network plays other kinds of players, and is written only if "
        "it is better than they are. The networks of the package take about an hour on two "
        "cores.",
    )
    parser.add_argument("folder", type=Path, help="where progress and networks are saved")
    parser.add_argument(
        "--sides",
        type=int,
        choices=sorted(FAST_ROUNDS),
        nargs="+",
        default=sorted(FAST_ROUNDS),
        help="which networks (default: all)",
    )
    parser.add_argument(
        "--fast-rounds",
        type=whole_number(0),
        metavar="N",
        help="rounds that learn from the next position (default: as for the package)",
    )
    parser.add_argument(
        "--exact-rounds",
        type=whole_number(0),
        metavar="N",
        help="rounds after them that learn from every card that may come next (default: as for "
        "the package)",
    )
    parser.add_argument("--seed", type=whole_number(0), default=1, metavar="N", help="default: 1")
    parser.add_argument(
        "--jobs", type=whole_number(1), default=2, metavar="N", help="processes (default: 2)"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Train every network that was asked for, each in a process of its own."""
    require_extra("lab", "training")
    from punto.lab.training import Plan  # noqa: PLC0415 the other commands need none of this

    plans = [
        Plan(
            sides,
            FAST_ROUNDS[sides] if options.fast_rounds is None else options.fast_rounds,
            EXACT_ROUNDS[sides] if options.exact_rounds is None else options.exact_rounds,
            options.seed,
        )
        for sides in options.sides
    ]
    options.folder.mkdir(parents=True, exist_ok=True)
    if options.jobs == 1 or len(plans) == 1:
        return max([train(plan, options.folder) for plan in plans])
    with ProcessPoolExecutor(options.jobs, get_context("spawn")) as pool:
        return max(pool.map(train, plans, [options.folder] * len(plans)))


def train(plan: "Plan", folder: Path) -> int:
    """Train one network, let it play other kinds of players, and write it."""
    from punto.lab.training import ROUNDS_A_LOT, Training  # noqa: PLC0415 see above
    from punto.lab.training_curve import save_curve  # noqa: PLC0415

    path = folder / f"{plan.sides}-sides.training"
    training = Training.load(path, plan)

    def save(current: "Training") -> None:
        current.save(path)
        last = current.history[-1]
        print_note(
            f"{plan.sides} sides: {last['rounds']:,} of {plan.lots * ROUNDS_A_LOT:,} rounds, "
            f"mean squared error {last['error']:.4f}"
        )

    with progress_bar(plan.lots) as advance:
        for _ in range(training.done):
            advance()
        training.run(save, advance)
    save_curve(training.history, plan, folder / f"{plan.sides}-sides.svg")
    return finish(training, plan, folder)


def finish(training: "Training", plan: "Plan", folder: Path) -> int:
    """Write the network if it passes the gate."""
    from punto.lab.gate import RIVALS, passes, share_against  # noqa: PLC0415 see above

    network, passed = training.network(), True
    for rival in RIVALS:
        share = share_against(network, rival, plan.mode, GATE_ROUNDS, plan.seed)
        passed &= passes(share, rival, plan.mode)
        print(f"{plan.sides} sides: {share:.1%} of {plan.mode.name} rounds against {rival.name}")
    target = folder / f"{plan.sides}-sides.network"
    if not passed:
        print_note(f"{target.name} is not written: it must be better than the others")
        return 1
    target.write_bytes(network.to_bytes())
    print(f"{plan.sides} sides: network {network.digest} in {target}")
    return 0


def print_note(sentence: str) -> None:
    """Print something that is not a result."""
    print(f"punto: {sentence}", file=sys.stderr, flush=True)
