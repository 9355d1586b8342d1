// The icon: four cards, one of each colour, each with its dot. Drawn as polygons, so that
// it can be written as SVG and painted as PNG.
import type { Colour } from "../src/game/cards.ts";
import type { Dot } from "../src/game/pips.ts";
import { cards, palettes } from "./facts.ts";

export type Point = readonly [x: number, y: number];
export interface Shape {
  readonly colour: string;
  readonly points: readonly Point[];
}

/** All drawings are in a square of this size. */
export const SIZE = 512;

const DOTS = cards.dots as unknown as Record<Colour, Dot>;
const RADIUS = cards.dots.R.radius;
/** Where the cards are: column and row of each colour. */
const PLACES: readonly (readonly [Colour, number, number])[] = [
  ["R", 0, 0],
  ["O", 1, 0],
  ["B", 0, 1],
  ["G", 1, 1],
];
const { ground: GROUND, cards: PAINTS } = palettes.light;

/** A square with round corners as a polygon; a circle if the radius is half its side. */
function rounded(x: number, y: number, side: number, radius: number): Point[] {
  const points: Point[] = [];
  const [near, far] = [radius, side - radius];
  const corners = [
    [far, far],
    [near, far],
    [near, near],
    [far, near],
  ] as const;
  corners.forEach(([cx, cy], quarter) => {
    for (let step = 0; step <= 12; step++) {
      const angle = ((quarter + step / 12) * Math.PI) / 2;
      points.push([x + cx + radius * Math.cos(angle), y + cy + radius * Math.sin(angle)]);
    }
  });
  return points;
}

/** The dot of a colour around a point, so large that a red one has this radius. */
function dotted(colour: Colour, x: number, y: number, radius: number): Point[] {
  const shape = DOTS[colour];
  if ("radius" in shape) return rounded(x - radius, y - radius, 2 * radius, radius);
  const scale = radius / RADIUS;
  return shape.points.map(([right, down]) => [x + right * scale, y + down * scale]);
}

/** The four cards inside a margin, on a ground if there is one. */
export function icon(margin: number, ground: "none" | "full"): Shape[] {
  const inside = SIZE - 2 * margin;
  const side = inside * 0.475;
  const step = inside - side;
  const middle = (place: number): number => margin + place * step + side / 2;
  const cards = PLACES.flatMap(([colour, column, row]): Shape[] => [
    {
      colour: PAINTS[colour].face,
      points: rounded(margin + column * step, margin + row * step, side, side * 0.16),
    },
    {
      colour: PAINTS[colour].dot,
      points: dotted(colour, middle(column), middle(row), side * 0.24),
    },
  ]);
  return [
    ...(ground === "full" ? [{ colour: GROUND, points: rounded(0, 0, SIZE, 0) }] : []),
    ...cards,
  ];
}
