"""What a page has in its memory."""

import json
from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Page

STATE = """() =>
  document.documentElement.outerHTML + JSON.stringify([localStorage, sessionStorage])"""


class Memory:
    """A snapshot of all that the scripts of a page hold, as the debugger takes it."""

    def __init__(self, page: Page) -> None:
        self.state = str(page.evaluate(STATE))
        parts: list[str] = []
        session = page.context.new_cdp_session(page)
        session.on("HeapProfiler.addHeapSnapshotChunk", lambda event: parts.append(event["chunk"]))
        session.send("HeapProfiler.takeHeapSnapshot")
        session.detach()
        taken: dict[str, Any] = json.loads("".join(parts))
        self.strings: list[str] = taken["strings"]
        meta = taken["snapshot"]["meta"]
        self._nodes, self._edges = taken["nodes"], taken["edges"]
        self._node, self._edge = meta["node_fields"], meta["edge_fields"]
        self._element = meta["edge_types"][0].index("element")

    def lists(self) -> Iterator[list[str]]:
        """Go through all lists, as far as they hold words."""
        width, name = len(self._node), self._node.index("name")
        count, step = self._node.index("edge_count"), len(self._edge)
        at = 0
        for node in range(0, len(self._nodes), width):
            end = at + self._nodes[node + count] * step
            held = [
                self.strings[self._nodes[self._edges[edge + 2] + name]]
                for edge in range(at, end, step)
                if self._edges[edge] == self._element
            ]
            at = end
            if len(held) > 1:
                yield held
