// @vitest-environment node
import { expect, it } from "vitest";
import { MODES } from "../game/facts";
import { almostThere, isClosed } from "./firsts";

it.each([
  ["nothing lies there", {}, false],
  ["it is six wide", { f6: "R1", g6: "R2", h6: "B1", i6: "B2", j6: "R3", k6: "R4" }, false],
  ["it is six wide and six high", { f6: "R1", k11: "B9" }, true],
])("the square is closed or open when %s", (_, stacks, is) => {
  expect(isClosed(stacks)).toBe(is);
});

const FOUR = { e5: "R2", f6: "O4 R6", g7: "R3", h8: "R8" };

it.each([
  ["a row one short of winning", "2p", FOUR, [1]],
  ["a card in it is covered", "2p", { ...FOUR, g7: "R3 B5" }, []],
  ["the row has won already", "2p", { ...FOUR, d4: "R9" }, []],
  ["four where three are enough for it", "4p", FOUR, []],
  ["three where four win", "4p", { e5: "B2", e6: "B4", e7: "B1" }, [3]],
  ["the colour is nobody’s", "3p", { e5: "G2", e6: "G4", e7: "G1" }, []],
] as const)("tells who is almost there: %s", (_, mode, stacks, sides) => {
  expect(almostThere(stacks, MODES[mode])).toEqual(sides);
});
