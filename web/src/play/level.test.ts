import { expect, it } from "vitest";
import { LEVELS } from "../start/setup";
import type { PlayedMatch, Result } from "./kept";
import { expected, fittingLevel, strengthOf } from "./level";

const match = (level: number | null, result: Result, mode = "2p"): PlayedMatch => ({
  table: "",
  at: 0,
  mode,
  seat: 1,
  level: level === null ? null : LEVELS[level]!,
  company: "bots",
  result,
});

/** A small generator of its own (mulberry32), so that a failure can be repeated. */
function generator(seed: number): () => number {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), seed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

it("expects an even match at the same strength, and seven of ten one level below", () => {
  expect(expected(3, 3)).toBe(0.5);
  expect(expected(3, 2)).toBeCloseTo(0.7, 1);
  expect(expected(3, 4)).toBeCloseTo(0.3, 1);
});

it("begins with the level of a newcomer", () => {
  expect(fittingLevel([])).toBe("easy");
});

it("moves quickly at first, and slowly after many matches", () => {
  expect(fittingLevel([match(1, "won")])).toBe("casual");
  expect(fittingLevel([match(1, "lost")])).toBe("beginner");
  const even = Array.from({ length: 40 }, (_, place) => match(3, place % 2 ? "won" : "lost"));
  const before = strengthOf(even);
  expect(Math.abs(strengthOf([...even, match(3, "won")]) - before)).toBeLessThan(0.25);
});

it("stays within the levels", () => {
  expect(fittingLevel(Array.from({ length: 60 }, () => match(7, "won")))).toBe("master");
  expect(fittingLevel(Array.from({ length: 60 }, () => match(0, "lost")))).toBe("beginner");
});

it("counts only matches of two against one level that somebody won", () => {
  const others = [match(1, "won", "3p"), match(null, "won"), match(1, "drawn")];
  expect(strengthOf(others)).toBe(strengthOf([]));
});

it("finds the level at which people of any strength win about half", () => {
  for (const strength of [1, 2.4, 4, 5.6]) {
    const random = generator(Math.round(100 * strength));
    const matches: PlayedMatch[] = [];
    for (let count = 0; count < 430; count += 1) {
      const level = LEVELS.indexOf(fittingLevel(matches));
      matches.push(match(level, random() < expected(strength, level) ? "won" : "lost"));
    }
    const later = matches.slice(30);
    const won = later.filter(({ result }) => result === "won").length / later.length;
    expect(won).toBeGreaterThan(0.42);
    expect(won).toBeLessThan(0.58);
  }
});
