// The focus is never lost: where the thing that had it is gone, the nearest one that is left gets it.

const ABLE = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';
/** On the table, the place to go on is a cell. */
const CELL = '[role="gridcell"][tabindex="0"]';

/** What has the focus, and all that is around it; nothing for those who point at things. */
let path: readonly Element[] = [];

function around(one: Element | null): Element[] {
  return one ? [one, ...around(one.parentElement)] : [];
}

/** Something in a part of the page that can have the focus. */
function first(part: Element): HTMLElement | null {
  const able = [...part.querySelectorAll<HTMLElement>(ABLE)];
  return able.find(isAble) ?? null;
}

/** It can have the focus: it is there, it is seen, and it does something. */
function isAble(one: Element): boolean {
  return one.isConnected && one.checkVisibility() && !one.matches(":disabled");
}

function find(main: HTMLElement): void {
  const [had, ...outside] = path;
  const { activeElement: now } = document;
  const isLost = now === document.body || now === null || !isAble(now);
  // A screen that was being fetched is there now.
  if (now === main) return main.querySelector<HTMLElement>(CELL)?.focus({ preventScroll: true });
  if (!isLost || !had || isAble(had)) return;
  const inside = outside.filter((part) => part.isConnected && part !== main && main.contains(part));
  const near = inside.map(first).find((one) => one !== null);
  (near ?? main.querySelector<HTMLElement>(CELL) ?? main).focus({ preventScroll: true });
}

/** Look after the focus in the part of the page where things come and go. */
export function keepFocus(main: HTMLElement): () => void {
  const change = (event: Event): void => {
    path = event.type === "focusin" ? around(event.target as Element) : [];
  };
  const observer = new MutationObserver(() => find(main));
  observer.observe(main, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ["disabled"],
  });
  document.addEventListener("focusin", change);
  document.addEventListener("pointerdown", change);
  return () => {
    observer.disconnect();
    document.removeEventListener("focusin", change);
    document.removeEventListener("pointerdown", change);
  };
}
