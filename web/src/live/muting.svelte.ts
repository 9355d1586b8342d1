// Whom this person does not want to hear at tables. A room knows it for all its matches; elsewhere
// this tab knows it, by name, because a rematch has other seats.
import { SvelteSet } from "svelte/reactivity";
import type { Seat } from "../wire/numbers";
import type { TableShape } from "../wire/wire";

export interface Muting {
  isMuted: (seat: Seat) => boolean;
  mute: (seat: Seat, isMuted: boolean) => void;
}

const KEY = "punto.muted";

function kept(): string[] {
  try {
    const names: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "[]");
    return Array.isArray(names) ? names.filter((one) => typeof one === "string") : [];
  } catch {
    return [];
  }
}

const muted = new SvelteSet(kept());

/** Mute the people at a table by their names, until the tab is closed. */
export function mutingByName(table: () => TableShape | null): Muting {
  const nameAt = (seat: Seat): string => table()?.seats[seat - 1]?.name ?? "";
  return {
    isMuted: (seat) => muted.has(nameAt(seat)),
    mute: (seat, isMuted) => {
      if (isMuted) muted.add(nameAt(seat));
      else muted.delete(nameAt(seat));
      try {
        sessionStorage.setItem(KEY, JSON.stringify([...muted]));
      } catch {
        // Then a reload forgets it.
      }
    },
  };
}
