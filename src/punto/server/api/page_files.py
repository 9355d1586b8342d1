"""The built page: its files, read once, in every encoding that the build produced."""

import gzip
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import sha256
from html import escape
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import PurePosixPath

CONTENT_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
"""File types of the page; other files are not served."""

ENCODINGS = {"br": ".br", "gzip": ".gz"}
"""Encodings, the best first, and their file suffixes."""

INDEX = "index.html"
HASHED = "assets/"
"""The folder of files whose names contain a hash of their content: they can be cached forever."""

CACHE_FOREVER = "public, max-age=31536000, immutable"
REVALIDATE = "no-cache"
PRIVATE_REVALIDATE = "private, no-cache"
"""For responses that may set a cookie."""

BASE_TAG = '<base href="/"'
TITLE_TAG = b"<title>"
"""Additional tags come before it."""

MAX_INDEXES = 256
"""Indexes with additional tags that are kept; each has some kilobytes."""

NOT_BUILT = """\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<base href="/">
<title>Punto</title>
<h1>Punto</h1>
<p>The server is running, but its page has not been built, which takes Node 20 or newer.
In a source tree, <code>python3 dev.py run</code> builds it;
<code>pip install</code> does so, too, if Node is available.</p>
<p>Programs can play: <a href="api/openapi.json">all requests</a>,
<a href="api/socket.json">all messages of the WebSocket</a>.</p>
</html>
"""


@dataclass(frozen=True)
class File:
    """A file as it is sent."""

    content_type: str
    cache_control: str
    bodies: Mapping[str, bytes]
    """The body in each encoding; the plain one under the empty name."""

    @cached_property
    def etag(self) -> str:
        """A hash of the content."""
        return sha256(self.bodies[""]).hexdigest()[:20]


class Page:
    """All files of the page by path, and the index that serves every screen."""

    def __init__(self, folder: Traversable, base_path: str = "") -> None:
        self.files = dict(read_files(folder)) if folder.is_dir() else {}
        self.is_built = INDEX in self.files
        index = self.files.pop(INDEX, None)
        text = index.bodies[""].decode() if index else NOT_BUILT
        body = text.replace(BASE_TAG, f'<base href="{escape(base_path)}/"', 1).encode()
        self.index = index_file(body)
        self.index_with = lru_cache(MAX_INDEXES)(self._index_with)
        """The index with additional tags in its head."""

    def _index_with(self, tags: str) -> File:
        body = self.index.bodies[""].replace(TITLE_TAG, tags.encode() + TITLE_TAG, 1)
        return index_file(body)


def index_file(body: bytes) -> File:
    """Compress an index: it is known too late for the build to do so."""
    bodies = {"": body, "gzip": gzip.compress(body, mtime=0)}
    return File(CONTENT_TYPES[".html"], PRIVATE_REVALIDATE, bodies)


def load_page(base_path: str) -> Page:
    """Load the page from the package."""
    return Page(files("punto").joinpath("page"), base_path)


def read_files(folder: Traversable, path: str = "") -> Iterator[tuple[str, File]]:
    """Read all files of a folder and its subfolders."""
    inside = {entry.name: entry for entry in folder.iterdir()}
    for name, entry in inside.items():
        if entry.is_dir():
            yield from read_files(entry, f"{path}{name}/")
        elif content_type := CONTENT_TYPES.get(PurePosixPath(name).suffix):
            encoded = {
                encoding: inside[name + end].read_bytes()
                for encoding, end in ENCODINGS.items()
                if name + end in inside
            }
            cache_control = CACHE_FOREVER if path == HASHED else REVALIDATE
            bodies = {"": entry.read_bytes(), **encoded}
            yield f"{path}{name}", File(content_type, cache_control, bodies)
