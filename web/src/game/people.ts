// Who sits where, in words.
import { say, words } from "../words/words.svelte";
import type { SeatShape, TableShape } from "../wire/wire";
import { modeNamed, sideOf } from "./facts";

export function holderName(seat: SeatShape): string {
  if (seat.kind === "person") return seat.name ?? "";
  return seat.kind === "bot" ? botName(seat.bot ?? "") : say("seat.open");
}

/** Bots are called by their names where the catalogue has one. */
export function botName(bot: string): string {
  return words.has(`bot.${bot}`) ? say(`bot.${bot}`) : bot;
}

export function seatName(table: TableShape, seat: number): string {
  const holder = table.seats[seat - 1];
  return holder ? holderName(holder) : say("side.seat", { number: seat });
}

export function seatsOf(table: TableShape, side: number): number[] {
  const mode = modeNamed(table.settings.mode);
  return table.seats.map((_, place) => place + 1).filter((seat) => sideOf(mode, seat) === side);
}

/** "Ada", or of a team "Ada and Bo". */
export function sideName(table: TableShape, side: number): string {
  const names = seatsOf(table, side).map((seat) => seatName(table, seat));
  return new Intl.ListFormat(words.language, { type: "conjunction" }).format(names);
}

/** A bot plays at this seat, for itself or for somebody who is gone. */
export const isMachine = (seat: SeatShape): boolean => Boolean(seat.bot);
