// Who sits where, in words.
import { seatAt, type Seat } from "../wire/numbers";
import { say, words } from "../words/words.svelte";
import type { Replay, SeatShape, TableShape } from "../wire/wire";
import { membersOf, modeNamed, sideOf } from "./facts";

/** What people play at: a live table, or a replay. */
export type Company = TableShape | Replay;

export function holderName(seat: SeatShape): string {
  if (seat.kind === "person") return seat.name ?? "";
  // A bot of an old table has no name but that of its level.
  return seat.kind === "bot" ? seat.name || botName(seat.bot ?? "") : say("seat.open");
}

/** The name of a bot in the reader's language, if the catalogue has one. */
export function botName(bot: string): string {
  return words.has(`bot.${bot}`) ? say(`bot.${bot}`) : bot;
}

/** That a program plays under a name, and which one if its name is another; empty for a person. */
export function programLabel(name: string, program: string | null | undefined): string {
  if (!program) return "";
  return program === name ? say("seat.program") : say("seat.program.named", { program });
}

/** The same for a seat. */
export function programAt(company: Company, seat: Seat): string {
  if ("names" in company) {
    return programLabel(company.names[seat - 1] ?? "", company.programs?.[seat - 1]);
  }
  const holder = company.seats[seat - 1];
  return holder ? programLabel(holder.name ?? "", holder.program) : "";
}

/** The bot that holds a seat; empty for a person, also one for whom a bot stands in. */
export function botAt(company: Company, seat: Seat): string {
  if ("names" in company) return company.bots?.[seat - 1] ?? "";
  const holder = company.seats[seat - 1];
  return holder?.kind === "bot" ? (holder.bot ?? "") : "";
}

/** The name of who sits at a seat. Old records contain the internal names of bots. */
export function seatName(company: Company, seat: Seat): string {
  if ("names" in company) {
    const name = company.names[seat - 1] ?? "";
    return botAt(company, seat) ? name : botName(name);
  }
  const holder = company.seats[seat - 1];
  return holder ? holderName(holder) : say("side.seat", { number: seat });
}

/** Whether the one person on this device sits there, and gave no name. */
export function isNamelessYou(company: Company, seat: Seat, mine: readonly Seat[]): boolean {
  if ("names" in company || mine.length !== 1 || mine[0] !== seat) return false;
  const holder = company.seats[seat - 1];
  return holder?.kind === "person" && holder.name === say("seat.guest");
}

/** A seat in a short label: "You" for the one person on this device if they gave no name. */
export function seatLabel(table: TableShape, seat: Seat, mine: readonly Seat[]): string {
  return isNamelessYou(table, seat, mine) ? say("seat.you") : seatName(table, seat);
}

/** A replay with the people who sat there when so many cards of the match had been laid. */
export function companyAt(replay: Replay, cards: number): Replay {
  const then = (replay.earlier ?? []).filter((one) => cards <= one.cards);
  if (then.length === 0) return replay;
  const held = (seat: Seat) => then.find((one) => one.seat === seat);
  return {
    ...replay,
    names: replay.names.map((name, place) => held(seatAt(place))?.name ?? name),
    bots: (replay.bots ?? []).map((bot, place) => (held(seatAt(place)) ? null : bot)),
    programs: (replay.programs ?? []).map((one, place) => (held(seatAt(place)) ? null : one)),
  };
}

export function seatsOf(company: Company, side: number): Seat[] {
  return membersOf(modeNamed(rulesOf(company).mode), side);
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

/** A side in a short label: "You", or of a team "You and Bo". */
export function sideLabel(table: TableShape, side: number, mine: readonly Seat[]): string {
  return words.list(seatsOf(table, side).map((seat) => seatLabel(table, seat, mine)));
}

/** Whether a bot plays at this seat, as its holder or as a stand-in. */
export const isMachine = (seat: SeatShape): boolean => Boolean(seat.bot);

/** The side of the one person who plays on this device; null where nobody does, or several do. */
export function ownSide(company: Company, mine: readonly Seat[]): number | null {
  const [seat] = mine;
  return seat !== undefined && mine.length === 1
    ? sideOf(modeNamed(rulesOf(company).mode), seat)
    : null;
}
