"""What a screen has shown, also what is gone again before a busy machine gets round to looking."""

import re
from collections.abc import Callable

from .visitor import Visitor, pauses

NOTE = """(selector) => {
  const [texts, counts] = [[], []];
  (globalThis.noted ??= {})[selector] = { texts, counts };
  const note = (list, value) => list.at(-1) !== value && list.push(value);
  const look = () => {
    const shown = [...document.querySelectorAll(selector)];
    note(counts, shown.length);
    for (const one of shown) note(texts, one.textContent.replace(/\\s+/g, " ").trim());
  };
  new MutationObserver(look).observe(document, {
    childList: true,
    subtree: true,
    characterData: true,
  });
  look();
}"""
"""Notes what some elements say, and how many there are, with every change of the document."""


class Notes:
    """Notes of what some elements show from now on, until the page is loaded again."""

    def __init__(self, visitor: Visitor, selector: str) -> None:
        self.visitor, self.selector = visitor, selector
        visitor.page.evaluate(NOTE, selector)

    @property
    def texts(self) -> list[str]:
        """List what was shown, in this order."""
        return list(self.visitor.page.evaluate("(one) => noted[one].texts", self.selector))

    @property
    def counts(self) -> list[int]:
        """List how many elements there were."""
        return list(self.visitor.page.evaluate("(one) => noted[one].counts", self.selector))

    def expect(self, words: str | re.Pattern[str]) -> None:
        """Wait until something was shown with these words in it."""
        pattern = words if isinstance(words, re.Pattern) else re.compile(re.escape(words))
        self._wait(lambda: any(map(pattern.search, self.texts)), words)

    def expect_count(self, count: int) -> None:
        """Wait until there were so many."""
        self._wait(lambda: count in self.counts, count)

    def _wait(self, happened: Callable[[], bool], what: object) -> None:
        for pause in pauses():
            if happened():
                return
            self.visitor.page.wait_for_timeout(pause)
        raise AssertionError(f"{self.selector}: no {what!r} in {self.texts} {self.counts}")
