// Routing: which screen an address shows.
import { BASE } from "./wire/api";

export type Route =
  | { screen: "start" }
  | { screen: "table"; code: string; key: string | null }
  | { screen: "room"; code: string }
  /** Without a code: the form that opens a tournament. */
  | { screen: "tournament"; code: string | null }
  | { screen: "replay"; code: string | null; moment: string | null; review: string | null }
  /** Tables on a big screen; `code` holds their codes with commas between them. */
  | { screen: "tv"; code: string }
  | { screen: "rules" }
  | { screen: "puzzles"; day: string | null }
  | { screen: "coach" }
  | { screen: "daily" }
  | { screen: "own" }
  | { screen: "nowhere" };

/** Read an address. */
export function routeOf(path: string, hash: string): Route {
  const [first = "", code = ""] = path.split("/").filter(Boolean).map(decodeURIComponent);
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- it is read once
  const after = Object.fromEntries(new URLSearchParams(hash.replace(/^#/, "")).entries());
  if (first === "") return { screen: "start" };
  if (first === "t" && code) return { screen: "table", code, key: after["continue"] ?? null };
  if (first === "r" && code) return { screen: "room", code };
  if (first === "tournament") return { screen: "tournament", code: code || null };
  if (first === "replay") {
    const [moment, review] = [after["at"] ?? null, after["review"] ?? null];
    return { screen: "replay", code: code || null, moment, review };
  }
  if (first === "tv" && code) return { screen: "tv", code };
  if (first === "rules") return { screen: "rules" };
  if (first === "puzzles") return { screen: "puzzles", day: code || null };
  if (first === "learn") return { screen: "coach" };
  if (first === "daily") return { screen: "daily" };
  if (first === "own-play") return { screen: "own" };
  return { screen: "nowhere" };
}

class Router {
  route = $state.raw<Route>(this.#here());

  constructor() {
    addEventListener("popstate", () => (this.route = this.#here()));
  }

  #here(): Route {
    return routeOf(location.pathname.slice(BASE.length), location.hash);
  }

  /** Go to another screen. */
  go(path: string, how: "push" | "replace" = "push"): void {
    history[`${how}State`](null, "", `${BASE}${path}`);
    this.route = this.#here();
    scrollTo(0, 0);
  }

  /** The full address of a path, for links. */
  href(path: string): string {
    return `${BASE}${path}`;
  }

  /** Follow links to our own screens without loading the page again. */
  readonly follow = (event: MouseEvent): void => {
    const link = (event.target as Element).closest?.("a[href]");
    const plain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey);
    if (!(link instanceof HTMLAnchorElement) || !plain || event.defaultPrevented) return;
    const inside = link.origin === location.origin && link.pathname.startsWith(`${BASE}/`);
    if (!inside || link.download || link.target || link.pathname.startsWith(`${BASE}/api/`)) return;
    event.preventDefault();
    this.go(link.pathname.slice(BASE.length) + link.search + link.hash);
  };
}

export const router = new Router();
