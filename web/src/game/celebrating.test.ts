import { expect, it } from "vitest";
import type { EndShape } from "../wire/wire";
import { celebrated, dotsFor } from "./celebrating";

const end = (kind: EndShape["kind"]): EndShape => ({
  kind,
  seat: 1,
  winner: 1,
  removed: null,
  runs: [],
  stuck: null,
});

it("celebrates in proportion to the win", () => {
  const wins = [
    celebrated(undefined, end("stalemate")),
    celebrated(undefined, end("line")),
    celebrated([2, 1], undefined),
    celebrated([2, 0], undefined),
  ];
  expect(wins).toEqual([...wins].sort((a, b) => a - b));
  expect(new Set(wins).size).toBe(wins.length);
});

it("lets dots rain in the winner's colours only", () => {
  const dots = dotsFor([1, 0], undefined, ["B", "G"]);
  expect(new Set(dots.map((dot) => dot.colour))).toEqual(new Set(["B", "G"]));
  expect(dots.every((dot) => dot.left >= 0 && dot.left < 100)).toBe(true);
  expect(dotsFor([1, 0], undefined, [])).toEqual([]);
});
