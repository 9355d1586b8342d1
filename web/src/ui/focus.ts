// Keeps the focus: when the focused element is removed, the nearest remaining one gets it.

const ABLE = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';
/** On the table, focus goes to a cell. */
const CELL = '[role="gridcell"][tabindex="0"]';

/** The focused element and its ancestors; nothing for people who use a pointer. */
let path: readonly Element[] = [];

function around(one: Element | null): Element[] {
  return one ? [one, ...around(one.parentElement)] : [];
}

/** A focusable element in a part of the page. */
function first(part: Element): HTMLElement | null {
  const able = [...part.querySelectorAll<HTMLElement>(ABLE)];
  return able.find(isAble) ?? null;
}

/** Whether an element can take the focus: it is connected, visible and enabled. */
function isAble(one: Element): boolean {
  return (
    one.isConnected &&
    one.checkVisibility({ visibilityProperty: true }) &&
    !one.matches(":disabled")
  );
}

function find(main: HTMLElement): void {
  const [had, ...outside] = path;
  const { activeElement: now } = document;
  const isLost = now === document.body || now === null || !isAble(now);
  // A screen that was being fetched has arrived.
  if (now === main) return main.querySelector<HTMLElement>(CELL)?.focus({ preventScroll: true });
  if (!isLost || !had || isAble(had)) return;
  const inside = outside.filter((part) => part.isConnected && part !== main && main.contains(part));
  const near = inside.map(first).find((one) => one !== null);
  (near ?? main.querySelector<HTMLElement>(CELL) ?? main).focus({ preventScroll: true });
}

/** Watch a part of the page whose elements come and go, and keep the focus in it. */
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
