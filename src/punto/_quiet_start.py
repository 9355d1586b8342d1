"""Ends the program `punto` quietly on Ctrl-C while Python still imports it.

Before `main` can handle an interrupt, Python would print a traceback of some import. So this is the
first module that the package imports. It does nothing in programs that use the library.
"""

import os
import sys
from types import FrameType

INTERRUPTED = 130
"""The exit code after Ctrl-C."""

COMMANDS = ("punto", "punto.exe", "punto-script.py")
"""File names of the installed command."""


def is_program() -> bool:
    """Whether this process was started as `punto` or as `python -m punto`."""
    if sys.argv[:1] == ["-m"]:  # which it is while Python looks for the module
        following = sys.orig_argv[sys.orig_argv.index("-m") + 1 :] if "-m" in sys.orig_argv else []
        return following[:1] == ["punto"]
    folder, name = os.path.split(os.path.realpath(sys.argv[0] if sys.argv else ""))
    return name in COMMANDS and folder == os.path.dirname(sys.executable)  # noqa: PTH120


def exit_on_interrupt() -> None:
    """From now on, exit on Ctrl-C without a word."""
    import signal  # noqa: PLC0415 - only the program pays for it

    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, leave)


def raise_on_interrupt() -> None:
    """From now on, raise KeyboardInterrupt on Ctrl-C as usual."""
    import signal  # noqa: PLC0415

    if signal.getsignal(signal.SIGINT) is leave:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def leave(_signal: int, _frame: FrameType | None) -> None:
    """Exit without cleaning up: nothing has begun yet."""
    os._exit(INTERRUPTED)


if is_program():
    exit_on_interrupt()
