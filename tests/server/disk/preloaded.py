"""Starts the fault injection of interpose.c in a process that has preloaded it."""

import ctypes


def inject_faults(library: str) -> None:
    """Let it read its variables now: the process was forked, and they were set after that."""
    ctypes.CDLL(library).begin()
