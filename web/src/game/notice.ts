// What a player must know or answer before anything else; there is only one notice at a time.
import type { LiveTable } from "../live/table.svelte";
import { allSeats, type Seat } from "../wire/numbers";
import { standInAt } from "./presence";

/** The seat of somebody who offers to end the match, unless this device has offered it too. */
export function endOffer(live: LiveTable): Seat | null {
  return offering(live, live.table?.end_offers ?? []);
}

/** The seat of somebody who offers to pause the match, unless this device has offered it too. */
export function pauseOffer(live: LiveTable): Seat | null {
  const { table } = live;
  if (!table?.pause || table.pause.is_paused || live.declinedPause === table.pause) return null;
  return offering(live, table.pause.offers);
}

function offering({ table, you }: LiveTable, devices: readonly number[]): Seat | null {
  const isAsked = table?.phase === "playing" && you.device !== null && you.seats.length > 0;
  if (!table || !isAsked || devices.includes(you.device!)) return null;
  const offers = (seat: Seat): boolean => {
    const { kind, device } = table.seats[seat - 1]!;
    return kind === "person" && device !== undefined && devices.includes(device);
  };
  return allSeats(table.seats.length).find(offers) ?? null;
}

export const isPaused = ({ table }: LiveTable): boolean =>
  table?.phase === "playing" && (table.pause?.is_paused ?? false);

/**
 * The seat of somebody who is gone although it is their turn, and when a bot may play for them.
 * Until then, and for spectators, the players' panels show it.
 */
export function goneOnTurn(live: LiveTable): { seat: Seat; at: number } | null {
  const seat = live.table?.match?.turn?.seat;
  if (!live.table || !seat || isPaused(live) || live.you.seats.length === 0 || live.stage.ending)
    return null;
  const at = standInAt(live.table, live.presence, seat);
  return at === null ? null : { seat, at };
}

/** Whether there is something more urgent than news. */
export function isUrgent(live: LiveTable): boolean {
  return (
    !live.isConnected ||
    live.refusal !== null ||
    endOffer(live) !== null ||
    pauseOffer(live) !== null ||
    isPaused(live) ||
    goneOnTurn(live) !== null
  );
}
