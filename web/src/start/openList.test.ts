import { expect, test } from "vitest";
import type { OpenRoom } from "../wire/wire";
import { keepPlaces } from "./openList";

const room = (link: string, others = 0): OpenRoom => ({
  link,
  mode: "2p",
  level: "any",
  players: ["Ada", null],
  others,
  is_playing: false,
});

test("rooms keep their places while they are shown, and new ones come last", () => {
  const first = keepPlaces([], [room("a"), room("b")]);
  const then = keepPlaces(first, [room("c"), room("b", 1)]);
  expect(then.map((one) => [one.room.link, one.isGone])).toEqual([
    ["a", true],
    ["b", false],
    ["c", false],
  ]);
  expect(then[1]?.room.others).toBe(1);
  expect(keepPlaces(then, [room("a")]).map((one) => one.isGone)).toEqual([false, true, true]);
});
