import { beforeEach, expect, it } from "vitest";
import three from "../game/three.fixture.json";
import type { SeatShape, TableShape } from "../wire/wire";
import {
  exported,
  follow,
  forgetOwnPlay,
  noteMatch,
  noteMistakes,
  notePattern,
  ownPlay,
} from "./kept";
import { puzzleDays } from "./puzzleDays";

const ada: SeatShape = { kind: "person", name: "Ada", device: 1 };
const ben: SeatShape = { kind: "person", name: "Ben", device: 2 };
const bot: SeatShape = { kind: "bot", bot: "medium" };
const before = three.before as unknown as TableShape;

beforeEach(() => localStorage.clear());

function table(code: string, winner: number | null, change: Partial<TableShape> = {}): TableShape {
  return {
    ...before,
    table: code,
    phase: "over",
    settings: { ...before.settings, mode: "2p" },
    seats: [ada, bot],
    over: { winner, how: "won", seat: null, seed: "" },
    ...change,
  };
}

it("notes a finished match once, with what is needed for the figures", () => {
  noteMatch(table("a", 1), [1], 5);
  noteMatch(table("a", 1), [1], 6);
  noteMatch(table("b", 1, { seats: [ada, ben] }), [2], 7);
  noteMatch(table("c", null, { daily: "2026-11-17" }), [1], 8);
  expect(ownPlay().matches).toEqual([
    { table: "a", at: 5, mode: "2p", seat: 1, level: "medium", company: "bots", result: "won" },
    { table: "b", at: 7, mode: "2p", seat: 2, level: null, company: "people", result: "lost" },
    {
      table: "c",
      at: 8,
      mode: "2p",
      seat: 1,
      level: "medium",
      company: "bots",
      result: "drawn",
      day: "2026-11-17",
    },
  ]);
});

it("notes the hints of the own seat, if there were any", () => {
  noteMatch(table("a", 1, { hints: [2, 0] }), [1], 5);
  noteMatch(table("b", 1, { hints: [2, 0], seats: [ben, ada] }), [2], 6);
  expect(ownPlay().matches.map(({ hints }) => hints)).toEqual([2, undefined]);
});

it("notes nothing where nobody or several people play on this device, or before the end", () => {
  noteMatch(table("a", 1), []);
  noteMatch(table("b", 1, { seats: [ada, ada] }), [1, 2]);
  noteMatch(table("c", 1, { over: null }), [1]);
  expect(ownPlay().matches).toEqual([]);
});

it("adds mistakes and a pattern to a match that is kept, and to no other", () => {
  noteMatch(table("a", 1), [1], 5);
  noteMistakes("a", 3);
  notePattern("a", "⚪🟢");
  noteMistakes("b", 1);
  expect(ownPlay().matches).toMatchObject([{ table: "a", mistakes: 3, pattern: "⚪🟢" }]);
});

it("knows the puzzles of the day that were tried", () => {
  expect(puzzleDays()).toEqual({});
  const days = { "2026-11-17": false, "2026-11-18": true };
  localStorage.setItem("punto.puzzles", JSON.stringify({ streak: 1, days }));
  expect(puzzleDays()).toEqual(days);
  localStorage.setItem("punto.puzzles", "7");
  expect(puzzleDays()).toEqual({});
});

it("exports everything, and forgets everything", () => {
  noteMatch(table("a", 1), [1], 5);
  follow(true);
  expect(JSON.parse(exported())).toEqual({ ...ownPlay(), puzzles: null });
  localStorage.setItem("punto.puzzles", '{"streak":1}');
  expect(JSON.parse(exported())).toMatchObject({ puzzles: { streak: 1 } });
  expect(ownPlay().isFollowing).toBe(true);
  forgetOwnPlay();
  expect(ownPlay()).toEqual({ matches: [], isFollowing: false });
  expect(localStorage.length).toBe(0);
});

it("takes over the results of version 0.2", () => {
  const former = [
    { table: "a", bot: "medium", isWon: true },
    { table: "b", bot: "hard", isWon: false },
    { table: "c", bot: "nobody", isWon: true },
  ];
  localStorage.setItem("punto-results", JSON.stringify(former));
  const unknown = { at: null, mode: null, seat: null, company: "bots" };
  const taken = [
    { ...unknown, table: "a", level: "medium", result: "won" },
    { ...unknown, table: "b", level: "hard", result: "lost" },
  ];
  expect(ownPlay().matches).toEqual(taken);
  noteMatch(table("d", 1), [1], 5);
  expect(ownPlay().matches.slice(0, 2)).toEqual(taken);
  expect(ownPlay().matches).toHaveLength(3);
  expect(localStorage.getItem("punto-results")).toBeNull();
});

it("survives what cannot be read", () => {
  for (const text of ["", "null", "[]", "{", '{"matches":7}']) {
    localStorage.setItem("punto.play", text);
    expect(ownPlay()).toEqual({ matches: [], isFollowing: false });
  }
});
