"""`punto train`: trains the networks of the learned evaluation, from nothing."""

import argparse
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from punto.cli._arguments import (
    Commands,
    add_workers,
    require_extra,
    require_place,
    whole_number,
)
from punto.cli._output import progress_bar

if TYPE_CHECKING:
    from punto.lab.training_work import Progress, Verdict

FAST_ROUNDS = {2: 1_500_000, 3: 1_500_000, 4: 1_500_000}
EXACT_ROUNDS = {2: 100_000, 3: 60_000, 4: 60_000}
"""How the networks of the package were trained."""

DEFAULT_JOBS = 2


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
        type=whole_number(0, digits=9),
        metavar="N",
        help="rounds that learn from the next position (default: as for the package)",
    )
    parser.add_argument(
        "--exact-rounds",
        type=whole_number(0, digits=9),
        metavar="N",
        help="rounds after them that learn from every card that may come next (default: as for "
        "the package)",
    )
    parser.add_argument("--seed", type=whole_number(0), default=1, metavar="N", help="default: 1")
    add_workers(parser, "networks", DEFAULT_JOBS)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Train every network that was asked for, several at once."""
    require_extra("lab", "training")
    from punto.lab.training import Plan  # noqa: PLC0415 the other commands need none of this
    from punto.lab.training_work import Progress, train_networks  # noqa: PLC0415

    require_place(options.on)
    plans = [
        Plan(
            sides,
            FAST_ROUNDS[sides] if options.fast_rounds is None else options.fast_rounds,
            EXACT_ROUNDS[sides] if options.exact_rounds is None else options.exact_rounds,
            options.seed,
        )
        for sides in dict.fromkeys(options.sides)
    ]
    jobs = DEFAULT_JOBS if options.jobs is None and options.on == "processes" else options.jobs
    passed = True
    with (
        progress_bar(sum(plan.lots for plan in plans)) as advance,
        closing(train_networks(plans, options.folder, jobs, on=options.on)) as training,
    ):
        for news in training:
            if isinstance(news, Progress):
                for _ in range(news.lots):
                    advance()
                if news.error is not None:
                    print_progress(news, news.error)
            else:
                print_verdict(news)
                passed &= news.passed
    return 0 if passed else 1


def print_progress(progress: "Progress", error: float) -> None:
    """Print how far a network is."""
    print_note(
        f"{progress.plan.sides} sides: {progress.rounds:,} of {progress.plan.rounds:,} rounds, "
        f"mean squared error {error:.4f}"
    )


def print_verdict(verdict: "Verdict") -> None:
    """Print how a network did against other kinds of players, and where it is."""
    plan = verdict.plan
    for rival, share in verdict.shares.items():
        print(f"{plan.sides} sides: {share:.1%} of {plan.mode.name} rounds against {rival}")
    if verdict.passed:
        print(f"{plan.sides} sides: network {verdict.digest} in {verdict.path}", flush=True)
    else:
        print_note(f"{verdict.path.name} is not written: it must be better than the others")


def print_note(sentence: str) -> None:
    """Print something that is not a result."""
    print(f"punto: {sentence}", file=sys.stderr, flush=True)
