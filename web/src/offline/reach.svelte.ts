// Whether the server is reachable, as far as is known.
import { BASE } from "../base";

const AGAIN_MS = 5000;

class Reach {
  #isLost = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;

  get isOffline(): boolean {
    return this.#isLost;
  }

  /** A request succeeded. */
  found(): void {
    clearTimeout(this.#timer);
    this.#isLost = false;
  }

  /** A request failed: keep retrying until one succeeds. */
  lost(): void {
    clearTimeout(this.#timer);
    this.#isLost = true;
    this.#timer = setTimeout(() => void this.look(), AGAIN_MS);
  }

  /** Start probing if the page may have come from the cache. */
  begin(): void {
    addEventListener("online", () => void this.look());
    addEventListener("offline", () => this.lost());
    if (navigator.serviceWorker?.controller) void this.look();
  }

  async look(): Promise<void> {
    try {
      await fetch(`${BASE}/healthz`, { cache: "no-store" });
      this.found();
    } catch {
      this.lost();
    }
  }
}

export const reach = new Reach();
