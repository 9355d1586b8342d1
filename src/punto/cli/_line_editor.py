"""Editing of the line that a person types: arrow keys, history and completion with Tab."""

import sys
from collections.abc import Callable, Sequence


def set_up_line_editing(words: Callable[[], Sequence[str]]) -> None:
    """Let `input` edit its line where readline is installed; `words` are completed with Tab.

    The console of Windows has arrow keys and a history of its own.
    """
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return
    try:
        import readline  # noqa: PLC0415 not on every system, and it changes `input`
    except ImportError:
        return
    is_libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if is_libedit else "tab: complete")
    if not is_libedit:
        readline.parse_and_bind("set enable-bracketed-paste off")  # a cell is one short word
    readline.set_completer_delims(" ")

    def complete(text: str, state: int) -> str | None:
        fitting = [word for word in words() if word.startswith(text.lower())]
        return fitting[state] if state < len(fitting) else None

    readline.set_completer(complete)
