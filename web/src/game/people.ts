// Who sits where, in words.
import { allSeats, type Seat } from "../wire/numbers";
import { say, words } from "../words/words.svelte";
import type { Replay, SeatShape, TableShape } from "../wire/wire";
import { modeNamed, sideOf } from "./facts";

/** What people play at: a live table, or a replay. */
export type Company = TableShape | Replay;

export function holderName(seat: SeatShape): string {
  if (seat.kind === "person") return seat.name ?? "";
  return seat.kind === "bot" ? botName(seat.bot ?? "") : say("seat.open");
}

/** The name of a bot in the reader's language, if the catalogue has one. */
export function botName(bot: string): string {
  return words.has(`bot.${bot}`) ? say(`bot.${bot}`) : bot;
}

/** The name of who sits at a seat. Records contain the internal names of bots. */
export function seatName(company: Company, seat: Seat): string {
  if ("names" in company) return botName(company.names[seat - 1] ?? "");
  const holder = company.seats[seat - 1];
  return holder ? holderName(holder) : say("side.seat", { number: seat });
}

export function seatsOf(company: Company, side: number): Seat[] {
  const { mode } = rulesOf(company);
  const seats = "names" in company ? company.names : company.seats;
  return allSeats(seats.length).filter((seat) => sideOf(modeNamed(mode), seat) === side);
}

/** The mode and the edition that are played. */
export function rulesOf(company: Company): { mode: string; edition: string } {
  return "names" in company ? company : company.settings;
}

/** "Ada", or of a team "Ada and Bo". */
export function sideName(company: Company, side: number): string {
  const names = seatsOf(company, side).map((seat) => seatName(company, seat));
  return words.list(names);
}

/** Whether a bot plays at this seat, as its holder or as a stand-in. */
export const isMachine = (seat: SeatShape): boolean => Boolean(seat.bot);
