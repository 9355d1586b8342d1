// @vitest-environment node
import { beforeAll, expect, it } from "vitest";
import { words } from "../words/words.svelte";
import { ago, left } from "./ago";

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

it.each([
  [2 * DAY + 1, "2 days left"],
  [DAY, "1 day left"],
  [3 * HOUR + 1, "3 hours left"],
  [MINUTE + 1, "2 minutes left"],
  [1, "1 minute left"],
  [0, "Time is up"],
])("says that there is %d left", (future, text) => {
  expect(left(DAY * 9 + future, DAY * 9)).toBe(text);
});
