import { expect, it } from "vitest";
import type { ReasonShape } from "../wire/wire";
import { whyRight, whyWrong } from "./explaining";

const reason = (kind: string, is_bad = false): ReasonShape =>
  ({ kind, is_bad, side: 1, cells: "", gaps: "", cards: "", out_of: 0 }) as unknown as ReasonShape;
const kinds = (reasons: readonly ReasonShape[]): string[] => reasons.map(({ kind }) => kind);

it("gives at most two reasons for the answer, none against it", () => {
  const all = [
    reason("blocks"),
    reason("leaves", true),
    reason("opens"),
    reason("builds"),
    reason("covers", true),
  ];
  expect(kinds(whyRight("best", all))).toEqual(["blocks", "opens"]);
  expect(kinds(whyRight("win", [reason("wins"), reason("covers")]))).toEqual(["wins"]);
});

it("does not explain the count with a covered card", () => {
  expect(whyRight("stalemate", [reason("covers")])).toEqual([]);
  expect(kinds(whyRight("cover", [reason("covers")]))).toEqual(["covers"]);
});

it("says what is wrong with a cell, the most important first", () => {
  const all = [reason("misses", true), reason("leaves", true), reason("opens")];
  expect(kinds(whyWrong(all))).toEqual(["misses"]);
  const three = [reason("leaves", true), reason("opens"), ...Array(2).fill(reason("spoils", true))];
  expect(kinds(whyWrong(three))).toEqual(["leaves", "spoils"]);
});

it("has nothing to say about a cell that only covers a card", () => {
  expect(whyWrong([reason("covers"), reason("closes_rows")])).toEqual([]);
  expect(kinds(whyWrong([reason("opens"), reason("builds")]))).toEqual(["opens"]);
});
