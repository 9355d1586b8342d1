"""The browser of the tests and benchmarks: a Chromium pinned in `node/`, the same on every machine.

`TEST_BROWSER` asks for another one: `machine` for the first that is installed here, or a path.
"""

import os
import platform
import shutil
import sys
from dataclasses import dataclass, field
from pathlib import Path

from .packages import ROOT, NotInstalledError, install

PINNED = Path(__file__).parent / "node"
"""The one place that names its version; the lock file there has the checksum."""

FETCHED = ROOT / "build" / "chromium"
ARGUMENTS = ["--no-sandbox", "--disable-gpu"]

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome")
APPLE = Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")
OTHERWISE = "TEST_BROWSER=machine uses a browser of this machine, TEST_BROWSER=path any other"


class NoBrowserError(Exception):
    """There is no browser to run the tests with."""


@dataclass(frozen=True)
class Chromium:
    """A browser that can be started."""

    path: str
    environment: dict[str, str] = field(default_factory=dict)
    """Its whole environment, so that nothing of the machine's matters; if empty, it inherits."""


def chromium() -> Chromium:
    """Find the browser that `TEST_BROWSER` asks for, by default the pinned one."""
    wanted = os.environ.get("TEST_BROWSER") or ("npm" if can_run_pinned() else "machine")
    if wanted == "npm":
        return pinned()
    return of_machine() if wanted == "machine" else Chromium(wanted)


def can_run_pinned() -> bool:
    """Whether the pinned browser runs on this system."""
    return sys.platform == "linux" and platform.machine() == "x86_64"


def pinned() -> Chromium:
    """Install the pinned browser with its own libraries and fonts."""
    try:
        install(PINNED, FETCHED, "unpack.mjs")
    except NotInstalledError as error:
        raise NoBrowserError(f"no Chromium from npm: {error}; {OTHERWISE}") from error
    environment = {
        "FONTCONFIG_FILE": str(FETCHED / "fonts.conf"),
        "LD_LIBRARY_PATH": str(FETCHED / "al2023" / "lib"),
    }
    return Chromium(str(FETCHED / "chromium"), environment)


def of_machine() -> Chromium:
    """Find a browser that is installed on this machine."""
    found = [shutil.which(name) for name in NAMES] + [str(APPLE) if APPLE.exists() else None]
    if own := next(filter(None, found), None):
        return Chromium(own)
    raise NoBrowserError(f"this machine has none of {', '.join(NAMES)}; {OTHERWISE}")
