import { beforeEach, expect, it } from "vitest";
import {
  progressAfter,
  ratingAfter,
  readProgress,
  triesUntilRating,
  writeProgress,
} from "./progress";

const PUZZLE = { name: "1f0c9a7e", rating: 1400, deviation: 60 };

beforeEach(() => localStorage.clear());

it("rates like the terminal", () => {
  // punto.puzzles.glicko: Rating(1500, 200).after(Result(1400, 60, 1))
  const after = ratingAfter({ value: 1500, deviation: 200, volatility: 0.06 }, PUZZLE, true);
  expect(after.value).toBeCloseTo(1563.386, 2);
  expect(after.deviation).toBeCloseTo(175.899, 2);
  expect(after.volatility).toBeCloseTo(0.059999, 5);
});

it("lets a rating move after many puzzles", () => {
  let rating = { value: 1400, deviation: 50, volatility: 0.06 };
  for (let count = 0; count < 200; count += 1) rating = ratingAfter(rating, PUZZLE, count % 2 > 0);
  expect(rating.deviation).toBeGreaterThanOrEqual(45);
});

it("counts streaks, solved puzzles and days", () => {
  let progress = readProgress();
  progress = progressAfter(progress, PUZZLE, true, null);
  progress = progressAfter(progress, PUZZLE, true, "2026-12-24");
  expect(progress).toMatchObject({ streak: 2, bestStreak: 2, solved: ["1f0c9a7e"] });
  progress = progressAfter(progress, PUZZLE, false, "2026-12-25");
  expect(progress).toMatchObject({ streak: 0, bestStreak: 2 });
  expect(progress.days).toEqual({ "2026-12-24": true, "2026-12-25": false });
});

it("shows a rating after five tries", () => {
  let progress = readProgress();
  for (const left of [5, 4, 3, 2, 1, 0]) {
    expect(triesUntilRating(progress)).toBe(left);
    progress = progressAfter(progress, PUZZLE, left % 2 > 0, null);
  }
});

it("remembers on the device, and starts anew where nothing can be read", () => {
  const progress = progressAfter(readProgress(), PUZZLE, true, null);
  writeProgress(progress);
  expect(readProgress()).toEqual(progress);
  localStorage.setItem("punto.puzzles", "nonsense");
  expect(readProgress().streak).toBe(0);
});
