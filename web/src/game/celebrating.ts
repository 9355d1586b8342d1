// How much is celebrated: in proportion to what was won.
import type { EndShape } from "../wire/wire";
import type { Colour } from "./cards";

export interface Dot {
  readonly colour: Colour;
  /** Percent of the width. */
  readonly left: number;
  /** Pixels. */
  readonly size: number;
  /** Milliseconds. */
  readonly delay: number;
  readonly fall: number;
  /** Degrees. */
  readonly turn: number;
}

const COUNTED_ROWS = 8;
const ROW = 14;
const MATCH = 36;
const CLEAR_MATCH = 56;

/** A counted round is worth least, then a row, then a match, most a match without a round lost. */
export function celebrated(wins: readonly number[] | undefined, end: EndShape | undefined): number {
  if (!wins) return end?.kind === "line" ? ROW : COUNTED_ROWS;
  return wins.filter((count) => count > 0).length === 1 ? CLEAR_MATCH : MATCH;
}

/** A number from 0 to 1 that looks random, and is the same each time. */
const scattered = (place: number, salt: number): number => {
  const value = Math.sin(place * 12.9898 + salt * 78.233) * 43758.5453;
  return value - Math.floor(value);
};

/** The dots that rain, in the winner's colours in turn. */
export function dotsFor(
  wins: readonly number[] | undefined,
  end: EndShape | undefined,
  colours: readonly Colour[],
): Dot[] {
  return Array.from({ length: colours.length > 0 ? celebrated(wins, end) : 0 }, (_, place) => ({
    colour: colours[place % colours.length]!,
    left: 98 * scattered(place, 1),
    size: 14 + 14 * scattered(place, 2),
    delay: 900 * scattered(place, 3),
    fall: 1500 + 1200 * scattered(place, 4),
    turn: 360 * (scattered(place, 5) - 0.5),
  }));
}
