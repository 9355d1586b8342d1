import { expect, it } from "vitest";
import type { TableEvent } from "../wire/names";
import { cardsIn, patternOf, readPattern } from "./pattern";

const placed = (seat: number, on_top: boolean): TableEvent =>
  ({ kind: "placed", seat, on_top, card: "R7", cell: "f6" }) as unknown as TableEvent;
const started = { kind: "started" } as unknown as TableEvent;

it("shows the own cards in order, then the result, and no card or cell", () => {
  const events = [started, placed(1, false), placed(2, true), placed(1, true), placed(1, false)];
  expect(patternOf(events, 1, true)).toBe("⚪🔵⚪🟢");
  expect(patternOf(events, 1, false)).toBe("⚪🔵⚪⚫");
  expect(cardsIn("⚪🔵⚪⚫")).toBe(3);
  expect(readPattern("⚪🔵⚫")).toEqual(["beside", "on-top", "not-won"]);
  expect(readPattern("⚪?🟢")).toEqual(["beside", "won"]);
});
