// How a round without a line is counted, row by row.
import type { EndShape, RunShape } from "../wire/wire";
import { listed } from "./cards";
import { tieOf } from "./facts";

export interface CountedRun extends RunShape {
  readonly side: number;
}

/** The runs of an end in the order in which they are shown: by side, starting with the first. */
export function counted(end: EndShape): CountedRun[] {
  return end.runs.flatMap((runs, place) => runs.map((run) => ({ ...run, side: place + 1 })));
}

export interface Sum {
  readonly side: number;
  readonly rows: number;
  /** What breaks a tie: all points, or those of the lowest row; none without a row. */
  readonly points: number | null;
}

/** What each side has after a number of runs have been counted. */
export function sums(end: EndShape, edition: string, shown = Infinity): Sum[] {
  const runs = counted(end).slice(0, shown);
  return end.runs.map((_, place) => {
    const points = runs.filter((run) => run.side === place + 1).map((run) => run.points);
    const sum =
      tieOf(edition) === "total" ? points.reduce((a, b) => a + b, 0) : Math.min(...points);
    return { side: place + 1, rows: points.length, points: points.length > 0 ? sum : null };
  });
}

export type Verdict =
  | { kind: "line"; winner: number; cards: number }
  | { kind: "rows"; winner: number; rows: number; other: number }
  | { kind: "points"; winner: number; points: number; other: number }
  | { kind: "draw"; has: "none" | "tie" };

/** Why a round ended as it did. */
export function verdict(end: EndShape, edition: string): Verdict {
  if (end.kind === "line" && end.winner !== null) {
    const longest = Math.max(...counted(end).map((run) => listed(run.cells).length));
    return { kind: "line", winner: end.winner, cards: longest };
  }
  const all = sums(end, edition);
  const most = Math.max(...all.map((sum) => sum.rows));
  if (end.winner === null) return { kind: "draw", has: most > 0 ? "tie" : "none" };
  const own = all[end.winner - 1]!;
  const others = all.filter((sum) => sum.side !== end.winner);
  const ties = others.filter((sum) => sum.rows === own.rows);
  if (ties.length > 0) {
    const other = Math.min(...ties.map((sum) => sum.points ?? Infinity));
    return { kind: "points", winner: end.winner, points: own.points ?? 0, other };
  }
  const other = Math.max(...others.map((sum) => sum.rows));
  return { kind: "rows", winner: end.winner, rows: own.rows, other };
}

/** The cell of the card that leaves the match. */
export function leavingCell(end: EndShape): string | null {
  if (end.removed === null || end.winner === null) return null;
  for (const run of end.runs[end.winner - 1] ?? []) {
    const place = listed(run.cards).indexOf(end.removed);
    if (place >= 0) return listed(run.cells)[place] ?? null;
  }
  return null;
}
