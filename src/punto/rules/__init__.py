"""The rules: pure, exact, and nothing but the standard library.

The kernel is compiled where that could be done. `PUNTO_KERNEL=interpreted` in the environment
runs the same file as plain Python instead: for tests, and to rule the compiler out.
"""

import os

from punto.rules import interpreted

if os.environ.get("PUNTO_KERNEL") == "interpreted" or not interpreted.is_compiled():
    interpreted.load_kernel()
