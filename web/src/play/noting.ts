// Noting how a deal of the day went, with what only the server still knows of it.
import { api } from "../wire/api";
import { noteMatch, notePattern, ownPlay, type PlayedMatch } from "./kept";
import { patternOf } from "./pattern";

/** The person's seat in a deal of the day. */
const SEAT = 1;

export const dealOf = (day: string): PlayedMatch | null =>
  ownPlay().matches.find((match) => match.day === day) ?? null;

/** Note a finished deal of the day with its pattern; it may have ended while nobody looked. */
export async function noteDeal(day: string, table: string): Promise<PlayedMatch | null> {
  if (dealOf(day) === null) noteMatch(await api.table(table), [SEAT]);
  const deal = dealOf(day);
  if (deal === null || deal.pattern) return deal;
  const { events } = await api.events(table, 0);
  notePattern(table, patternOf(events, SEAT, deal.result === "won"));
  return dealOf(day);
}
