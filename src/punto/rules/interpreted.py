"""Stands in for the `cython` module where the kernel runs as plain Python."""

from contextlib import nullcontext

compiled = False
nogil = nullcontext()
