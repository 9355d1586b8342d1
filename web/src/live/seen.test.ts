import { beforeEach, expect, it } from "vitest";
import type { TableShape } from "../wire/wire";
import three from "../game/three.fixture.json";
import { endedRounds, keepSeen, seenOf } from "./seen";

const table = three.before as unknown as TableShape;

beforeEach(() => localStorage.clear());

it("remembers what was shown of each table, and forgets the oldest", () => {
  expect(seenOf("never")).toBeNull();
  for (let number = 0; number < 40; number++) keepSeen(`table-${number}`, { number, rounds: 1 });
  expect(seenOf("table-39")).toEqual({ number: 39, rounds: 1 });
  expect(seenOf("table-0")).toBeNull();
  expect(Object.keys(JSON.parse(localStorage.getItem("punto-seen")!) as object)).toHaveLength(30);
});

it("reads nothing that it has not written", () => {
  localStorage.setItem("punto-seen", '{"a": {"number": "many"}, "b": 7}');
  expect(seenOf("a")).toBeNull();
  expect(seenOf("b")).toBeNull();
  localStorage.setItem("punto-seen", "[");
  expect(seenOf("a")).toBeNull();
});

it("counts the rounds that are over", () => {
  const match = table.match!;
  expect(endedRounds({ ...table, match: null })).toBe(0);
  expect(endedRounds({ ...table, match: { ...match, round: 3, winner: null } })).toBe(2);
  expect(endedRounds({ ...table, match: { ...match, round: 3, winner: 1 } })).toBe(3);
});
