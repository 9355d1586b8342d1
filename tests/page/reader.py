"""A screen reader: it knows the accessibility tree and what live regions say, and nothing else."""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from .visitor import Visitor, pauses

LISTEN = """
globalThis.heard = [];
const LIVE = "[aria-live=polite], [aria-live=assertive], [role=status], [role=alert], [role=log]";
new MutationObserver((changes) => {
  for (const { type, target, addedNodes } of changes) {
    const place = (target.nodeType === 1 ? target : target.parentElement)?.closest(LIVE);
    for (const node of type === "childList" ? addedNodes : [target]) {
      const isAlert = node.nodeType === 1 && node.matches("[role=alert]");
      const words = (place || isAlert) && node.textContent.trim();
      if (words) heard.push(words);
    }
  }
}).observe(document, { childList: true, subtree: true, characterData: true });
"""
"""Run before the page's own scripts, it notes what is said aloud."""


class Node(NamedTuple):
    """Something that a screen reader can speak of."""

    role: str
    name: str
    id: int


class Reader:
    """What somebody does who hears the page."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        visitor.context.add_init_script(LISTEN)
        self.tools = visitor.context.new_cdp_session(visitor.page)
        self.tools.send("Accessibility.enable")
        self.lines: list[str] = []
        self.all: list[str] = []

    def nodes(self, role: str) -> Iterator[Node]:
        """List what there is of a kind."""
        tree: Any = self.tools.send("Accessibility.getFullAXTree")
        for node in tree["nodes"]:
            found = str(node.get("role", {}).get("value", ""))
            if found == role and not node["ignored"]:
                yield Node(
                    found, str(node.get("name", {}).get("value", "")), node["backendDOMNodeId"]
                )

    def find(self, role: str, name: str) -> Node:
        """Wait for something with a name."""
        for pause in pauses():
            named = [node for node in self.nodes(role) if re.search(name, node.name)]
            if named:
                return named[0]
            self.visitor.page.wait_for_timeout(pause)
        raise AssertionError(f"there is no {role} called {name}")

    def activate(self, node: Node) -> None:
        """Do what a screen reader does on the key for it."""
        found = self.tools.send("DOM.resolveNode", {"backendNodeId": node.id})
        self.tools.send(
            "Runtime.callFunctionOn",
            {
                "objectId": found["object"]["objectId"],
                "functionDeclaration": "function () { this.focus(); this.click(); }",
            },
        )

    def listen(self) -> None:
        """Hear what was said meanwhile."""
        said = self.visitor.page.evaluate("globalThis.heard?.splice(0) ?? []")
        self.lines += said
        self.all += said

    def hear(self, *patterns: str) -> re.Match[str]:
        """Wait until something is said, and forget what was said before it."""
        for pause in pauses():
            self.listen()
            for place, line in enumerate(self.lines):
                for pattern in patterns:
                    if found := re.search(pattern, line):
                        self.lines[: place + 1] = [line[found.end() :]]
                        return found
            self.visitor.page.wait_for_timeout(pause)
        raise AssertionError(f"nobody said {patterns}, but {self.all[-5:]}")
