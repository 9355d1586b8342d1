"""Looking at one screen as everybody sees it: in every language and in both themes."""

from typing import Any

from playwright.sync_api import ViewportSize

from punto.words import LANGUAGES

from .axe import barriers
from .conftest import Visit
from .playing import STILL
from .visitor import Visitor

JUMP = 0.01
"""How much of a screen may move by itself; less is not seen."""

JUMPED = """
globalThis.jumped = [];
new PerformanceObserver((list) => {
  for (const { hadRecentInput, sources } of list.getEntries()) {
    if (!hadRecentInput) jumped.push(...sources.map(({ node }) => node?.outerHTML?.slice(0, 160)));
  }
}).observe({ type: "layout-shift", buffered: true });
"""
"""Run before the page's own scripts: a note of all that jumps."""

WHOLE = """() => new Promise((resolve) => {
  // The parts of a screen come one by one, 16 ms apart; by the page's own clock, 200 ms are many.
  const begin = () => setTimeout(() => { seen.disconnect(); resolve(); }, 200);
  const seen = new MutationObserver((list) => {
    if (!list.some(({ addedNodes }) => addedNodes.length > 0)) return;
    clearTimeout(last);
    last = begin();
  });
  seen.observe(document.body, { childList: true, subtree: true });
  let last = begin();
})"""
"""Wait until nothing more is added to the screen."""

SPEAK = """async (language) => {
  // Also behind a sheet, where nobody can click, which spares opening the sheet again.
  const header = document.querySelector("header button[aria-controls=menu]");
  const wasOpen = header.ariaExpanded === "true";
  const frame = () => new Promise(requestAnimationFrame);
  if (!wasOpen) header.click();
  await frame();
  const select = document.querySelector("#menu select");
  select.value = language;
  select.dispatchEvent(new Event("change", { bubbles: true }));
  const begun = performance.now();
  while (document.documentElement.lang !== language) {
    if (performance.now() - begun > 60_000) throw new Error(`it does not speak ${language}`);
    await frame();
  }
  if (!wasOpen) header.click();
  await frame();
  await frame();
}"""

RESIZED = """async ({ width, height }) => {
  const frame = () => new Promise(requestAnimationFrame);
  const begun = performance.now();
  while (innerWidth !== width || innerHeight !== height) {
    if (performance.now() - begun > 60_000) throw new Error("the size stays as it was");
    await frame();
  }
  await frame();
  await frame();
}"""

MISFITS = """() => {
  const found = [];
  const tell = (why, one) => found.push(`${why}: ${one.outerHTML.slice(0, 160)}`);
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) found.push(`the page is ${root.scrollWidth} wide`);
  const clips = (style) => style !== "visible";
  // Names that are too long end with an ellipsis, and are whole one tap away: test_table_layout.
  const isSeen = (one) =>
    one.checkVisibility({ visibilityProperty: true }) &&
    !one.closest(".unseen, svg, select, option, title, .shortened");
  const pen = document.createElement("canvas").getContext("2d");
  const wide = (text, style) => {
    pen.font = style.font;
    return pen.measureText(text).width;
  };
  const room = (one, style) =>
    one.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const one = text.parentElement;
    if (!text.data.trim() || !isSeen(one)) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const place = range.getBoundingClientRect();
    if (place.width === 0) continue;
    if (place.left < -1 || place.right > innerWidth + 1) tell("outside", one);
    // Up to the next that holds it: no letter may leave a box that has an end, or be cut by it.
    for (let box = one; box && box !== root; box = box.parentElement) {
      const style = getComputedStyle(box);
      if (style.display === "inline" || style.display === "contents") continue;
      const edge = box.getBoundingClientRect();
      const isBounded = style.borderLeftStyle !== "none" || box.matches("button, .button, dialog");
      if (isBounded || clips(style.overflowX)) {
        if (place.left < edge.left - 1 || place.right > edge.right + 1) tell("over the side", one);
      }
      if (style.overflowY === "hidden" || style.overflowY === "clip") {
        if (place.top < edge.top - 2 || place.bottom > edge.bottom + 2) tell("cut below", one);
      }
      if (style.position === "fixed") break;
    }
    const style = getComputedStyle(one);
    if (style.display !== "inline" && one.scrollWidth > one.clientWidth + 1) tell("too wide", one);
  }
  for (const one of document.querySelectorAll("select, input[placeholder]")) {
    if (!isSeen(one.parentElement) || !one.checkVisibility()) continue;
    const style = getComputedStyle(one);
    const arrow = one.matches("select") ? 16 : 0;
    const text = one.matches("select") ? one.selectedOptions[0]?.text : one.placeholder;
    if (wide(text ?? "", style) > room(one, style) - arrow + 1) tell(`no room for ${text}`, one);
  }
  return found;
}"""

