import { beforeEach, expect, test, vi } from "vitest";
import { savePrefs } from "../prefs.svelte";
import { unknownMarks, useMark } from "./marks";

vi.hoisted(() => Object.assign(globalThis, { matchMedia: () => ({ matches: true }) }));

beforeEach(() => savePrefs({ marks: {} }));

const stacks = { f6: "R4", g6: "B9" };

test("marks in sight are explained, no others", () => {
  expect(unknownMarks(["f6", "e5"], stacks, "g6")).toEqual(["beside", "over"]);
  expect(unknownMarks(["e5"], stacks, "g6")).toEqual(["beside"]);
  expect(unknownMarks([], stacks, "g6")).toEqual(["last"]);
  expect(unknownMarks([], {}, null)).toEqual([]);
});

test("a mark that was used three times is known", () => {
  for (let times = 0; times < 3; times++) {
    expect(unknownMarks(["e5"], stacks, "g6")).toEqual(["beside"]);
    useMark("beside");
  }
  expect(unknownMarks(["f6", "e5"], stacks, "g6")).toEqual(["over"]);
});
