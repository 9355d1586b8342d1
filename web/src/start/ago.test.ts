// @vitest-environment node
import { expect, it } from "vitest";
import { ago } from "./ago";

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];

it.each([
  [0, "now"],
  [-HOUR, "now"],
  [MINUTE, "1 minute ago"],
  [3 * HOUR + 1, "3 hours ago"],
  [DAY, "yesterday"],
])("says how long ago %d was", (past, text) => {
  expect(ago(DAY * 9 - past, DAY * 9, "en")).toBe(text);
});