IN_EVERY_LANGUAGE = f"""async (languages) => {{
  const speak = {SPEAK};
  const misfits = {MISFITS};
  const found = [];
  for (const language of languages) {{
    await speak(language);
    found.push(...misfits().map((one) => `${{language}}: ${{one}}`));
  }}
  return found;
}}"""
"""All languages in one call: a call for each of them would take longer than the looking."""

OVERLAPS = """() => {
  // What people read, as the boxes that can be seen of it: lines of text, and the card in hand.
  const seen = (one, box) => {
    let { left, top, right, bottom } = box;
    for (let around = one; around && around !== document.body; around = around.parentElement) {
      if (getComputedStyle(around).overflowY === "visible") continue;
      const edge = around.getBoundingClientRect();
      [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
      [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
    }
    return { left, top, right, bottom };
  };
  const things = [];
  const add = (node, one, boxes) => {
    const isRead = one.checkVisibility({ visibilityProperty: true }) &&
      !one.closest(".unseen, [role=grid], select, .plot");
    if (isRead) things.push({ node, one, boxes: [...boxes].map((box) => seen(one, box)) });
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    if (!text.data.trim()) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    add(text, text.parentElement, range.getClientRects());
  }
  for (const card of document.querySelectorAll("svg.card, .plot")) {
    if (!card.parentElement.closest(".plot")) add(card, card.parentElement, card.getClientRects());
  }
  const isOver = (a, b) => a.right > b.left + 2 && b.right > a.left + 2 &&
    a.bottom > b.top + 3 && b.bottom > a.top + 3;
  const found = [];
  things.forEach((a, place) => {
    for (const b of things.slice(place + 1)) {
      if (a.boxes.some((box) => b.boxes.some((other) => isOver(box, other)))) {
        found.push(`${a.one.outerHTML.slice(0, 120)} / ${b.one.outerHTML.slice(0, 120)}`);
      }
    }
  });
  return found;
}"""

CELLS_UNDER = """(selector) => {
  const over = document.querySelector(selector).getBoundingClientRect();
  const isUnder = (one) => over.bottom > one.top + 1 && over.top < one.bottom - 1 &&
    over.right > one.left + 1 && over.left < one.right - 1;
  const cells = [...document.querySelectorAll("[role=gridcell]")];
  return cells.filter((one) => isUnder(one.getBoundingClientRect())).map((one) => one.dataset.cell);
}"""


def still(visit: Visit, **settings: Any) -> Visitor:
    """Open a page with animations off."""
    somebody = visit(likes=STILL, **settings)
    somebody.context.add_init_script(JUMPED)
    return somebody


def speak(somebody: Visitor, language: str) -> None:
    """Go on in another language on the same screen."""
    somebody.page.evaluate(SPEAK, language)
    somebody.language = language


def resize(somebody: Visitor, viewport: ViewportSize) -> None:
    """Go on at another size, as when a phone is turned, once the screen is drawn at that size."""
    somebody.page.set_viewport_size(viewport)
    somebody.page.evaluate(RESIZED, viewport)


def misfits(somebody: Visitor) -> list[str]:
    """List what is cut off, or larger than its place."""
    return list(somebody.page.evaluate(MISFITS))


def misfits_in_every_language(somebody: Visitor) -> list[str]:
    """List what is cut off in any language; at the end, the screen is in English."""
    found = somebody.page.evaluate(IN_EVERY_LANGUAGE, [*LANGUAGES[1:], LANGUAGES[0]])
    somebody.language = LANGUAGES[0]
    return list(found)


def overlaps(somebody: Visitor) -> list[str]:
    """List what lies over something else to read: text on text, or a card or a curve on text."""
    return list(somebody.page.evaluate(OVERLAPS))


def cells_under(somebody: Visitor, selector: str) -> list[str]:
    """List the cells of the table that something lies over, at least in part."""
    return list(somebody.page.evaluate(CELLS_UNDER, selector))


def look(somebody: Visitor, name: str) -> None:
    """Look at the whole screen in every language, and let axe do so in both themes.

    Axe looks at structure and contrast, which no language changes: one is enough for it.
    """
    somebody.page.evaluate(WHOLE)
    somebody.page.evaluate("document.getAnimations().forEach((one) => one.finish())")
    assert somebody.shift() < JUMP, f"{name}: {somebody.page.evaluate('jumped')}"
    found = [*misfits_in_every_language(somebody), *barriers(somebody.page)]
    assert not found, "\n".join(f"{name}, {one}" for one in found)
    forget(somebody)


def forget(somebody: Visitor) -> None:
    """Forget what has moved so far, because it was asked for."""
    somebody.page.evaluate("shifts.length = jumped.length = 0")
