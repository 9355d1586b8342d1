// Whether the server can be reached, as far as anybody knows.

class Reach {
  /** The last request came to nothing. */
  isLost = $state(false);
  #isOnline = $state(navigator.onLine);

  constructor() {
    addEventListener("online", () => {
      this.#isOnline = true;
      this.isLost = false;
    });
    addEventListener("offline", () => (this.#isOnline = false));
  }

  get isOffline(): boolean {
    return this.isLost || !this.#isOnline;
  }
}

export const reach = new Reach();
