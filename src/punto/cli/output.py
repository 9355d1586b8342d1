"""Printing on whatever terminal there is."""

import io
import sys


def forgive_signs() -> None:
    """Let standard output put a ? where its encoding lacks a sign, rather than fail."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
