#!/usr/bin/env python3
"""Make the page's typeface: Rubik, with only the weights and characters that the page needs.

A step for developers, needed only for a newer version of the font or for new characters. It takes
fonttools and brotli from PyPI, and the font from npm:

    pip install fonttools brotli
    npm pack @fontsource-variable/rubik@5.3.0
    tar xzf fontsource-variable-rubik-5.3.0.tgz
    python web/src/ui/font/subset.py package/files/rubik-latin-wght-normal.woff2
"""

import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
OUT = HERE / "rubik.woff2"

WEIGHTS = "wght=400:700"
CHARACTERS = ",".join(
    [
        "U+20-7E",
        "U+A0,U+A7,U+AB,U+B0,U+B4,U+B7,U+BB,U+BF-FF",
        "U+2013,U+2014,U+2018-201A,U+201C-201E,U+2026,U+2212",
    ]
)
"""The letters of all seven languages, and the punctuation of their catalogues; all letters of
Latin-1, so that most names are written in one typeface too."""

FEATURES = "kern,mark,mkmk,ccmp,locl,tnum"


def main(source: str) -> None:
    """Cut the font."""
    with tempfile.TemporaryDirectory() as folder:
        narrow = str(Path(folder) / "narrow.ttf")
        run("varLib.instancer", source, WEIGHTS, "--output", narrow)
        run(
            "subset",
            narrow,
            f"--unicodes={CHARACTERS}",
            f"--layout-features={FEATURES}",
            "--no-hinting",
            "--name-IDs=0,1,2,3,4,5,6,13,14",
            "--flavor=woff2",
            f"--output-file={OUT}",
        )
    print(f"{OUT.name}: {OUT.stat().st_size} bytes")


def run(tool: str, *arguments: str) -> None:
    """Run a tool of fonttools."""
    subprocess.run([sys.executable, "-m", "fontTools", tool, *arguments], check=True)  # noqa: S603


if __name__ == "__main__":
    main(*sys.argv[1:])
