"""`punto study`: questions about the game, answered by rounds between bots."""

import argparse
import sys
from itertools import count
from pathlib import Path

from punto.cli._arguments import Commands, add_json, add_workers, require_place, whole_number
from punto.cli._output import print_json, progress_bar

DEFAULT_DEALS = 2000
QUESTION_NAMES = (
    "first-seat",
    "luck",
    "stronger-player",
    "endings",
    "length",
    "cards",
    "centre",
    "winning-rows",
    "covering",
    "missing-card",
    "placing-nines",
    "removed-card",
    "editions",
    "fairest-mode",
)


def add_to(commands: Commands) -> None:
    """Add the command and its arguments to the parser."""
    parser = commands.add_parser(
        "study",
        help="study the game: luck, seats, cards, editions",
        description="Let bots play many rounds, and answer questions about the game from them, "
        "each with a 95 % interval. Rounds, results and figures are saved in the folder. The same "
        "arguments give the same results; if interrupted, the same command continues, and a larger "
        "--deals adds to what is there.",
    )
    parser.add_argument("folder", metavar="DIR", type=Path, help="where rounds and results go")
    parser.add_argument(
        "--question",
        choices=QUESTION_NAMES,
        nargs="+",
        default=QUESTION_NAMES,
        metavar="NAME",
        help="which questions (default: all): " + ", ".join(QUESTION_NAMES),
    )
    parser.add_argument(
        "--deals",
        type=whole_number(2, digits=6),
        default=DEFAULT_DEALS,
        metavar="N",
        help="deals of a usual series; quick players play more, slow ones fewer "
        f"(default: {DEFAULT_DEALS})",
    )
    parser.add_argument(
        "--seed",
        type=whole_number(0),
        default=1,
        metavar="N",
        help="seed of all decks (default: 1)",
    )
    add_workers(parser, "deals")
    add_json(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Play the missing rounds, answer the questions, and print the answers."""
    from punto.lab.study.answer import Answer  # noqa: PLC0415 the other commands need none of this
    from punto.lab.study.folder import StudyFolder  # noqa: PLC0415
    from punto.lab.study.questions import QUESTIONS  # noqa: PLC0415
    from punto.lab.study.report import (  # noqa: PLC0415
        RESULTS,
        answer_questions,
        read_results,
        write_results,
    )
    from punto.lab.study.series import SERIES  # noqa: PLC0415

    require_place(options.on)
    questions = [QUESTIONS[name] for name in QUESTION_NAMES if name in options.question]
    needed = {series for question in questions for series in question.needs(SERIES)}
    series = [each for each in SERIES if each in needed]
    played = count()
    try:
        with (
            StudyFolder(options.folder, options.seed).open() as folder,
            progress_bar(sum(each.deals(options.deals) for each in series)) as advance,
        ):
            folder.play(
                series,
                options.deals,
                options.jobs,
                lambda: (next(played), advance()),
                on=options.on,
            )
            answers = answer_questions(folder, questions, options.deals)
            write_results(answers, options.folder, options.seed, options.deals)
    except KeyboardInterrupt:
        sentence = f"stopped after {next(played)} deals; run the same command to continue"
        print(f"punto: {sentence}", file=sys.stderr, flush=True)
        return 130
    stored = read_results(options.folder / RESULTS)
    if options.json:
        print_json(stored)
        return 0
    for answer in map(Answer.from_json, stored["answers"]):  # rounded, as on the page
        print(f"{QUESTIONS[answer.question].asks}\n\n{answer.to_markdown()}")
    print(f"Results and figures: {options.folder}")
    return 0
