"""Looking for garbage: what leads back to itself, and so is not freed at once.

Nothing of ours does, which tests make sure of, but now and then something of a library. To look
through everything makes everybody wait, the longer the more there is; so what has outlived one look
is not looked at again until there is time for it.
"""

import gc
from typing import Any

NEW = 5_000
"""So many new things that may refer to each other, and Python looks which of them are garbage: a
few milliseconds."""


def settle() -> None:
    """Keep what was loaded, and look only among what comes from now on."""
    look_everywhere()
    gc.set_threshold(NEW)
    if keep not in gc.callbacks:
        gc.callbacks.append(keep)


def keep(phase: str, _info: dict[str, Any]) -> None:
    """Leave what a look has found to be in use alone."""
    if phase == "stop":
        gc.freeze()


def look_everywhere() -> None:
    """Look through everything once."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()
