// @vitest-environment node
import { beforeAll, expect, it } from "vitest";
import type { MatchShape, TableShape } from "../wire/wire";
import { words } from "../words/words.svelte";
import { lastMove } from "./lastMove";

const names = ["Ada", "Ben", "Cleo"];
const table = { seats: names.map((name) => ({ kind: "person", name })) } as unknown as TableShape;
const match = (last: string | null, seat: number): MatchShape =>
  ({ last, turn: { seat }, stacks: { f6: "R5", g6: "B2 R7" } }) as unknown as MatchShape;

beforeAll(() => words.need("common", "table"));

it.each([
  ["f6", 2, "Ada puts the red 5 on f6."],
  ["f6", 1, "Cleo puts the red 5 on f6."],
  ["g6", 3, "Ben puts the red 7 on g6, over the blue 2."],
  [null, 1, ""],
])("tells what was laid on %s before seat %i", (last, seat, text) => {
  expect(lastMove(table, match(last, seat))).toBe(text);
});
