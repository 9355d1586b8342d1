"""The browser of these tests: the machine's Chromium, or else the one that npm has."""

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from runpy import run_path
from tempfile import mkdtemp

ROOT = Path(__file__).parents[2]
NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome")
APPLE = Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")
ARGUMENTS = ["--no-sandbox", "--disable-gpu"]

PACKAGE = "@sparticuz/chromium@147.0.2"
FETCHED = ROOT / "build" / "chromium"
"""Where npm's Chromium is unpacked, if the machine has none."""

UNPACK = """
import chromium from "@sparticuz/chromium";
await chromium.executablePath();
"""
FONTS = """\
<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>{fonts}</dir>
  <cachedir>{cache}</cachedir>
  <match><edit name="family" mode="append" binding="weak"><string>Open Sans</string></edit></match>
</fontconfig>
"""


@dataclass(frozen=True)
class Chromium:
    """A browser that can be started."""

    path: str
    environment: dict[str, str] = field(default_factory=dict)


def chromium() -> Chromium:
    """Find a browser; `TEST_BROWSER` names another one, or `npm` for the one that npm has."""
    wanted = os.environ.get("TEST_BROWSER", "")
    if wanted and wanted != "npm":
        return Chromium(wanted)
    found = [shutil.which(name) for name in NAMES] + [str(APPLE) if APPLE.exists() else None]
    own = next(filter(None, found), None)
    return Chromium(own) if own and not wanted else fetched()


def fetched() -> Chromium:
    """Unpack npm's Chromium; it needs libraries and fonts that come with it."""
    if not FETCHED.exists():
        unpack()
    return Chromium(
        str(FETCHED / "chromium"),
        {
            "FONTCONFIG_FILE": str(FETCHED / "fonts.conf"),
            "LD_LIBRARY_PATH": str(FETCHED / "al2023" / "lib"),
        },
    )


def unpack() -> None:
    """Fetch it with npm, into a folder that is there only when all of it is."""
    FETCHED.parent.mkdir(exist_ok=True)
    folder = Path(mkdtemp(prefix="chromium-", dir=FETCHED.parent))
    (folder / "package.json").write_text("{}", "utf-8")
    (folder / "unpack.mjs").write_text(UNPACK, "utf-8")
    run(folder, "npm", "install", "--no-audit", "--no-fund", "--loglevel=error", PACKAGE)
    # Only where it believes to be in that cloud does it unpack what it needs.
    cloud = {"TMPDIR": str(folder), "AWS_EXECUTION_ENV": "AWS_Lambda_nodejs22.x"}
    run(folder, "node", "unpack.mjs", **cloud)
    fonts = FONTS.format(fonts=FETCHED / "fonts", cache=FETCHED / "cache")
    (folder / "fonts.conf").write_text(fonts, "utf-8")
    try:
        folder.rename(FETCHED)
    except OSError:  # another process was first
        shutil.rmtree(folder)


def run(folder: Path, program: str, *args: str, **environment: str) -> None:
    """Run a program of Node."""
    tools = run_path(str(ROOT / "web" / "page.py"))
    variables = tools["tools"]() | environment
    command = tools["npm"](variables) if program == "npm" else [program]
    subprocess.run([*command, *args], cwd=folder, env=variables, stdout=sys.stderr, check=True)
