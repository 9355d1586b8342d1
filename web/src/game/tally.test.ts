import { expect, test } from "vitest";
import type { EndShape } from "../wire/wire";
import { counted, leavingCell, sums, verdict } from "./tally";

const run = (cells: string, cards: string) => ({
  cells,
  cards,
  points: cards.split(" ").reduce((sum, card) => sum + Number(card[1]), 0),
});
const end = (change: Partial<EndShape>): EndShape => ({
  kind: "stalemate",
  seat: 1,
  winner: 1,
  removed: null,
  runs: [],
  stuck: null,
  ...change,
});
/** The example of the booklets. */
const booklet = end({
  removed: "R7",
  runs: [[run("a1 b1 c1", "R3 R7 R5")], [run("a3 b3 c3", "O5 O4 O8")], [], []],
});

test("15 beats 17", () => {
  expect(verdict(booklet, "english-2018")).toEqual({
    kind: "points",
    winner: 1,
    points: 15,
    other: 17,
  });
});

test("rows are counted one after the other", () => {
  expect(counted(booklet).map((one) => one.side)).toEqual([1, 2]);
  expect(sums(booklet, "english-2018", 1).map((sum) => sum.rows)).toEqual([1, 0, 0, 0]);
  expect(sums(booklet, "english-2018", 0)[0]?.points).toBeNull();
});

test("more rows win", () => {
  const more = end({
    winner: 2,
    runs: [
      [run("a1 b1 c1", "R1 R1 R2")],
      [run("a3 b3 c3", "B9 B8 B9"), run("a3 a4 a5", "B9 B7 B6")],
    ],
  });
  expect(verdict(more, "english-2018")).toEqual({ kind: "rows", winner: 2, rows: 2, other: 1 });
});

test("where the lowest row counts, the others do not", () => {
  const two = end({ runs: [[run("a1 b1 c1", "R1 R1 R2"), run("a3 b3 c3", "R9 R8 R9")]] });
  expect(sums(two, "english-2018")[0]?.points).toBe(30);
  expect(sums(two, "german-2018")[0]?.points).toBe(4);
});

test("a draw has rows or none", () => {
  expect(verdict(end({ kind: "draw", winner: null, runs: [[], []] }), "english-2018")).toEqual({
    kind: "draw",
    has: "none",
  });
});

test("the highest card leaves from where it lies", () => {
  expect(leavingCell(booklet)).toBe("b1");
  expect(leavingCell(end({ winner: null }))).toBeNull();
});
