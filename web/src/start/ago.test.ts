// @vitest-environment node
import { beforeAll, expect, it } from "vitest";
import { words } from "../words/words.svelte";
import { ago } from "./ago";

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];

beforeAll(() => words.need("start"));

it.each([
  [0, "just now"],
  [-HOUR, "just now"],
  [MINUTE, "1 minute ago"],
  [3 * HOUR + 1, "3 hours ago"],
  [DAY, "yesterday"],
  [2 * DAY, "2 days ago"],
])("says how long ago %d was", (past, text) => {
  expect(ago(DAY * 9 - past, DAY * 9)).toBe(text);
});
