// Figures about your own play.
import { MODES, type ModeName } from "../game/facts";
import { LEVELS } from "../start/setup";
import type { PlayedMatch, Result } from "./kept";

export type Tally = Readonly<Record<Result, number>>;

/** How many of these matches were won, lost and drawn. */
export function tallyOf(matches: readonly PlayedMatch[]): Tally {
  const tally = { won: 0, lost: 0, drawn: 0 };
  for (const { result } of matches) tally[result] += 1;
  return tally;
}

export const played = (tally: Tally): number => tally.won + tally.lost + tally.drawn;

/** The share of matches that were won, in percent; null without any. */
export function wonPercent(tally: Tally): number | null {
  const all = played(tally);
  return all === 0 ? null : Math.round((100 * tally.won) / all);
}

export interface Group {
  readonly name: string;
  readonly tally: Tally;
}

/** The results against each level, from the weakest, and against people; only what was played. */
export function byLevel(matches: readonly PlayedMatch[]): Group[] {
  const levels = LEVELS.map((name) => ({
    name: name as string,
    tally: tallyOf(matches.filter(({ level }) => level === name)),
  }));
  const several = matches.filter(({ level, company }) => level === null && company === "bots");
  const people = matches.filter(({ company }) => company === "people");
  return [
    ...levels,
    { name: "several", tally: tallyOf(several) },
    { name: "people", tally: tallyOf(people) },
  ].filter(({ tally }) => played(tally) > 0);
}

/** The results in each mode; only what was played. */
export function byMode(matches: readonly PlayedMatch[]): Group[] {
  return (Object.keys(MODES) as ModeName[])
    .map((name) => ({ name, tally: tallyOf(matches.filter(({ mode }) => mode === name)) }))
    .filter(({ tally }) => played(tally) > 0);
}

export interface Streaks {
  readonly now: number;
  readonly best: number;
}

/** How many matches were won one after another, at present and at best. */
export function streaks(matches: readonly PlayedMatch[]): Streaks {
  let [now, best] = [0, 0];
  for (const { result } of matches) {
    now = result === "won" ? now + 1 : 0;
    best = Math.max(best, now);
  }
  return { now, best };
}

/** The numbers of mistakes in the last matches that were reviewed, the oldest first. */
export function mistakes(matches: readonly PlayedMatch[], most = 40): number[] {
  return matches.flatMap((one) => (one.mistakes === undefined ? [] : [one.mistakes])).slice(-most);
}

/** How many matches were played with hints. */
export const hinted = (matches: readonly PlayedMatch[]): number =>
  matches.filter(({ hints }) => hints !== undefined).length;

/** The average of each number and those just before it, so that a trend can be seen. */
export function smoothed(numbers: readonly number[], width = 5): number[] {
  return numbers.map((_, place) => {
    const some = numbers.slice(Math.max(0, place + 1 - width), place + 1);
    return some.reduce((sum, one) => sum + one, 0) / some.length;
  });
}
