"""Build one static site of all pages: `python3 dev.py docs`, then open build/site/index.html.

The pages are Markdown that also reads well without a site, so they link to each other as files, and
some of them are outside of docs/. They are copied side by side first, with their links adapted. The
navigation is the list in docs/README.md. `Zensical <https://zensical.org>`_ does the rest.
"""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from site_links import broken_links, foreign_requests

DOCS = Path(__file__).resolve().parent
ROOT = DOCS.parent
INDEX = DOCS / "README.md"

NAMES = {
    INDEX: "index.md",
    ROOT / "README.md": "overview.md",
    ROOT / "CHANGELOG.md": "changelog.md",
    ROOT / "CONTRIBUTING.md": "contributing.md",
    ROOT / "SECURITY.md": "security.md",
} | {page: page.name for page in DOCS.glob("*.md") if page != INDEX}
"""What each page is called on the site."""

ASSETS = {".svg", ".png", ".punto", ".js"}
"""What is copied as it is."""

FENCE = re.compile(r"^( *)(```+)[^\n]*\n.*?^\1\2 *$", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\[([^\]]*)\]\(([^)\s]+)\)")
SOURCE = re.compile(r'(<img\s+src=)"([^"]+)"')
REMOTE = re.compile(r"[a-z]+:|#")

REMOTE_WORKER = re.compile(r'<script src="https://[^"]*iframe-worker[^"]*"[^>]*></script>')
"""Zensical loads a script from another host so that the search works in a file system."""
OWN_WORKER = '<script src="file_worker.js"></script>'


def outside_code(text: str, change: Callable[[str], str]) -> str:
    """Change a page, but not its blocks of code."""
    parts, end = [], 0
    for block in FENCE.finditer(text):
        parts += [change(text[end : block.start()]), block[0]]
        end = block.end()
    return "".join([*parts, change(text[end:])])


def indented_lists(text: str) -> str:
    """Indent what belongs to a numbered item by four spaces, as Zensical wants it, not by three."""
    lines, inside = [], False
    for line in text.split("\n"):
        inside = bool(re.match(r"[0-9]+\. ", line)) or (inside and line[:3].strip() == "")
        lines.append(f" {line}" if inside and line.startswith("   ") else line)
    return "\n".join(lines)


def adapted(page: Path) -> str:
    """Read a page and let its links lead to other pages of the site.

    The site has no source code: where a page links to a file of it, the site names the file.
    """

    def place_on_site(target: str) -> str | None:
        name, hash_, anchor = target.partition("#")
        file = (page.parent / name).resolve()
        if file in NAMES:
            return NAMES[file] + hash_ + anchor
        return file.relative_to(DOCS).as_posix() if file.is_relative_to(DOCS) else None

    def link(found: re.Match[str]) -> str:
        text, target = found.groups()
        if REMOTE.match(target):
            return found[0]
        place = place_on_site(target)
        if place is None:
            return f"`{(page.parent / target).resolve().relative_to(ROOT).as_posix()}`"
        return f"[{text}]({place})"

    def source(found: re.Match[str]) -> str:
        return f'{found[1]}"{place_on_site(found[2])}"'

    def change(text: str) -> str:
        return SOURCE.sub(source, LINK.sub(link, text))

    text = outside_code(page.read_text("utf-8"), change)
    return indented_lists(text).replace("```python\n>>>", "```pycon\n>>>")


def navigation() -> list[dict[str, object]]:
    """Read the sections and pages of the site from the list of all pages."""
    _, *sections = adapted(INDEX).split("\n## ")
    found: list[dict[str, object]] = [{"All pages": "index.md"}]
    for section in sections:
        title, _, rest = section.partition("\n")
        found.append({title: [{name: place} for name, place in LINK.findall(rest)]})
    return found


def toml(value: object) -> str:
    """Write lists of tables of texts as TOML, in which JSON's texts are valid."""
    if isinstance(value, list):
        return f"[{', '.join(map(toml, value))}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{json.dumps(key)} = {toml(it)}' for key, it in value.items())}}}"
    return json.dumps(value, ensure_ascii=False)


def stage(folder: Path) -> None:
    """Put everything that the site is made of into a folder."""
    pages = folder / "pages"
    for page, name in NAMES.items():
        file = pages / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(adapted(page), "utf-8")
    for asset in DOCS.rglob("*"):
        if asset.suffix in ASSETS:
            place = pages / asset.relative_to(DOCS)
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(asset, place)
    settings = (DOCS / "zensical.toml").read_text("utf-8")
    settings = settings.replace('"$nav"', toml(navigation()))
    settings = settings.replace('"$source"', toml(str(ROOT / "src")))
    settings = settings.replace('"$examples"', toml(str(DOCS / "docstring_examples.py")))
    (folder / "zensical.toml").write_text(settings, "utf-8")


def build(folder: Path) -> Path:
    """Build the site in a folder, which is emptied first, and return where its pages are."""
    shutil.rmtree(folder, ignore_errors=True)
    stage(folder)
    command = [sys.executable, "-m", "zensical", "build", "--strict", "-f", "zensical.toml"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{done.stdout}{done.stderr}\nCould not build the site, see above.")
    site = folder / "site"
    for page in site.rglob("*.html"):
        page.write_text(REMOTE_WORKER.sub(OWN_WORKER, page.read_text("utf-8")), "utf-8")
    return site


def main() -> int:
    """Build the site into build/site, and check it."""
    built = build(ROOT / "build" / "site-source")
    problems = [*broken_links(built), *foreign_requests(built)]
    if problems:
        print("\n".join(problems), file=sys.stderr)
        return 1
    site = ROOT / "build" / "site"
    shutil.rmtree(site, ignore_errors=True)
    shutil.move(built, site)
    print(f"Open {site / 'index.html'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
