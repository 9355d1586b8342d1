/** Where the page lives: the server may have put it under a path of its own. */
export const BASE = new URL(
  document.querySelector("base")?.getAttribute("href") ?? "./",
  location.href,
).pathname.replace(/\/$/, "");
