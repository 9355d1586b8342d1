"""The blocks of code on all pages: fenced ones, also inside of lists, and indented ones."""

import re
from pathlib import Path
from textwrap import dedent
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
PAGES = sorted(
    [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "SECURITY.md", *ROOT.glob("docs/*.md")]
)
FENCED = re.compile(r"^( *)```(\S*)[^\n]*\n(.*?)^\1``` *$", re.DOTALL | re.MULTILINE)
INDENTED = re.compile(r"(?<=\n\n)(?: {4}[^\n]*\n|\n(?= {4}))+")
CODE_SPAN = "indented"
"""The language of a block that is indented and not fenced."""


class Block(NamedTuple):
    """A block of code: `page` is its path in the tree, `line` where it begins."""

    page: str
    line: int
    language: str
    text: str

    def __str__(self) -> str:
        return f"{self.page}:{self.line}"

    @property
    def is_session(self) -> bool:
        """Whether it shows a session with Python, which `test_pages` runs page by page."""
        return self.language == "python" and self.text.startswith(">>> ")

    def commands(self) -> list[tuple[str, str]]:
        """List the commands of a shell block, each with the output that the page shows.

        In a `console` block, a command begins with `$`, and what follows is its output.
        """
        if self.language != "console":
            lines = self.text.replace("\\\n", " ").splitlines()
            return [(line, "") for line in lines if line.strip() and not line.startswith("#")]
        parts = re.split(r"^\$ ", self.text, flags=re.MULTILINE)[1:]
        return [(part.partition("\n")[0], part.partition("\n")[2]) for part in parts]


def blocks_of(page: Path) -> list[Block]:
    """Find all blocks of a page, in order."""
    text, name = page.read_text("utf-8"), page.relative_to(ROOT).as_posix()

    def block(found: re.Match[str], language: str, code: str) -> Block:
        return Block(name, text.count("\n", 0, found.start()) + 1, language, dedent(code))

    fenced = [block(found, found[2], found[3]) for found in FENCED.finditer(text)]
    rest = FENCED.sub(lambda found: re.sub(r"[^\n]+", "x", found[0]), text)
    indented = [block(found, CODE_SPAN, found[0]) for found in INDENTED.finditer(rest)]
    return sorted(fenced + indented, key=lambda block: block.line)


BLOCKS = [block for page in PAGES for block in blocks_of(page)]
