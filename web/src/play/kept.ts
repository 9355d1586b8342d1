// Your own play, kept on this device and nowhere else: matches, and one wish.
import { ownSide } from "../game/people";
import { LEVELS, type BotName } from "../start/setup";
import type { Seat } from "../wire/numbers";
import type { TableShape } from "../wire/wire";
import { DAILY_KEY } from "./keptDaily";
import { keptPuzzles, PUZZLES_KEY } from "./puzzleDays";

export type Result = "won" | "lost" | "drawn";

/**
 * A finished match of the one person who played on this device. Version 0.2 did not keep when, how
 * and where its matches were played: then time, mode and seat are null.
 */
export interface PlayedMatch {
  readonly table: string;
  /** When it was noted, in milliseconds since 1970. */
  readonly at: number | null;
  readonly mode: string | null;
  readonly seat: Seat | null;
  /** The one level of all others; null against people, or against bots of several levels. */
  readonly level: BotName | null;
  readonly company: "bots" | "people";
  readonly result: Result;
  /** The date of the deal of the day, if it was one. */
  readonly day?: string;
  /** How the deal of the day went, as dots; see `pattern.ts`. */
  readonly pattern?: string;
  /** How many hints the own seat took; missing if it took none. */
  readonly hints?: number;
  /** What a review counted. */
  readonly mistakes?: number;
}

export interface OwnPlay {
  /** The oldest first. */
  readonly matches: readonly PlayedMatch[];
  /** Whether the level of a new match follows the results. */
  readonly isFollowing: boolean;
}

const KEY = "punto.play";
/** Where version 0.2 kept the last results against bots. */
const FORMER_KEY = "punto-results";
const MOST_MATCHES = 2000;

export function ownPlay(): OwnPlay {
  const stored = read(KEY);
  const kept: Partial<OwnPlay> = typeof stored === "object" && stored !== null ? stored : {};
  return {
    matches: Array.isArray(kept.matches) ? kept.matches : formerMatches(),
    isFollowing: kept.isFollowing === true,
  };
}

/** What is stored under a key; what cannot be read counts as nothing. */
function read(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** The results of version 0.2; the first match that is noted stores them with the others. */
function formerMatches(): PlayedMatch[] {
  const stored = read(FORMER_KEY);
  if (!Array.isArray(stored)) return [];
  return stored.flatMap(({ table, bot, isWon }: Record<string, unknown>) => {
    const level = LEVELS.find((name) => name === bot);
    const unknown = { at: null, mode: null, seat: null };
    const result = isWon === true ? ("won" as const) : ("lost" as const);
    return level ? [{ ...unknown, table: String(table), level, company: "bots", result }] : [];
  });
}

function write(change: Partial<OwnPlay>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...ownPlay(), ...change }));
    localStorage.removeItem(FORMER_KEY);
  } catch {
    // Without storage, nothing is remembered.
  }
}

function changeMatch(table: string, change: Partial<PlayedMatch>): void {
  const { matches } = ownPlay();
  write({ matches: matches.map((one) => (one.table === table ? { ...one, ...change } : one)) });
}

/** The level that one person has played against alone, without a handicap; else null. */
export function levelOf(table: TableShape, mine: readonly Seat[]): BotName | null {
  if (mine.length !== 1 || table.settings.handicap?.some(Boolean)) return null;
  const others = table.seats.filter((_, place) => place + 1 !== mine[0]);
  const [first] = others;
  const isOne = others.every((seat) => seat.kind === "bot" && seat.bot === first?.bot);
  return (isOne && LEVELS.find((level) => level === first?.bot)) || null;
}

/** Note a finished match; once, however often its end is shown. */
export function noteMatch(table: TableShape, mine: readonly Seat[], now = Date.now()): void {
  const own = ownSide(table, mine);
  const { matches } = ownPlay();
  if (!table.over || own === null || matches.some((one) => one.table === table.table)) return;
  const { winner } = table.over;
  const hasPeople = table.seats.some(
    (seat, place) => seat.kind === "person" && place + 1 !== mine[0],
  );
  const hints = table.hints?.[mine[0]! - 1];
  const match: PlayedMatch = {
    table: table.table,
    at: now,
    mode: table.settings.mode,
    seat: mine[0]!,
    level: levelOf(table, mine),
    company: hasPeople ? "people" : "bots",
    result: winner === null ? "drawn" : winner === own ? "won" : "lost",
    ...(hints ? { hints } : {}),
    ...(table.daily ? { day: table.daily } : {}),
  };
  write({ matches: [...matches, match].slice(-MOST_MATCHES) });
}

/** Note how many mistakes a review has found in a match; of a match that is not kept, nothing. */
export function noteMistakes(table: string, count: number): void {
  changeMatch(table, { mistakes: count });
}

/** The seat at which a match of one's own was played; null if it is not kept. */
export const ownSeatAt = (table: string): Seat | null =>
  ownPlay().matches.find((match) => match.table === table)?.seat ?? null;

/** Note how a deal of the day went, card by card. */
export function notePattern(table: string, pattern: string): void {
  changeMatch(table, { pattern });
}

export function follow(isFollowing: boolean): void {
  write({ isFollowing });
}

/** Forget everything, puzzles too. */
export function forgetOwnPlay(): void {
  for (const key of [KEY, FORMER_KEY, PUZZLES_KEY, DAILY_KEY]) localStorage.removeItem(key);
}

/** Everything that is kept, puzzles too, as the text of a file. */
export const exported = (): string =>
  `${JSON.stringify({ ...ownPlay(), puzzles: keptPuzzles() }, null, 1)}\n`;
