/** The base path: the server may serve the page under a path of its own. */
export const BASE = new URL(
  document.querySelector("base")?.getAttribute("href") ?? "./",
  location.href,
).pathname.replace(/\/$/, "");
