import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { inTurn } from "./inTurn";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("pieces are done one at a time, in the order of asking", () => {
  const done: string[] = [];
  for (const name of ["a", "b", "c"]) inTurn(() => done.push(name));
  expect(done).toEqual([]);
  vi.advanceTimersToNextTimer();
  expect(done).toEqual(["a"]);
  vi.runAllTimers();
  expect(done).toEqual(["a", "b", "c"]);
});

test("a piece may ask for more, and more may come when all is done", () => {
  const done: string[] = [];
  inTurn(() => inTurn(() => done.push("inner")));
  vi.runAllTimers();
  inTurn(() => done.push("later"));
  vi.runAllTimers();
  expect(done).toEqual(["inner", "later"]);
});

test("what was taken back is not done, and holds nothing up", () => {
  const done: string[] = [];
  const takeBack = inTurn(() => done.push("a"));
  inTurn(() => done.push("b"));
  takeBack();
  vi.advanceTimersToNextTimer();
  expect(done).toEqual(["b"]);
});
