"""Builds the site of all pages as `dev.py docs` does, in a process and a folder of its own."""

import subprocess
import sys
from pathlib import Path

from docs.blocks import ROOT

BUILD = (
    "import sys; from pathlib import Path; import build_site; build_site.build(Path(sys.argv[1]))"
)


def build_site(folder: Path) -> Path:
    """Build the site in a folder, and return where its pages are."""
    done = subprocess.run(
        [sys.executable, "-c", BUILD, str(folder / "work")],
        cwd=ROOT / "docs",
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return folder / "work" / "site"
