"""What a bot can do instead of choosing a legal cell, described in one line."""

from punto.rules.cell import KNOWN, Cell
from punto.rules.errors import shortened
from punto.rules.view import View

MAX_FAULT_CHARACTERS = 200


def check_answer(answer: object, view: View) -> Cell | str:
    """Return the legal cell that a bot chose, or a description of what it answered instead."""
    # As everywhere, a cell may be given by name or by number.
    cell = KNOWN.get(answer) if isinstance(answer, str | int) else None
    if cell is not None and cell in view.legal_cells:
        return cell
    return to_one_line(f"answered {shortened(answer)}, which is not a legal cell")


def describe_exception(error: BaseException) -> str:
    """Describe an exception, even one that cannot be printed; of an engine, what it did."""
    from punto.protocol import EngineError  # noqa: PLC0415 whoever plays without faults needs none

    if isinstance(error, EngineError):
        return to_one_line(error.what)
    try:
        sentence = str(error)
    except BaseException:  # a bot's own exception class may do anything
        sentence = ""
    kind = type(error).__name__
    return to_one_line(f"raised {kind}: {sentence}" if sentence else f"raised {kind}")


def to_one_line(text: str) -> str:
    """Reduce a text to one line of printable characters, so that it fits in tables and files."""
    plain = "".join(char if char.isprintable() else " " for char in text)
    return " ".join(plain.split())[:MAX_FAULT_CHARACTERS]
