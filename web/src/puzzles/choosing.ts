// Which puzzle comes next: one about as hard as the player is strong.
import type { Puzzles, PuzzleShape } from "../wire/wire";

export const KINDS = ["win", "stop", "cover", "stalemate", "best"] as const;
export type Kind = (typeof KINDS)[number];

/** What somebody wants to practise; null is everything. */
export interface Wish {
  readonly kind: Kind | null;
  readonly mode: string | null;
}

/** How many puzzles a newcomer gets that complete a row for two, and how many more for two. */
const [FIRST_WINS, FIRST_FOR_TWO] = [4, 4];

/** What to offer somebody who has tried so few: the easiest idea first. What they choose stays. */
export function wishAfter(tries: number, wish: Wish): Wish {
  if (wish.kind !== null || wish.mode !== null) return wish;
  return {
    kind: tries < FIRST_WINS ? "win" : null,
    mode: tries < FIRST_WINS + FIRST_FOR_TWO ? "2p" : null,
  };
}

/** The next puzzle is one of this many whose ratings are nearest to the player's. */
const NEARBY = 12;

export type Dice = () => number;

const oneOf = <One>(ones: readonly One[], dice: Dice): One | undefined =>
  ones[Math.floor(dice() * ones.length)];

/** The page of puzzles to choose from: a mode and a kind; undefined if there is no such puzzle. */
export function choosePage(
  counts: Puzzles["counts"],
  wish: Wish,
  dice: Dice,
): { mode: string; kind: string } | undefined {
  const pages = Object.entries(counts).flatMap(([mode, kinds]) =>
    Object.keys(kinds).map((kind) => ({ mode, kind })),
  );
  const fitting = pages.filter(
    ({ mode, kind }) =>
      (wish.mode === null || wish.mode === mode) && (wish.kind === null || wish.kind === kind),
  );
  return oneOf(fitting, dice);
}

/** A puzzle of a page; solved ones come again only after all others. */
export function choosePuzzle(
  puzzles: readonly PuzzleShape[],
  rating: number,
  solved: readonly string[],
  dice: Dice,
): PuzzleShape | undefined {
  const known = new Set(solved);
  const fresh = puzzles.filter(({ name }) => !known.has(name));
  const sorted = (fresh.length > 0 ? fresh : [...puzzles]).toSorted(
    (one, other) => Math.abs(one.rating - rating) - Math.abs(other.rating - rating),
  );
  return oneOf(sorted.slice(0, NEARBY), dice);
}
