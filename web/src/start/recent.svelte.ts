// The tables where this device was. The last answer is kept, so that they are there at once.
import { api } from "../wire/api";
import type { RecentTable } from "../wire/wire";

const KEY = "punto.recent";
/** So long what comes after the list waits for it, so that it need not move. */
const PATIENCE_MS = 1500;

function kept(): RecentTable[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(list) ? (list as RecentTable[]) : [];
  } catch {
    return [];
  }
}

class Recent {
  tables = $state.raw<readonly RecentTable[]>(kept());
  /** The server has answered, or will hardly do so soon. */
  isSettled = $state(false);
  /** There was no list until the rest of the screen was shown: so it comes last there. */
  isLate = $state(false);

  /** Ask the server; without it the old list stays. */
  async refresh(): Promise<void> {
    this.isLate = false;
    if (this.tables.length === 0) this.isSettled = false;
    const timer = setTimeout(() => (this.isSettled = true), PATIENCE_MS);
    try {
      const tables = await api.recent();
      this.isLate = this.isSettled && this.tables.length === 0;
      this.tables = tables;
      localStorage.setItem(KEY, JSON.stringify(this.tables));
    } catch {
      // Nobody needs to know: the list is only a help.
    }
    clearTimeout(timer);
    this.isSettled = true;
  }
}

export const recent = new Recent();
