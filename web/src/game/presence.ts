// Who is there, who thinks, who is gone: one short line for each seat.
import type { PresenceMessage, TableShape } from "../wire/wire";
import { say } from "../words/words.svelte";
import { botName } from "./people";

export interface SeatState {
  readonly words: string;
  readonly isWarning: boolean;
}

/** A person's device is not connected. */
export function isGone(table: TableShape, presence: PresenceMessage | null, seat: number): boolean {
  const { kind, device } = table.seats[seat - 1] ?? {};
  return kind === "person" && presence !== null && String(device) in presence.away;
}

/** When a bot may stand in for a person who is gone; never where one does already. */
export function standInAt(
  table: TableShape,
  presence: PresenceMessage | null,
  seat: number,
): number | null {
  const { device, bot } = table.seats[seat - 1] ?? {};
  if (bot || table.phase !== "playing" || !isGone(table, presence, seat)) return null;
  return presence?.away[String(device)] ?? null;
}

/** What there is to say of a seat just now. */
export function seatState(
  table: TableShape,
  presence: PresenceMessage | null,
  mine: readonly number[],
  seat: number,
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
