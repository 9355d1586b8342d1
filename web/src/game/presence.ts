// Who is there, who thinks, who is gone: one short line for each seat.
import type { Seat } from "../wire/numbers";
import type { PresenceMessage, TableShape } from "../wire/wire";
import { say } from "../words/words.svelte";
import { botName } from "./people";

export interface SeatState {
  readonly words: string;
  readonly isWarning: boolean;
}

/** A person at this seat is not connected; the server says so by seat, not by device. */
export function isGone(table: TableShape, presence: PresenceMessage | null, seat: Seat): boolean {
  return table.seats[seat - 1]?.kind === "person" && presence?.away[seat] !== undefined;
}

/** When a bot may stand in for a person who is gone; never where one does already. */
export function standInAt(
  table: TableShape,
  presence: PresenceMessage | null,
  seat: Seat,
): number | null {
  const hasStandIn = Boolean(table.seats[seat - 1]?.bot);
  if (hasStandIn || table.phase !== "playing" || !isGone(table, presence, seat)) return null;
  return presence?.away[seat] ?? null;
}

/** What there is to say of a seat just now. */
export function seatState(
  table: TableShape,
  presence: PresenceMessage | null,
  mine: readonly Seat[],
  seat: Seat,
): SeatState {
  const holder = table.seats[seat - 1];
  const isTurn = table.match?.turn?.seat === seat && table.phase === "playing";
  const calm = (words: string): SeatState => ({ words, isWarning: false });
  if (holder?.kind === "person" && holder.bot) {
    return { words: say("state.stood_in", { bot: botName(holder.bot) }), isWarning: true };
  }
  if (isGone(table, presence, seat)) return { words: say("state.gone"), isWarning: true };
  if (isTurn && mine.includes(seat)) {
    return calm(mine.length === 1 ? say("state.your_turn") : say("state.to_play"));
  }
  if (isTurn) return calm(say("state.thinking"));
  if (holder?.kind === "person" && mine.length === 1 && mine[0] === seat) {
    return calm(say("state.you"));
  }
  return calm("");
}

/** All people play on one device, so that cards can be taken back. */
export function sharesOneDevice(table: TableShape): boolean {
  const people = table.seats.filter((seat) => seat.kind === "person");
  return new Set(people.map((seat) => seat.device)).size <= 1;
}
