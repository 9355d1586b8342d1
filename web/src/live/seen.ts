// How much of each table this device has shown, so that a reload or a closed tab misses nothing.
import type { TableShape } from "../wire/wire";

export interface Seen {
  /** The last event that was shown, and noticed if somebody had to notice it. */
  readonly number: number;
  /** How many rounds a person has seen to their end. */
  readonly rounds: number;
}

const KEY = "punto-seen";
const KEPT_TABLES = 30;

/** How many rounds of a match are over. */
export function endedRounds({ match }: TableShape): number {
  if (match === null) return 0;
  return match.winner === null ? match.round - 1 : match.round;
}

/** The tables in memory, for where nothing can be stored. */
let known: Record<string, Seen> | null = null;

function all(): Record<string, Seen> {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, Seen>;
    return { ...known, ...stored };
  } catch {
    return { ...known };
  }
}

/** What was shown of a table; null if it was never open here. */
export function seenOf(code: string): Seen | null {
  const seen = all()[code];
  return Number.isInteger(seen?.number) && Number.isInteger(seen?.rounds) ? seen! : null;
}

/** Remember what was shown of a table. */
export function keepSeen(code: string, seen: Seen): void {
  const before = seenOf(code);
  if (before?.number === seen.number && before.rounds === seen.rounds) return;
  const others = Object.entries(all()).filter(([other]) => other !== code);
  const kept = others.slice(1 - KEPT_TABLES);
  known = Object.fromEntries([...kept, [code, seen]]);
  try {
    localStorage.setItem(KEY, JSON.stringify(known));
  } catch {
    // Without storage a reload shows the table as it is.
  }
}
