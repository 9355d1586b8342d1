"""Barriers on a screen, as axe finds them."""

from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
THEMES = ["light", "dark"]

RUN = """async ([tags, themes]) => {
  const { dataset } = document.documentElement;
  const before = dataset.theme;
  const found = [];
  for (const theme of themes) {
    dataset.theme = theme;
    document.getAnimations().forEach((one) => one.finish());
    const { violations } = await axe.run(document, {
      runOnly: tags, resultTypes: ["violations"], preload: false, iframes: false,
    });
    found.push(...violations.flatMap(({ id, help, nodes }) =>
      nodes.map((node) => `${theme}: ${id}: ${help}: ${node.html} ${node.failureSummary}`)));
  }
  if (before) dataset.theme = before;
  else delete dataset.theme;
  return found;
}"""


@cache
def source() -> str:
    """Read axe."""
    return AXE.read_text("utf-8")


def barriers(page: Page) -> list[str]:
    """List what is in somebody's way on the screen as it is now, in both themes."""
    if not page.evaluate("'axe' in globalThis"):
        # Through the debugger, which the page's own policy does not concern.
        page.evaluate(f"() => {{ {source()} }}")
    found: Any = page.evaluate(RUN, [TAGS, THEMES])
    return list(found)
