"""Run the command `punto` as ``python -m punto``."""

import sys

from punto import _quiet_start


def main() -> int:
    """Run one command and return the exit code; Ctrl-C ends it without a traceback."""
    _quiet_start.exit_on_interrupt()
    from punto.cli.main import main as run  # noqa: PLC0415 - Ctrl-C may come while it is imported

    try:
        _quiet_start.raise_on_interrupt()
        return run()
    except KeyboardInterrupt:
        return _quiet_start.INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
