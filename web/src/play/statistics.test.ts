import { expect, it } from "vitest";
import type { PlayedMatch } from "./kept";
import {
  byLevel,
  byMode,
  hinted,
  mistakes,
  smoothed,
  streaks,
  tallyOf,
  wonPercent,
} from "./statistics";

let count = 0;
const match = (change: Partial<PlayedMatch> = {}): PlayedMatch => ({
  table: `table-${++count}`,
  at: count,
  mode: "2p",
  seat: 1,
  level: "medium",
  company: "bots",
  result: "won",
  ...change,
});

it("counts results and their share", () => {
  const tally = tallyOf([match(), match({ result: "lost" }), match({ result: "drawn" })]);
  expect(tally).toEqual({ won: 1, lost: 1, drawn: 1 });
  expect(wonPercent(tally)).toBe(33);
  expect(wonPercent(tallyOf([]))).toBeNull();
});

it("groups by level from the weakest, then several levels and people, without empty groups", () => {
  const groups = byLevel([
    match({ level: "hard", result: "lost" }),
    match({ level: "easy" }),
    match({ level: null }),
    match({ level: null, company: "people", result: "lost" }),
    match({ level: "easy", result: "lost" }),
  ]);
  expect(groups.map(({ name }) => name)).toEqual(["easy", "hard", "several", "people"]);
  expect(groups[0]!.tally).toEqual({ won: 1, lost: 1, drawn: 0 });
});

it("counts the matches with hints", () => {
  expect(hinted([match({ hints: 2 }), match(), match({ hints: 1 })])).toBe(2);
});

it("groups by mode in the usual order", () => {
  const groups = byMode([
    match({ mode: "teams" }),
    match({ mode: "2p" }),
    match({ mode: "teams" }),
  ]);
  expect(groups.map(({ name, tally }) => [name, tally.won])).toEqual([
    ["2p", 1],
    ["teams", 2],
  ]);
});

it("knows the best streak and the present one", () => {
  const results = ["won", "won", "won", "lost", "won", "drawn", "won", "won"] as const;
  expect(streaks(results.map((result) => match({ result })))).toEqual({ now: 2, best: 3 });
  expect(streaks([])).toEqual({ now: 0, best: 0 });
});

it("lists the mistakes of reviewed matches only, and smooths them", () => {
  const matches = [match({ mistakes: 4 }), match(), match({ mistakes: 0 }), match({ mistakes: 2 })];
  expect(mistakes(matches)).toEqual([4, 0, 2]);
  expect(mistakes(matches, 2)).toEqual([0, 2]);
  expect(smoothed([4, 0, 2], 2)).toEqual([4, 2, 1]);
});
