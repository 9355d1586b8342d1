// The recent tables of this device. The last answer is cached, so that they appear at once.
import { api } from "../wire/api";
import type { RecentTable } from "../wire/wire";

/** How long the rest of the screen waits for the list, so that it does not move. */
const MAX_WAIT_MS = 1500;

/** What is stored under a name; empty if nothing is, or nothing can be. */
export function stored(name: string): string {
  try {
    return localStorage.getItem(`punto.${name}`) ?? "";
  } catch {
    return "";
  }
}

function kept(): RecentTable[] {
  try {
    const list: unknown = JSON.parse(stored("recent"));
    return Array.isArray(list) ? (list as RecentTable[]) : [];
  } catch {
    return [];
  }
}

/** Those that wait for somebody here first, the most urgent one on top. */
export function inOrder(tables: readonly RecentTable[]): RecentTable[] {
  const urgency = ({ is_your_turn, until }: RecentTable): number =>
    is_your_turn ? (until ?? Number.MAX_SAFE_INTEGER) : Infinity;
  // Sorting is stable: the others stay in the order of the server.
  return [...tables].sort((one, other) => {
    const [a, b] = [urgency(one), urgency(other)];
    return a === b ? 0 : a - b;
  });
}

class Recent {
  tables = $state.raw<readonly RecentTable[]>(kept());
  /** Whether the server has answered, or took too long. */
  isSettled = $state(false);
  /** Whether the list came after the rest of the screen: then it is placed last. */
  isLate = $state(false);

  /** Whether this device keeps anything about the deal of the day or puzzles. */
  get isKnown(): boolean {
    return ["play", "puzzles", "daily"].some(stored);
  }

  /** Whether a table is that of a deal of the day; its code is long enough to be found in a text. */
  isDeal(table: string): boolean {
    return stored("daily").includes(table);
  }

  /** Ask the server; if that fails, the cached list stays. The screen waits for the others, too. */
  async refresh(others?: Promise<unknown>): Promise<void> {
    this.isLate = false;
    if (this.tables.length === 0) this.isSettled = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const timeUp = new Promise<void>((resolve) => {
      timer = setTimeout(() => {
        this.isSettled = true;
        resolve();
      }, MAX_WAIT_MS);
    });
    try {
      const tables = await api.recent();
      this.isLate = this.isSettled && this.tables.length === 0;
      this.tables = tables;
      localStorage.setItem("punto.recent", JSON.stringify(this.tables));
    } catch {
      // No error message: the list is only a convenience.
    }
    if (!this.isSettled) await Promise.race([others, timeUp]);
    clearTimeout(timer);
    this.isSettled = true;
  }
}

export const recent = new Recent();
