"""The browser of these tests: the machine's Chromium, or else the one that npm has."""

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[2]
NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome")
APPLE = Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")
ARGUMENTS = ["--no-sandbox", "--disable-gpu"]

PACKAGE = "@sparticuz/chromium@147.0.2"
FETCHED = ROOT / "build" / "chromium"
"""Where npm's Chromium is unpacked, if the machine has none."""

UNPACK = """
import chromium from "@sparticuz/chromium";
console.log(JSON.stringify(await chromium.executablePath()));
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
    """Find a browser; `PUNTO_TEST_BROWSER` names another one, or `npm` for the one that npm has."""
    wanted = os.environ.get("PUNTO_TEST_BROWSER", "")
    if wanted and wanted != "npm":
        return Chromium(wanted)
    found = [shutil.which(name) for name in NAMES] + [str(APPLE) if APPLE.exists() else None]
    own = next(filter(None, found), None)
    return Chromium(own) if own and not wanted else fetched()


def fetched() -> Chromium:
    """Unpack npm's Chromium; it needs libraries and fonts that come with it."""
    binary = FETCHED / "chromium"
    if not (FETCHED / "done").exists():
        unpack()
    return Chromium(
        str(binary),
        {
            "FONTCONFIG_FILE": str(FETCHED / "fonts.conf"),
            "LD_LIBRARY_PATH": str(FETCHED / "al2023" / "lib"),
        },
    )


def unpack() -> None:
    """Fetch it with npm, into a folder of its own."""
    FETCHED.mkdir(parents=True, exist_ok=True)
    (FETCHED / "package.json").write_text("{}", "utf-8")
    (FETCHED / "unpack.mjs").write_text(UNPACK, "utf-8")
    # Only where it believes to be in that cloud does it unpack what it needs.
    cloud = {"TMPDIR": str(FETCHED), "AWS_EXECUTION_ENV": "AWS_Lambda_nodejs22.x"}
    run("npm", "install", "--no-audit", "--no-fund", "--no-save", "--loglevel=error", PACKAGE)
    assert json.loads(run("node", "unpack.mjs", **cloud)) == str(FETCHED / "chromium")
    fonts = FONTS.format(fonts=FETCHED / "fonts", cache=FETCHED / "cache")
    (FETCHED / "fonts.conf").write_text(fonts, "utf-8")
    (FETCHED / "done").touch()


def run(program: str, *args: str, **environment: str) -> str:
    """Run a program of Node there."""
    from runpy import run_path

    tools = run_path(str(ROOT / "web" / "page.py"))
    variables = tools["tools"]() | environment
    command = tools["npm"](variables) if program == "npm" else [program]
    done = subprocess.run(
        [*command, *args],
        cwd=FETCHED,
        env=variables,
        stdout=subprocess.PIPE,
        stderr=sys.stderr,
        text=True,
        check=True,
    )
    return done.stdout
