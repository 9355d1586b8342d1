import { expect, it } from "vitest";
import type { PuzzleShape } from "../wire/wire";
import { choosePage, choosePuzzle, wishAfter } from "./choosing";

const COUNTS = { "2p": { win: 3, stop: 2 }, "4p": { win: 1 } };
const puzzle = (name: string, rating: number): PuzzleShape => ({
  name,
  rating,
  kind: "win",
  mode: "2p",
  deviation: 60,
  margin: 10,
  seat: 1,
  card: "R5",
  cells: "f7",
  answer: "f7",
  stacks: { f6: "R1" },
});
const PUZZLES = Array.from({ length: 40 }, (_, place) => puzzle(`p${place}`, 800 + 20 * place));

it("chooses among the pages that fit the wish", () => {
  const all = { kind: null, mode: null };
  expect(choosePage(COUNTS, all, () => 0)).toEqual({ mode: "2p", kind: "win" });
  expect(choosePage(COUNTS, all, () => 0.99)).toEqual({ mode: "4p", kind: "win" });
  expect(choosePage(COUNTS, { kind: "stop", mode: null }, () => 0.5)?.mode).toBe("2p");
  expect(choosePage(COUNTS, { kind: "stop", mode: "4p" }, () => 0.5)).toBeUndefined();
});

it("begins with rows to complete for two, and leaves what somebody has chosen", () => {
  const all = { kind: null, mode: null };
  expect(wishAfter(0, all)).toEqual({ kind: "win", mode: "2p" });
  expect(wishAfter(4, all)).toEqual({ kind: null, mode: "2p" });
  expect(wishAfter(8, all)).toEqual(all);
  const chosen = { kind: "stop", mode: null } as const;
  expect(wishAfter(0, chosen)).toBe(chosen);
});

it("chooses a puzzle about as hard as the player is strong", () => {
  for (const dice of [0, 0.5, 0.99]) {
    const found = choosePuzzle(PUZZLES, 1200, [], () => dice);
    expect(Math.abs(found!.rating - 1200)).toBeLessThanOrEqual(120);
  }
});

it("repeats solved puzzles only after all others", () => {
  const solved = PUZZLES.slice(1).map(({ name }) => name);
  expect(choosePuzzle(PUZZLES, 1500, solved, () => 0.7)?.name).toBe("p0");
  const all = PUZZLES.map(({ name }) => name);
  expect(choosePuzzle(PUZZLES, 1500, all, () => 0.7)).toBeDefined();
  expect(choosePuzzle([], 1500, [], () => 0.7)).toBeUndefined();
});
