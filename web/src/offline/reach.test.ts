import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { reach } from "./reach.svelte";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  reach.succeeded();
});

test("what is lost is tried again until it is found", async () => {
  const ask = vi.fn<() => Promise<Response>>().mockRejectedValue(new TypeError("no network"));
  vi.stubGlobal("fetch", ask);
  await reach.probe();
  expect(reach.isOffline).toBe(true);
  await vi.advanceTimersByTimeAsync(5000);
  expect(ask).toHaveBeenCalledTimes(2);
  ask.mockResolvedValue(new Response("ok"));
  await vi.advanceTimersByTimeAsync(5000);
  expect(reach.isOffline).toBe(false);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ask).toHaveBeenCalledTimes(3);
});
