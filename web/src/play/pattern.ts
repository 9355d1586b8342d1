// A deal of the day as dots: how many cards it took, and which of them covered others. No card and
// no cell can be told from it, so it can be shown to those who have not played yet.
import type { TableEvent } from "../wire/names";
import type { Seat } from "../wire/numbers";

const [BESIDE, ON_TOP, WON, NOT_WON] = ["⚪", "🔵", "🟢", "⚫"] as const;

const MEANINGS = {
  [BESIDE]: "beside",
  [ON_TOP]: "on-top",
  [WON]: "won",
  [NOT_WON]: "not-won",
} as const;

/** What a dot stands for. */
export type Dot = (typeof MEANINGS)[keyof typeof MEANINGS];

/** The dots of a finished match: one for each card of a seat, and one for the result. */
export function patternOf(events: readonly TableEvent[], seat: Seat, isWon: boolean): string {
  const own = events.filter((event) => event.kind === "placed" && event.seat === seat);
  const dots = own.map((event) => (event.kind === "placed" && event.on_top ? ON_TOP : BESIDE));
  return [...dots, isWon ? WON : NOT_WON].join("");
}

/** What each dot of a pattern stands for. */
export function readPattern(pattern: string): Dot[] {
  return [...pattern].flatMap((dot) => (dot in MEANINGS ? MEANINGS[dot as typeof WON] : []));
}

/** How many cards a pattern stands for. */
export const cardsIn = (pattern: string): number => [...pattern].length - 1;
