import { afterEach, beforeEach, expect, it, vi } from "vitest";
vi.hoisted(() => vi.stubGlobal("matchMedia", () => ({ matches: false })));

import { Pace } from "./pace";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  hide(false);
  vi.useRealTimers();
});

function hide(isHidden: boolean): void {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => isHidden });
  document.dispatchEvent(new Event("visibilitychange"));
}

/** Begin to hold, and tell whether it still does. */
function held(pace: Pace, limit: number | null): { is: () => Promise<boolean> } {
  let isHeld = true;
  void pace.hold(limit).then(() => (isHeld = false));
  return {
    is: async () => {
      await vi.advanceTimersByTimeAsync(0);
      return isHeld;
    },
  };
}

it("waits for a person, also when catching up", async () => {
  const pace = new Pace();
  pace.begin(true);
  const end = held(pace, null);
  await vi.advanceTimersByTimeAsync(24 * 3600_000);
  expect(await end.is()).toBe(true);
  pace.goOn();
  expect(await end.is()).toBe(false);
});

it("ignores a tap anywhere that came too soon to be meant", async () => {
  const pace = new Pace();
  const end = held(pace, null);
  pace.skip();
  expect(await end.is()).toBe(true);
  await vi.advanceTimersByTimeAsync(1000);
  pace.skip();
  expect(await end.is()).toBe(false);
});

it("counts a limit only while the page is visible", async () => {
  const pace = new Pace();
  hide(true);
  const end = held(pace, 5000);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await end.is()).toBe(true);
  hide(false);
  await vi.advanceTimersByTimeAsync(4900);
  expect(await end.is()).toBe(true);
  await vi.advanceTimersByTimeAsync(200);
  expect(await end.is()).toBe(false);
});

it("lets go of what is outdated", async () => {
  const pace = new Pace();
  const end = held(pace, null);
  pace.stop();
  expect(await end.is()).toBe(false);
});
