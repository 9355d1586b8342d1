import { beforeEach, expect, it } from "vitest";
import { keepDaily, keptDaily } from "../play/keptDaily";
import { words } from "../words/words.svelte";
import { dealState, puzzleState } from "./today";

const DAY = "2026-11-17";
const keepDeal = (result: string, day = DAY): void =>
  localStorage.setItem(
    "punto.play",
    JSON.stringify({ matches: [{ day, result, level: "casual" }] }),
  );
const keepPuzzles = (kept: object): void =>
  localStorage.setItem("punto.puzzles", JSON.stringify(kept));

beforeEach(async () => {
  localStorage.clear();
  await words.begin("en", "start", "play");
});

it("says how the deal of the day stands, and against whom", () => {
  expect(dealState(DAY)).toBe("Not played yet");
  keepDaily(DAY, "casual", null);
  expect(dealState(DAY)).toMatch(/^Not played yet, against [A-Z]/);
  keepDaily(DAY, "casual", "abcd");
  expect(dealState(DAY)).toBe("Begun, not finished yet");
  keepDeal("won");
  expect(dealState(DAY)).toMatch(/^Won against [A-Z]/);
  keepDeal("lost");
  expect(dealState(DAY)).toMatch(/^Not won against [A-Z]/);
  expect(dealState("2026-11-18")).toBe("Not played yet");
});

it("says how puzzles stand: no rating before it is found", () => {
  expect(puzzleState(DAY)).toBe("Find the right cell");
  keepPuzzles({ tries: 2, streak: 1, days: { [DAY]: true } });
  expect(puzzleState(DAY)).toBe("Today’s: solved");
  keepPuzzles({ tries: 9, streak: 3, rating: { value: 1234.4 }, days: { [DAY]: false } });
  expect(puzzleState(DAY)).toBe("Rating 1234 · 3 in a row · Today’s: not solved");
  expect(puzzleState("2026-11-18")).toContain("not tried yet");
});

it("keeps the last tables, each once", () => {
  for (const table of ["a", "b", "a"]) keepDaily(DAY, "easy", table);
  keepDaily(DAY, "easy", null);
  expect(keptDaily()?.tables).toEqual(["a", "b"]);
});
