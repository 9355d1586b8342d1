// What this device keeps of puzzles, as far as the calendar needs it.

export const PUZZLES_KEY = "punto.puzzles";

/** Everything that is kept of puzzles; null if nothing is. */
export function keptPuzzles(): Record<string, unknown> | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(PUZZLES_KEY) ?? "null");
    return typeof kept === "object" && kept !== null ? (kept as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** Whether the puzzle of a day was solved, by its date; only of days on which it was tried. */
export function puzzleDays(): Readonly<Record<string, boolean>> {
  const days = keptPuzzles()?.["days"];
  return typeof days === "object" && days !== null ? (days as Record<string, boolean>) : {};
}
