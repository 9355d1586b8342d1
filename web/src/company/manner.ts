// What bots say, each in its own manner, and rarely: nobody wants to play with a chatterbox.
import { listed, readCard } from "../game/cards";
import { modeNamed, ownerOf, sideOf } from "../game/facts";
import { topOf } from "../game/reasons";
import { bots } from "../wire/facts.json";
import type { TableEvent } from "../wire/names";
import { seatAt, type Seat } from "../wire/numbers";
import type { Placed, TableShape } from "../wire/wire";

export const OCCASIONS = ["hello", "won", "lost", "covered"] as const;
export type Occasion = (typeof OCCASIONS)[number];

export interface Remark {
  readonly seat: Seat;
  readonly bot: string;
  readonly occasion: Occasion;
}

/** A card of this value is worth a word when somebody covers it, on one of so many occasions. */
const HIGH = 7;
const ONE_IN = 3;

/** The seats of bots that have a manner: those that this page knows. */
function talkers(table: TableShape): Seat[] {
  return table.seats.flatMap((seat, place) =>
    seat.kind === "bot" && (seat.bot ?? "") in bots ? [seatAt(place)] : [],
  );
}

const said = (table: TableShape, seat: Seat | undefined, occasion: Occasion): Remark | null =>
  seat === undefined ? null : { seat, bot: table.seats[seat - 1]!.bot ?? "", occasion };

/** The same number for the same event on every device, so that all hear the same. */
function drawn(code: string, number: number, below: number): number {
  let hash = number;
  for (const letter of code) hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) >>> 0;
  return hash % below;
}

/** The greeting of a bot to somebody who plays alone; among people, people greet. */
export function greeting(table: TableShape): Remark | null {
  const { match } = table;
  const isNew = match?.round === 1 && Object.keys(match.stacks).length <= 1;
  const isAlone = table.seats.filter((seat) => seat.kind === "person").length === 1;
  return isNew && isAlone && table.phase === "playing"
    ? said(table, talkers(table)[0], "hello")
    : null;
}

/** What a bot says about an event, if anything: one bot at a time. */
export function remark(before: TableShape, event: TableEvent): Remark | null {
  if (event.kind !== "placed") return null;
  const ended = event.then.find((step) => step.kind === "round_ended");
  return ended ? onEnd(before, event, ended.end.winner) : onCover(before, event);
}

function onEnd(table: TableShape, event: Placed, winner: number | null): Remark | null {
  if (winner === null) return null;
  const mode = modeNamed(table.settings.mode);
  const all = talkers(table);
  const winning = all.find((seat) => sideOf(mode, seat) === winner);
  if (winning !== undefined) return said(table, winning, "won");
  return said(table, all[drawn(table.table, event.number, all.length || 1)], "lost");
}

function onCover(table: TableShape, event: Placed): Remark | null {
  const below = topOf(table.match?.stacks ?? {}, event.cell);
  if (!below || drawn(table.table, event.number, ONE_IN) !== 0) return null;
  const mode = modeNamed(table.settings.mode);
  const { colour, value } = readCard(listed(below).at(-1)!);
  const owner = ownerOf(mode, colour);
  if (value < HIGH || owner === null || sideOf(mode, event.seat) === owner) return null;
  const hurt = talkers(table).find((seat) => sideOf(mode, seat) === owner);
  return said(table, hurt, "covered");
}
