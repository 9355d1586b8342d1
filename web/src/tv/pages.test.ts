// @vitest-environment node
import { expect, it } from "vitest";
import { pageOf } from "./pages";

it("shows every part of a list in turn, and begins again", () => {
  const all = [1, 2, 3, 4, 5];
  expect([0, 1, 2, 3].map((turn) => pageOf(all, 2, turn))).toEqual([[1, 2], [3, 4], [5], [1, 2]]);
  expect(pageOf(all, 10, 7)).toEqual(all);
  expect(pageOf([], 10, 7)).toEqual([]);
});
