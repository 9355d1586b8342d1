// Whether the server can be reached, as far as anybody knows.
import { BASE } from "../base";

const AGAIN_MS = 5000;

class Reach {
  #isLost = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;

  get isOffline(): boolean {
    return this.#isLost;
  }

  /** A request came through. */
  found(): void {
    clearTimeout(this.#timer);
    this.#isLost = false;
  }

  /** A request came to nothing: from now on it is tried again until one comes through. */
  lost(): void {
    clearTimeout(this.#timer);
    this.#isLost = true;
    this.#timer = setTimeout(() => void this.look(), AGAIN_MS);
  }

  /** Begin to look, where the page may have come out of the device itself. */
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
