// @vitest-environment node
import { expect, it } from "vitest";
import { cleanName, LONGEST_NAME } from "./names";

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
