// The last room of this device, so that the first screen leads back to it.
const KEPT_MS = 12 * 3600 * 1000;
const NAME = "punto.room";

export function keepRoom(code: string): void {
  try {
    localStorage.setItem(NAME, JSON.stringify({ code, at: Date.now() }));
  } catch {
    // It is only a convenience.
  }
}

export function forgetRoom(): void {
  try {
    localStorage.removeItem(NAME);
  } catch {
    // Then it was not kept either.
  }
}

/** The code of the room in which this device was a while ago; null if there is none. */
export function lastRoom(): string | null {
  try {
    const kept = JSON.parse(localStorage.getItem(NAME) ?? "null") as unknown;
    if (typeof kept !== "object" || kept === null) return null;
    const { code, at } = kept as { code?: unknown; at?: unknown };
    const isRecent = typeof at === "number" && Date.now() - at < KEPT_MS;
    return typeof code === "string" && isRecent ? code : null;
  } catch {
    return null;
  }
}
