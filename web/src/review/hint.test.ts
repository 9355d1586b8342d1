import { expect, it } from "vitest";
import { cardsOf } from "./hint.svelte";

const stacks = { d5: "R3", e5: "R1", f5: "R7", g7: "B2" };

it("lights the whole row of somebody else, also the card that the answer covers", () => {
  expect(cardsOf({ kind: "hampers", cells: "d5 e5 f5" }, stacks, "f5")).toEqual(["d5", "e5", "f5"]);
});

it("lights a row of one's own without the answer", () => {
  expect(cardsOf({ kind: "opens", cells: "d5 e5 f5" }, stacks, "f5")).toEqual(["d5", "e5"]);
  expect(cardsOf({ kind: "wins", cells: "c5 d5 e5" }, stacks, "c5")).toEqual(["d5", "e5"]);
});

it("lights nothing where that would be the answer", () => {
  expect(cardsOf({ kind: "covers", cells: "g7" }, stacks, "g7")).toEqual([]);
});
