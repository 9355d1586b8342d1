// @vitest-environment node
import { expect, it } from "vitest";
import { pips } from "./pips";

it("gives every colour dots of a shape of its own, as many as the card is worth", () => {
  const shapes = (["R", "O", "B", "G"] as const).map((colour) => pips(colour, 1));
  expect(new Set(shapes).size).toBe(4);
  for (const [at, colour] of (["R", "O", "B", "G"] as const).entries()) {
    for (let value = 1; value <= 9; value++) {
      const starts = pips(colour, value).match(/m/gi) ?? [];
      expect(starts).toHaveLength(value * (shapes[at]!.match(/m/gi) ?? []).length);
    }
  }
});
