// What this device keeps of the deal of the day while it has no result: for the first screen.
export const DAILY_KEY = "punto.daily";
const MOST_TABLES = 20;

export interface KeptDaily {
  readonly day: string;
  readonly bot: string;
  /** Whether its table is open. */
  readonly isBegun: boolean;
  /** The last tables of deals of the day, the newest first. */
  readonly tables: readonly string[];
}

export function keptDaily(): KeptDaily | null {
  try {
    return JSON.parse(localStorage.getItem(DAILY_KEY) ?? "null") as KeptDaily | null;
  } catch {
    return null;
  }
}

/** Keep what the server says about today; `table` is null if the deal has not begun. */
export function keepDaily(day: string, bot: string, table: string | null): void {
  const before = (keptDaily()?.tables ?? []).filter((one) => one !== table);
  const tables = [...(table ? [table] : []), ...before].slice(0, MOST_TABLES);
  try {
    localStorage.setItem(DAILY_KEY, JSON.stringify({ day, bot, isBegun: table !== null, tables }));
  } catch {
    // Without storage, the first screen does not know.
  }
}
