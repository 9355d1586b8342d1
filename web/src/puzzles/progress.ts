// What this device remembers of somebody who solves puzzles: rating, streak, solved ones.
import glicko2 from "glicko2-lite";
import { keptPuzzles, PUZZLES_KEY } from "../play/puzzleDays";
import type { PuzzleShape } from "../wire/wire";

export interface Rating {
  readonly value: number;
  /** The standard error of the value. */
  readonly deviation: number;
  readonly volatility: number;
}

export interface Progress {
  /** How many puzzles were tried; the puzzle of a day counts once. */
  readonly tries: number;
  readonly rating: Rating;
  /** How many were solved in a row until now. */
  readonly streak: number;
  readonly bestStreak: number;
  /** The names of solved puzzles. */
  readonly solved: readonly string[];
  /** Results of puzzles of the day, by day. */
  readonly days: Readonly<Record<string, boolean>>;
}

/** A rating stays able to move, however many puzzles were tried. */
const MIN_DEVIATION = 45;
/** So many tries move a rating too much to show it. */
const FINDING = 5;
const FIRST: Progress = {
  tries: 0,
  rating: { value: 1200, deviation: 350, volatility: 0.06 },
  streak: 0,
  bestStreak: 0,
  solved: [],
  days: {},
};

/** The rating after a try, which is a rating period of its own. */
export function ratingAfter(
  { value, deviation, volatility }: Rating,
  puzzle: Pick<PuzzleShape, "rating" | "deviation">,
  isRight: boolean,
): Rating {
  const result: [number, number, number] = [puzzle.rating, puzzle.deviation, isRight ? 1 : 0];
  const after = glicko2(value, deviation, volatility, [result]);
  return {
    value: after.rating,
    deviation: Math.max(MIN_DEVIATION, after.rd),
    volatility: after.vol,
  };
}

/** Count one more try. */
export function progressAfter(
  before: Progress,
  puzzle: Pick<PuzzleShape, "name" | "rating" | "deviation">,
  isRight: boolean,
  day: string | null,
): Progress {
  const streak = isRight ? before.streak + 1 : 0;
  const isNew = isRight && !before.solved.includes(puzzle.name);
  return {
    tries: before.tries + 1,
    rating: ratingAfter(before.rating, puzzle, isRight),
    streak,
    bestStreak: Math.max(before.bestStreak, streak),
    solved: isNew ? [...before.solved, puzzle.name] : before.solved,
    days: day === null ? before.days : { ...before.days, [day]: isRight },
  };
}

export function readProgress(): Progress {
  return { ...FIRST, ...keptPuzzles() };
}

/** How many more tries it takes until the rating is shown. */
export const triesUntilRating = ({ tries }: Progress): number => Math.max(0, FINDING - tries);

export function writeProgress(progress: Progress): void {
  try {
    localStorage.setItem(PUZZLES_KEY, JSON.stringify(progress));
  } catch {
    // Without storage, the next visit starts anew.
  }
}
