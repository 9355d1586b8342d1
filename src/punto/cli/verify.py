"""`punto verify`: checks that records are correct."""

import argparse
from dataclasses import dataclass
from typing import Any

from punto.cli._arguments import Commands, add_json
from punto.cli._language import error_text, os_error_text, say
from punto.cli._output import print_json, progress_bar
from punto.cli._records import load_record, record_files
from punto.notation.record import Record
from punto.rules.errors import PuntoError, UnreadableError, Words


@dataclass
class Finding:
    """The result for one file: a correct record, or an error."""

    name: str
    record: Record | None = None
    error: PuntoError | OSError | None = None

    def text(self) -> str:
        """Return the result as one line."""
        if isinstance(self.error, OSError):
            return say("verify.unopened", file=self.name, why=os_error_text(self.error))
        if isinstance(self.error, PuntoError):
            return say("verify.wrong", file=self.name, why=error_text(self.error))
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
        """Return the result as JSON data."""
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
            "rounds": match.round_number,
            "result": self.record.result,
            "checked": checked,
        }


def add_to(commands: Commands) -> None:
    """Add the command and its arguments to the parser."""
    parser = commands.add_parser(
        "verify",
        help="check records move by move",
        description="Check records: every move, the end of every round, the result, and the decks "
        "and the seed if the record has them. Exit code 1 if a record is wrong, 2 if a file "
        "cannot be opened.",
    )
    parser.add_argument("files", metavar="FILE", nargs="+", help="a record, a folder of them, or -")
    add_json(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Check every file, print the results, and sum up."""
    names = list(record_files(options.files))
    if not names:
        raise UnreadableError(
            "files", expected="at least one *.punto in the folder", came=Words("none")
        )
    findings = []
    with progress_bar(len(names)) as advance:
        for name in names:
            finding = verify_file(name)
            findings.append(finding)
            advance()
            if not options.json:
                print(finding.text())
    wrong = [finding for finding in findings if finding.error]
    if options.json:
        print_json([finding.as_json() for finding in findings])
    elif len(names) > 1:
        right = len(names) - len(wrong)
        print(say("verify.sum", files=len(names), right=right, wrong=len(wrong)))
    if any(isinstance(finding.error, OSError) for finding in wrong):
        return 2
    return 1 if wrong else 0


def verify_file(name: str) -> Finding:
    """Read one file, and return the record or the error."""
    try:
        return Finding(name, record=load_record(name))
    except (PuntoError, OSError) as error:
        return Finding(name, error=error)
