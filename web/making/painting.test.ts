// @vitest-environment node
import { inflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { icon, SIZE } from "./artwork.ts";
import { palettes } from "./facts.ts";
import { png, svg } from "./painting.ts";

/** Red, green and blue of a colour. */
const parts = (colour: string): number[] =>
  [1, 3, 5].map((place) => parseInt(colour.slice(place, place + 2), 16));

/** The colours of a painted picture, read back. */
function pixels(file: Buffer, size: number): (x: number, y: number) => number[] {
  const start = file.indexOf("IDAT");
  const rows = inflateSync(file.subarray(start + 4, start + 4 + file.readUInt32BE(start - 4)));
  return (x, y) => [...rows.subarray(y * (size * 4 + 1) + 1 + x * 4).subarray(0, 4)];
}

test("every shape is a path", () => {
  const shapes = icon(16, "full");
  expect(svg(shapes).match(/<path /g)).toHaveLength(shapes.length);
});

test("a picture has the colours of its shapes, and nothing where there is none", () => {
  const file = png(icon(0, "none"), 64);
  const at = pixels(file, 64);
  expect(file.subarray(1, 4).toString()).toBe("PNG");
  expect(file.readUInt32BE(16)).toBe(64);
  const { face, dot } = palettes.light.cards.R;
  expect(at(3, 15)).toEqual([...parts(face), 255]);
  expect(at(15, 15)).toEqual([...parts(dot), 255]);
  expect(at(32, 32)[3]).toBe(0);
});

test("a ground fills the whole square", () => {
  const at = pixels(png(icon(112, "full"), 64), 64);
  const ground = parts(palettes.light.ground);
  for (const place of [0, 63]) expect(at(place, place)).toEqual([...ground, 255]);
});

test("edges are smooth", () => {
  const half = [
    {
      colour: "#ffffff",
      points: [
        [0, 0],
        [SIZE, 0],
        [0, SIZE],
      ] as const,
    },
  ];
  const alpha = pixels(png(half, 8), 8)(3, 4)[3]!;
  expect(alpha).toBeGreaterThan(64);
  expect(alpha).toBeLessThan(192);
});
