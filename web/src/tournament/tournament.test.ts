import { describe, expect, it } from "vitest";
import type { PairingShape } from "../wire/wire";
import { pairingOf, typedNames } from "./tournament.svelte";

const pairing = (number: number, ...players: number[]): PairingShape => ({
  pairing: number,
  table: null,
  on_paper: true,
  seats: players.map((player) => ({ player })),
});

describe("the match of a person", () => {
  const pairings = [pairing(1, 3, 1), pairing(2, 2, 4)];

  it("is found by number", () => {
    expect(pairingOf(pairings, 4)?.pairing).toBe(2);
    expect(pairingOf(pairings, 5)).toBeUndefined();
    expect(pairingOf(pairings, null)).toBeUndefined();
  });
});

it("reads names one a line, or with commas between them", () => {
  expect(typedNames(" Ada \n\nBen  Bo, Cleo;Dag")).toEqual(["Ada", "Ben Bo", "Cleo", "Dag"]);
});
