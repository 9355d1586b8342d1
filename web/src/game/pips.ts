// Where the dots of a card are, as on dice, in a square of 100.
import type { Colour } from "./cards";

const [NEAR, MIDDLE, FAR] = [25, 50, 75];

const PLACES: Record<number, readonly (readonly [number, number])[]> = {
  1: [[MIDDLE, MIDDLE]],
  2: [
    [NEAR, FAR],
    [FAR, NEAR],
  ],
  3: [
    [NEAR, FAR],
    [MIDDLE, MIDDLE],
    [FAR, NEAR],
  ],
  4: [
    [NEAR, NEAR],
    [FAR, NEAR],
    [NEAR, FAR],
    [FAR, FAR],
  ],
  5: [
    [NEAR, NEAR],
    [FAR, NEAR],
    [MIDDLE, MIDDLE],
    [NEAR, FAR],
    [FAR, FAR],
  ],
  6: [
    [NEAR, NEAR],
    [FAR, NEAR],
    [NEAR, MIDDLE],
    [FAR, MIDDLE],
    [NEAR, FAR],
    [FAR, FAR],
  ],
  7: [
    [NEAR, NEAR],
    [FAR, NEAR],
    [NEAR, MIDDLE],
    [MIDDLE, MIDDLE],
    [FAR, MIDDLE],
    [NEAR, FAR],
    [FAR, FAR],
  ],
  8: [
    [NEAR, NEAR],
    [MIDDLE, NEAR],
    [FAR, NEAR],
    [NEAR, MIDDLE],
    [FAR, MIDDLE],
    [NEAR, FAR],
    [MIDDLE, FAR],
    [FAR, FAR],
  ],
  9: [
    [NEAR, NEAR],
    [MIDDLE, NEAR],
    [FAR, NEAR],
    [NEAR, MIDDLE],
    [MIDDLE, MIDDLE],
    [FAR, MIDDLE],
    [NEAR, FAR],
    [MIDDLE, FAR],
    [FAR, FAR],
  ],
};

/** One dot of each colour's shape around a point. */
const SHAPES: Record<Colour, (x: number, y: number) => string> = {
  R: (x, y) => `M${x - 9} ${y}a9 9 0 1 0 18 0a9 9 0 1 0 -18 0z`,
  O: (x, y) => `M${x} ${y - 11}l11 11l-11 11l-11 -11z`,
  B: (x, y) => `M${x - 8.5} ${y - 8.5}h17v17h-17z`,
  G: (x, y) => `M${x} ${y - 10.5}l11 19h-22z`,
};

/** All dots of a card in one path. */
export function pips(colour: Colour, value: number): string {
  return (PLACES[value] ?? []).map(([x, y]) => SHAPES[colour](x, y)).join("");
}

/** One dot of a colour, in the middle. */
export const shape = (colour: Colour): string => SHAPES[colour](MIDDLE, MIDDLE);
