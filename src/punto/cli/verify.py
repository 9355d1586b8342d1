"""`punto verify`: does a record tell the truth?"""

import argparse
import json
from dataclasses import dataclass
from typing import Any

from punto.cli.arguments import Commands, add_json
from punto.cli.files import expand, load
from punto.cli.language import say, told, why_not
from punto.cli.output import forgive_signs
from punto.cli.progress import progress
from punto.notation.record import Record
from punto.rules.errors import PuntoError, UnreadableError, Words


@dataclass
class Finding:
    """What became of one file: a record that agrees, or an error."""

    name: str
    record: Record | None = None
    error: PuntoError | OSError | None = None

    def in_words(self) -> str:
        """Say it in one line."""
        if isinstance(self.error, OSError):
            return say("verify.unopened", file=self.name, why=why_not(self.error))
        if isinstance(self.error, PuntoError):
            return say("verify.wrong", file=self.name, why=told(self.error))
        facts = self.as_json()
        return say(
            "verify.agrees",
            file=self.name,
            mode=facts["mode"],
            rounds=say("count.rounds", count=facts["rounds"]),
            result=facts["result"],
            checked=", ".join(say(f"verify.checked.{what}") for what in facts["checked"]),
        )

    def as_json(self) -> dict[str, Any]:
        """Say it in data."""
        if isinstance(self.error, PuntoError):
            error = {"code": self.error.code, "sentence": str(self.error), **self.error.values}
            return {"file": self.name, "agrees": False, "error": error}
        if self.error is not None or self.record is None:
            error = {"code": "not-read", "sentence": str(self.error)}
            return {"file": self.name, "agrees": False, "error": error}
        match = self.record.match
        checked = ["moves", *["decks"] * self.record.deals, *["seed"] * (match.seed is not None)]
        return {
            "file": self.name,
            "agrees": True,
            "mode": match.mode.name,
            "edition": match.edition.name,
            "rounds": match.number,
            "result": self.record.result,
            "checked": checked,
        }


def add_to(commands: Commands) -> None:
    """Describe the command."""
    parser = commands.add_parser(
        "verify",
        help="check records move by move",
        description="Check records: every move, every end, the result, and where they are given "
        "the decks and the seed. Exit code 1 if one is wrong, 2 if one cannot be opened.",
    )
    parser.add_argument("files", metavar="FILE", nargs="+", help="a record, a folder of them, or -")
    add_json(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Check every file, say what was found, and sum up."""
    names = list(expand(options.files))
    if not names:
        raise UnreadableError(
            "files", expected="at least one *.punto in the folder", came=Words("none")
        )
    forgive_signs()
    findings = []
    with progress(len(names)) as advance:
        for name in names:
            finding = examine(name)
            findings.append(finding)
            advance()
            if not options.json:
                print(finding.in_words())
    wrong = [finding for finding in findings if finding.error]
    if options.json:
        print(json.dumps([finding.as_json() for finding in findings], indent=2, ensure_ascii=False))
    elif len(names) > 1:
        right = len(names) - len(wrong)
        print(say("verify.sum", files=len(names), right=right, wrong=len(wrong)))
    if any(isinstance(finding.error, OSError) for finding in wrong):
        return 2
    return 1 if wrong else 0


def examine(name: str) -> Finding:
    """Read one file and keep what came of it."""
    try:
        return Finding(name, record=load(name))
    except (PuntoError, OSError) as error:
        return Finding(name, error=error)
