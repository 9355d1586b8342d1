// @vitest-environment node
import { expect, it } from "vitest";
import { codesIn, MOST_TABLES } from "./codes";

it.each([
  ["dhkl-moqr-wxyd", ["dhkl-moqr-wxyd"]],
  ["DHKL-moqr-wxyd,hhkl-moqr-wxyd", ["dhkl-moqr-wxyd", "hhkl-moqr-wxyd"]],
  ["a, b,,a", ["a", "b"]],
  ["", []],
])("finds the codes in %j", (text, codes) => {
  expect(codesIn(text)).toEqual(codes);
});

it("shows no more tables than fit", () => {
  expect(codesIn("a,b,c,d,e,f,g,h")).toHaveLength(MOST_TABLES);
});
