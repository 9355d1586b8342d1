"""The built page: its files, read once, each in the encodings that the build has made of it."""

import gzip
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from html import escape
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import PurePosixPath

KINDS = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
"""What the page is made of; other files beside them are not served."""

ENCODINGS = {"br": ".br", "gzip": ".gz"}
"""The encodings of files, the best first, and how the build names the files."""

INDEX = "index.html"
HASHED = "assets/"
"""Where names change with what is in the files, so that they can be kept for ever."""

FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
ONE_READER = "private, no-cache"
"""For what may come with a cookie."""

BASE = '<base href="/"'

NOT_BUILT = """\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<base href="/">
<title>Punto</title>
<h1>Punto</h1>
<p>The server is running, but its page has not been built: that takes Node 20 or newer.
In a source tree, <code>python3 dev.py run</code> builds it;
<code>pip install</code> does so too wherever Node can be had.</p>
<p>Programs can play: <a href="api/openapi.json">all requests</a>,
<a href="api/socket.json">all messages of the WebSocket</a>.</p>
</html>
"""


@dataclass(frozen=True)
class File:
    """A file as it is sent."""

    kind: str
    caching: str
    bodies: Mapping[str, bytes]
    """What is sent in each encoding; without any, under the empty name."""

    @cached_property
    def tag(self) -> str:
        """Name the content."""
        return sha256(self.bodies[""]).hexdigest()[:20]


class Page:
    """All files of the page by their paths, and the index that every screen begins with."""

    def __init__(self, folder: Traversable, base_path: str = "") -> None:
        self.files = dict(read(folder)) if folder.is_dir() else {}
        self.is_built = INDEX in self.files
        index = self.files.pop(INDEX, None)
        text = index.bodies[""].decode() if index else NOT_BUILT
        body = text.replace(BASE, f'<base href="{escape(base_path)}/"', 1).encode()
        # Where it is served is known only now, so nothing could be compressed before.
        bodies = {"": body, "gzip": gzip.compress(body, mtime=0)}
        self.index = File(KINDS[".html"], ONE_READER, bodies)


def load(base_path: str) -> Page:
    """Read the page that is in the package."""
    return Page(files("punto").joinpath("page"), base_path)


def read(folder: Traversable, path: str = "") -> Iterator[tuple[str, File]]:
    """Read all files of a folder, and of those in it."""
    inside = {entry.name: entry for entry in folder.iterdir()}
    for name, entry in inside.items():
        if entry.is_dir():
            yield from read(entry, f"{path}{name}/")
        elif kind := KINDS.get(PurePosixPath(name).suffix):
            encoded = {
                encoding: inside[name + end].read_bytes()
                for encoding, end in ENCODINGS.items()
                if name + end in inside
            }
            caching = FOR_EVER if path == HASHED else ASK_AGAIN
            yield f"{path}{name}", File(kind, caching, {"": entry.read_bytes(), **encoded})
