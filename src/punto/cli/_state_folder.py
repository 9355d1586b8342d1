"""Where the program remembers things for a user: matches, results of puzzles, cookies."""

import os
from pathlib import Path


def state_folder() -> Path:
    """Return the usual folder for what programs remember: by XDG, or of Windows."""
    state = os.environ.get("XDG_STATE_HOME") or os.environ.get("LOCALAPPDATA")
    return Path(state or Path.home() / ".local" / "state") / "punto"
