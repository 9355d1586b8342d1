// The recent tables of this device. The last answer is cached, so that they appear at once.
import { api } from "../wire/api";
import type { RecentTable } from "../wire/wire";

const KEY = "punto.recent";
/** How long the rest of the screen waits for the list, so that it does not move. */
const MAX_WAIT_MS = 1500;

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
  /** Whether the server has answered, or took too long. */
  isSettled = $state(false);
  /** Whether the list came after the rest of the screen: then it is placed last. */
  isLate = $state(false);

  /** Ask the server; if that fails, the cached list stays. */
  async refresh(): Promise<void> {
    this.isLate = false;
    if (this.tables.length === 0) this.isSettled = false;
    const timer = setTimeout(() => (this.isSettled = true), MAX_WAIT_MS);
    try {
      const tables = await api.recent();
      this.isLate = this.isSettled && this.tables.length === 0;
      this.tables = tables;
      localStorage.setItem(KEY, JSON.stringify(this.tables));
    } catch {
      // No error message: the list is only a convenience.
    }
    clearTimeout(timer);
    this.isSettled = true;
  }
}

export const recent = new Recent();
