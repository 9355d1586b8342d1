"""Shifts the wall clock of a Python that starts with this folder in its path."""

import os

from wall_clock import shift_clock  # type: ignore[import-not-found]

shift_clock(os.environ)
