// Whether the server is reachable, as far as is known.
import { BASE } from "../base";

const RETRY_MS = 5000;

class Reach {
  #isLost = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;

  get isOffline(): boolean {
    return this.#isLost;
  }

  /** A request succeeded. */
  succeeded(): void {
    clearTimeout(this.#timer);
    this.#isLost = false;
  }

  /** A request failed: keep retrying until one succeeds. */
  failed(): void {
    clearTimeout(this.#timer);
    this.#isLost = true;
    this.#timer = setTimeout(() => void this.probe(), RETRY_MS);
  }

  /** Start probing if the page may have come from the cache. */
  begin(): void {
    addEventListener("online", () => void this.probe());
    addEventListener("offline", () => this.failed());
    if (navigator.serviceWorker?.controller) void this.probe();
  }

  async probe(): Promise<void> {
    try {
      await fetch(`${BASE}/healthz`, { cache: "no-store" });
      this.succeeded();
    } catch {
      this.failed();
    }
  }
}

export const reach = new Reach();
