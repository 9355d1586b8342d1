"""Why the arguments of a command are refused, in the reader's language.

The library that reads them makes English sentences and offers no way to others: we know its
sentences by their shape, and say them in our own words.
"""

import re

from punto.cli.language import say

SHAPES = {
    r"the following arguments are required: (?P<names>.+)": "argument.missing",
    r"unrecognized arguments: (?P<names>.+)": "argument.unknown",
    r"ambiguous option: (?P<came>.+) could match (?P<choices>.+)": "argument.ambiguous",
    r"argument (?P<name>.+?): not allowed with argument (?P<other>.+)": "argument.together",
    r"argument (?P<name>.+?): ignored explicit argument (?P<came>.+)": "argument.no_value",
    r"argument (?P<name>.+?): expected (?:one|at least one) argument": "argument.value",
}
REASONS = {
    r"invalid choice: (?P<came>.+) \(choose from (?P<choices>.+)\)": "argument.choice",
    r"invalid int value: (?P<came>.+)": "argument.whole",
    r"invalid float value: (?P<came>.+)": "argument.decimal",
}
"""What can be wrong with the value of one argument, besides what our own readers say of it."""


def refusal(message: str) -> str:
    """Say in our words what the library says in its own."""
    for shape, key in SHAPES.items():
        if found := re.fullmatch(shape, message):
            return say(key, **found.groupdict())
    if found := re.fullmatch(r"argument (?P<name>.+?): (?P<why>.+)", message, re.DOTALL):
        return f"{found['name']}: {reason(found['why'])}"
    return message


def reason(message: str) -> str:
    """Say what is wrong with one value."""
    for shape, key in REASONS.items():
        if found := re.fullmatch(shape, message):
            return say(key, **found.groupdict())
    return message
