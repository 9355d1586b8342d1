// The curve of the chances over a match: for each side, one line a round.
import type { Moment } from "../replay/moments";
import type { JudgedShape } from "../wire/wire";

export interface Point {
  /** The place among all moments. */
  readonly at: number;
  /** From 0 to 1. */
  readonly chance: number;
}

/** The points of a side, in pieces: a round each, and shorter ones while some are missing. */
export function piecesOf(
  moments: readonly Moment[],
  judgedAt: (moment: Moment) => JudgedShape | null,
  side: number,
): Point[][] {
  const pieces: Point[][] = [];
  let piece: Point[] = [];
  moments.forEach((moment, at) => {
    const chance = moment.end
      ? Number(moment.end.winner === side)
      : judgedAt(moment)?.chances[side - 1];
    const isGap = chance === undefined || moment.cards === 0;
    if (isGap && piece.length > 0) {
      pieces.push(piece);
      piece = [];
    }
    if (chance !== undefined) piece.push({ at, chance });
  });
  return piece.length > 0 ? [...pieces, piece] : pieces;
}

/** A line through points, in a picture of this size. */
export function pathOf(points: readonly Point[], last: number, width: number, height: number) {
  return points
    .map(({ at, chance }, place) => {
      const [x, y] = [(at / Math.max(1, last)) * width, (1 - chance) * height];
      return `${place === 0 ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`;
    })
    .join("");
}
