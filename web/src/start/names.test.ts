// @vitest-environment node
import { expect, it } from "vitest";
import { cleanName, LONGEST_NAME, problemOf } from "./names";

it.each([
  ["Ada", "Ada"],
  ["  Þóra \t Björk ", "Þóra Björk"],
  ["Jo\u0308rg", "Jörg"],
  ["🐙", "🐙"],
  ["👨‍👩‍👧‍👦 Ada", "👨‍👩‍👧‍👦 Ada"],
  [
    "🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}",
    "🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}",
  ],
  ["A\u200dda", "A da"],
  ["👩\u200d", "👩"],
  ["...", ""],
  ["\u202e", ""],
  ["   ", ""],
])("makes a name of %j", (typed, name) => {
  expect(cleanName(typed)).toBe(name);
});

it("keeps names short, by whole signs", () => {
  expect([...cleanName("🐙".repeat(40))]).toHaveLength(LONGEST_NAME);
});

it("never cuts an emoji so that half of it is invisible", () => {
  const family = "👩\u200d👩\u200d👧";
  const cut = cleanName(family.repeat(8));
  expect(problemOf(cut)).toBeNull();
  expect(cut.endsWith("\u200d")).toBe(false);
});

it.each([
  ["", null],
  ["👩🏽‍🚀 Zoë", null],
  ["🙂‍↔️", null],
  ["❤️‍🔥", null],
  ["👩\u200d", "signs"],
  ["A\u200dda", "signs"],
  ["A\u{e0067}", "signs"],
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
