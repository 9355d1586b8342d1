import { beforeEach, expect, it } from "vitest";
import type { SeatShape, TableShape } from "../wire/wire";
import three from "../game/three.fixture.json";
import { advice } from "./advice";
import { follow, levelOf, noteMatch } from "./kept";

const ada: SeatShape = { kind: "person", name: "Ada", device: 1 };
const bot = (name: string): SeatShape => ({ kind: "bot", bot: name });
const before = three.before as unknown as TableShape;
let count = 0;

beforeEach(() => localStorage.clear());

function match(winner: number | null, level = "medium", sides = 2): TableShape {
  return {
    ...before,
    table: `table-${++count}`,
    phase: "over",
    settings: { ...before.settings, mode: sides === 2 ? "2p" : "3p" },
    seats: [ada, ...Array.from({ length: sides - 1 }, () => bot(level))],
    match: { ...before.match!, wins: Array.from({ length: sides }, () => 0) },
    over: { winner, how: "won", seat: null, seed: "" },
  };
}

function play(...matches: TableShape[]): ReturnType<typeof advice> {
  for (const one of matches) {
    noteMatch(one, [1]);
    noteMatch(one, [1]);
  }
  return advice(matches.at(-1)!, [1]);
}

it("suggests a stronger level after two wins in a row, and not after every further one", () => {
  expect(play(match(1))).toBeNull();
  expect(play(match(1))).toEqual({ bot: "skilled", isStronger: true, count: 2 });
  expect(play(match(1))).toBeNull();
  expect(play(match(1))?.count).toBe(4);
});

it("suggests a weaker level after three losses in a row, more against several bots", () => {
  expect(play(match(2), match(2))).toBeNull();
  expect(play(match(2))).toEqual({ bot: "casual", isStronger: false, count: 3 });
  localStorage.clear();
  expect(play(match(2, "hard", 3), match(3, "hard", 3), match(2, "hard", 3))).toBeNull();
  expect(play(match(2, "hard", 3), match(3, "hard", 3), match(2, "hard", 3))?.bot).toBe("skilled");
});

it("suggests nothing after mixed results, at the ends of the scale, or without a winner", () => {
  expect(play(match(1), match(2), match(1))).toBeNull();
  localStorage.clear();
  expect(play(match(1, "master"), match(1, "master"))).toBeNull();
  expect(play(match(2, "beginner"), match(2, "beginner"), match(2, "beginner"))).toBeNull();
  localStorage.clear();
  expect(play(match(1), match(null))).toBeNull();
});

it("knows a level only where one person plays alone against it", () => {
  expect(levelOf(match(1), [1])).toBe("medium");
  expect(levelOf(match(1, "random"), [1])).toBeNull();
  expect(levelOf(match(1), [])).toBeNull();
  const { settings } = match(1);
  expect(levelOf({ ...match(1), settings: { ...settings, handicap: [0, 0] } }, [1])).toBe("medium");
  expect(levelOf({ ...match(1), settings: { ...settings, handicap: [0, 6] } }, [1])).toBeNull();
  expect(levelOf({ ...match(1), seats: [ada, ada] }, [1, 2])).toBeNull();
  expect(levelOf({ ...match(1), seats: [ada, bot("easy"), bot("hard")] }, [1])).toBeNull();
});

it("suggests the level that follows the results, if that is wanted", () => {
  follow(true);
  expect(play(match(1, "easy"))).toEqual({ bot: "casual", isStronger: true, count: 0 });
  expect(play(match(2, "casual"), match(2, "casual"))).toMatchObject({
    isStronger: false,
    count: 0,
  });
});

it("suggests nothing after a deal of the day", () => {
  const deals = [1, 1].map((winner) => ({ ...match(winner), daily: "2026-11-17" }));
  expect(play(...deals)).toBeNull();
});
