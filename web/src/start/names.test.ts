// @vitest-environment node
import { expect, it } from "vitest";
import { cleanName, LONGEST_NAME, problemOf } from "./names";

it.each([
  ["Ada", "Ada"],
  ["  Þóra \t Björk ", "Þóra Björk"],
  ["Jo\u0308rg", "Jörg"],
  ["🐙", "🐙"],
  ["...", ""],
  ["\u202e", ""],
  ["   ", ""],
])("makes a name of %j", (typed, name) => {
  expect(cleanName(typed)).toBe(name);
});

it("keeps names short, by whole signs", () => {
  expect([...cleanName("🐙".repeat(40))]).toHaveLength(LONGEST_NAME);
});

it.each([
  ["", null],
  ["   ", null],
  ["Ada", null],
  ["\tÞóra Björk ", null],
  ["🐙".repeat(LONGEST_NAME), null],
  ["🐙".repeat(LONGEST_NAME + 1), "long"],
  ["A\u202eda", "signs"],
  ["\u200b", "signs"],
  ["...", "bare"],
])("says what is wrong with %j: %s", (typed, problem) => {
  expect(problemOf(typed)).toBe(problem);
});
