// The icon: four cards, one of each colour, with the dot of each. Drawn once, as polygons, so that
// it can be written as SVG and painted as PNG.

export type Point = readonly [x: number, y: number];
export interface Shape {
  readonly colour: string;
  readonly points: readonly Point[];
}

/** All drawings are in a square of this size. */
export const SIZE = 512;
export const GROUND = "#f4efe6";
const LIGHT = "#fffaf2";
const BROWN = "#4a2c05";

/** A square with round corners, as one line of points; a circle if they are round enough. */
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

const circle = (x: number, y: number, r: number): Point[] => rounded(x - r, y - r, 2 * r, r);
const square = (x: number, y: number, r: number): Point[] => rounded(x - r, y - r, 2 * r, r / 8);
const diamond = (x: number, y: number, r: number): Point[] => [
  [x, y - r],
  [x + r, y],
  [x, y + r],
  [x - r, y],
];
const triangle = (x: number, y: number, r: number): Point[] => [
  [x, y - r],
  [x + r, y + 0.75 * r],
  [x - r, y + 0.75 * r],
];

/** The four cards inside a margin, on a ground if there is one. */
export function icon(margin: number, ground: "none" | "full"): Shape[] {
  const inside = SIZE - 2 * margin;
  const side = inside * 0.475;
  const step = inside - side;
  const card = (column: number, row: number, colour: string): Shape => ({
    colour,
    points: rounded(margin + column * step, margin + row * step, side, side * 0.16),
  });
  const at = (place: number): number => margin + place * step + side / 2;
  const dot = side * 0.24;
  const grounds = {
    none: [],
    full: [{ colour: GROUND, points: rounded(0, 0, SIZE, 0) }],
  };
  return [
    ...grounds[ground],
    card(0, 0, "#c92f43"),
    { colour: LIGHT, points: circle(at(0), at(0), dot) },
    card(1, 0, "#f2a71b"),
    { colour: BROWN, points: diamond(at(1), at(0), dot * 1.2) },
    card(0, 1, "#2c68c4"),
    { colour: LIGHT, points: square(at(0), at(1), dot * 0.9) },
    card(1, 1, "#27805a"),
    { colour: LIGHT, points: triangle(at(1), at(1), dot * 1.1) },
  ];
}
