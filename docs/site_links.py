"""Check a built site: every link leads somewhere, and nothing is loaded from another host."""

import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

LOADED = {"script": "src", "img": "src", "iframe": "src", "link": "href", "source": "src"}
"""What a browser fetches without being asked, by the element's name."""

QUIET = {"canonical", "prev", "next", "license", "author"}
"""Relations of a `link` element that fetch nothing."""

REMOTE_STYLE = re.compile(r"""(?:url\(|@import\s+)["']?(?:https?:)?//""")


class Page(HTMLParser):
    """The anchors, links and loaded files of one page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Collect what an element is called, where it leads and what it loads."""
        found = {name: value or "" for name, value in attrs}
        self.anchors.update(found[name] for name in ("id", "name") if name in found)
        if tag == "a" and "href" in found:
            self.links.append(found["href"])
        is_quiet = tag == "link" and found.get("rel") in QUIET
        if LOADED.get(tag) in found and not is_quiet:
            self.loaded.append(found[LOADED[tag]])


def pages_of(site: Path) -> dict[Path, Page]:
    """Read all pages of a site but the one for addresses that do not exist.

    That one is for servers, and its links begin at the root of the server.
    """
    files = [file for file in site.rglob("*.html") if file.name != "404.html"]
    return {file.resolve(): Page(file.read_text("utf-8")) for file in files}


def is_remote(address: str) -> bool:
    """Whether an address names another host, or is not a file at all."""
    parts = urlsplit(address)
    return bool(parts.scheme or parts.netloc)


def broken_links(site: Path) -> list[str]:
    """List the links and pictures of a site that lead nowhere, anchors included."""
    pages, problems = pages_of(site), []
    for file, page in pages.items():
        for address in {*page.links, *page.loaded}:
            if is_remote(address):
                continue
            parts = urlsplit(address)
            target = (file.parent / unquote(parts.path)).resolve() if parts.path else file
            anchor = unquote(parts.fragment)
            if not target.is_file():
                problems.append(f"{file.name}: {address}: there is no such file")
            elif anchor and target in pages and anchor not in pages[target].anchors:
                problems.append(f"{file.name}: {address}: there is no such heading")
    return sorted(problems)


def foreign_requests(site: Path) -> list[str]:
    """List what the pages and styles of a site would load from another host."""
    problems = [
        f"{file.name}: loads {address}"
        for file, page in pages_of(site).items()
        for address in page.loaded
        if is_remote(address) and not address.startswith("data:")
    ]
    problems += [
        f"{file.name}: has a remote style"
        for file in site.rglob("*.css")
        if REMOTE_STYLE.search(file.read_text("utf-8"))
    ]
    return sorted(problems)
