import { expect, test } from "vitest";
import { objection, topOf } from "./reasons";

const row = { a6: "R1", b6: "O2", c6: "B3", d6: "G4", e6: "R5", f6: "O6 B7" };

test.each([
  ["the first card goes in the middle", {}, "R5", "f6", null],
  ["and nowhere else", {}, "R5", "g6", "not-origin"],
  ["beside a card by a corner", { f6: "R5" }, "O1", "g7", null],
  ["away from all cards", { f6: "R5" }, "O1", "h8", "touches-nothing"],
  ["over a lower card", { f6: "R4" }, "O5", "f6", null],
  ["over an equal card", { f6: "R5" }, "O5", "f6", "not-lower"],
  ["over a higher card of a stack", row, "O6", "f6", "not-lower"],
  ["a seventh column", row, "O9", "g6", "too-wide"],
  ["a seventh column by a corner", row, "O9", "g7", "too-wide"],
  ["far beyond the edge", row, "O9", "i9", "too-wide"],
  ["off the table", row, "O9", "`6", "too-wide"],
  ["a second row", row, "O9", "f7", null],
  [
    "a seventh row",
    { f1: "R1", f2: "R2", f3: "R3", f4: "R4", f5: "R5", f6: "R6" },
    "O9",
    "f7",
    "too-high",
  ],
])("%s", (_, stacks, card, cell, code) => {
  expect(objection(stacks as unknown as Record<string, string>, card, cell)).toBe(code);
});

test("only the top card of a stack counts", () => {
  expect(topOf(row, "f6")).toBe("B7");
  expect(topOf(row, "k9")).toBeUndefined();
});
