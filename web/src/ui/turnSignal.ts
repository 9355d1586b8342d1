// The page's title and icon show whose turn it is, so that it can be seen from another tab.
import { palettes } from "../wire/facts.json";

const { R: RED, O: ORANGE } = palettes.light.cards;

const ICON = (ring: string): string =>
  "data:image/svg+xml," +
  encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect x="2" y="2" width="28" height="28" rx="7" fill="${RED.face}"/><g fill="${RED.dot}"><circle cx="10" cy="10" r="3"/><circle cx="16" cy="16" r="3"/><circle cx="22" cy="22" r="3"/></g>${ring}</svg>`,
  );
const CALLING = ICON(
  `<circle cx="24" cy="8" r="7.5" fill="${ORANGE.face}" stroke="${RED.dot}" stroke-width="1.5"/>`,
);

let link: HTMLLinkElement | null = null;

/** Show a title, and a marked icon while the match waits for this device. */
export function signal(title: string, isCalling: boolean): void {
  document.title = title;
  if (isCalling && link === null) {
    link = document.createElement("link");
    link.rel = "icon";
    link.type = "image/svg+xml";
    link.href = CALLING;
    document.head.append(link);
  } else if (!isCalling && link !== null) {
    link.remove();
    link = null;
  }
}
