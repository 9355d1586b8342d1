// The dots of a card, around its middle, in the units in which the server draws cards.
import { cards } from "../wire/facts.json";
import type { Colour } from "./cards";

type Point = readonly [x: number, y: number];
/** A circle, or the corners of another shape. */
export type Dot = { readonly radius: number } | { readonly points: readonly Point[] };

export const DOTS = cards.dots as unknown as Record<Colour, Dot>;
/** Half the width of a card. */
export const HALF_WIDTH = cards.half_width;
/** The width of the stroke that rounds the corners of every dot. */
export const ROUNDING = cards.rounding;

const PLACES = cards.places as unknown as Record<number, readonly Point[]>;

/** One dot of a colour's shape around a point. */
function dot(colour: Colour, x: number, y: number): string {
  const shape = DOTS[colour];
  if ("radius" in shape) {
    const { radius: r } = shape;
    return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
  }
  return `M${shape.points.map(([right, down]) => `${x + right} ${y + down}`).join("L")}z`;
}

/** All dots of a card in one path. */
export function pips(colour: Colour, value: number): string {
  const places = PLACES[value] ?? [];
  return places.map(([right, down]) => dot(colour, right * cards.step, down * cards.step)).join("");
}

/** One dot of a colour, in the middle. */
export const shape = (colour: Colour): string => dot(colour, 0, 0);
