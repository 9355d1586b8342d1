// @vitest-environment node
import { beforeAll, expect, it } from "vitest";
import { words } from "./words.svelte";

beforeAll(() => words.need("common"));

it.each([
  [[], ""],
  [["Ada"], "Ada"],
  [["Ada", "Ben"], "Ada and Ben"],
  [["Ada", "Ben", "Cleo"], "Ada, Ben and Cleo"],
])("lists %j", (names, text) => {
  expect(words.list(names)).toBe(text);
});

it.each([
  [7, "7 and 8"],
  [1234.5, "1,234.5 and 8"],
  [-1000, "-1,000 and 8"],
])("writes %d as people do", (number, text) => {
  expect(words.say("pair", { first: number, second: 8 })).toBe(text);
});
