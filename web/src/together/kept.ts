// Where this device was together with others, so that the first screen leads back.
import { stored } from "../start/recent.svelte";

const KEPT_MS = 12 * 3600 * 1000;

/** Whether this device has been in a room or a tournament. */
export const hasGathered = (): boolean => stored("gathered") !== "";

/** The code of the room in which this device was a while ago; null if there is none. */
export function lastRoom(): string | null {
  try {
    const kept = JSON.parse(stored("room")) as { code?: unknown; at?: unknown } | null;
    const isRecent = typeof kept?.at === "number" && Date.now() - kept.at < KEPT_MS;
    return isRecent && typeof kept.code === "string" ? kept.code : null;
  } catch {
    return null;
  }
}
