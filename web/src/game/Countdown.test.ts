import { cleanup, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

const played = vi.hoisted(() => [] as string[]);
vi.mock("../ui/sounds", () => ({
  playSound: (sound: string) => played.push(sound),
  vibrate: () => undefined,
}));

import { steadyNow } from "../live/clock";
import { words } from "../words/words.svelte";
import Countdown from "./Countdown.svelte";

beforeEach(async () => {
  played.length = 0;
  await words.begin("en", "table", "notes");
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

async function pass(seconds: number): Promise<void> {
  vi.advanceTimersByTime(seconds * 1000);
  await tick();
}

it("shows, ticks and announces the last seconds of whoever is to play", async () => {
  render(Countdown, { until: steadyNow() + 30_000, whole: 30, ahead: 0, isMine: true });
  const clock = screen.getByRole("timer");
  await pass(19);
  expect(clock.classList).not.toContain("short");
  await pass(1);
  expect(clock.classList).toContain("short");
  expect(clock.textContent).toContain("0:10");
  expect(screen.getByRole("alert").textContent).toBe("10 seconds left!");
  expect(played).toEqual([]);
  for (let second = 0; second < 9; second++) await pass(1);
  expect(played).toEqual(["tick", "tick", "tick", "tick", "tick"]);
  // Said once: a countdown read aloud would drown everything else.
  expect(screen.getByRole("alert").textContent).toBe("10 seconds left!");
  await pass(2);
  expect(clock.textContent).toContain("0:00");
  expect(played).toHaveLength(5);
});

it("is seen but not heard by the others", async () => {
  render(Countdown, { until: steadyNow() + 30_000, whole: 30, ahead: 0 });
  for (let second = 0; second < 28; second++) await pass(1);
  expect(screen.getByRole("timer").classList).toContain("short");
  expect(screen.getByRole("alert").textContent).toBe("");
  expect(played).toEqual([]);
});

it("does not follow a clock that somebody sets", async () => {
  render(Countdown, { until: steadyNow() + 30_000, whole: 30, ahead: 0 });
  vi.setSystemTime(Date.now() + 25_000);
  await pass(1);
  expect(screen.getByRole("timer").textContent).toContain("0:29");
});
