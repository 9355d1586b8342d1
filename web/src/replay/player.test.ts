import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Replay } from "../wire/wire";
import { chapterAfter, chapterBefore, keyed, Player, SPEEDS } from "./player.svelte";
import four from "./samples/4p-german-2018-5.json";

const replay = four as unknown as Replay;
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const key = (name: string, more: KeyboardEventInit = {}): KeyboardEvent =>
  new KeyboardEvent("keydown", { key: name, ...more });

it("begins where a link says", () => {
  expect(new Player(replay).name).toBe("1.0");
  expect(new Player(replay, "2.3").name).toBe("2.3");
});

it("steps, and stays within the match", () => {
  const player = new Player(replay);
  player.step(-1);
  expect(player.name).toBe("1.0");
  player.step(5);
  expect(player.name).toBe("1.5");
  player.jump(10_000);
  expect(player.isLast).toBe(true);
  expect(player.name).toBe("2.18");
});

it("plays on by itself, longer where a round ends, and stops at the end", () => {
  const player = new Player(replay, "1.61");
  player.setSpeed("fast");
  player.toggle();
  vi.advanceTimersByTime(SPEEDS.fast);
  expect(player.name).toBe("1.62");
  vi.advanceTimersByTime(SPEEDS.fast * 2);
  expect(player.name).toBe("1.62");
  vi.advanceTimersByTime(SPEEDS.fast);
  expect(player.name).toBe("2.0");
  vi.advanceTimersByTime(SPEEDS.fast * 100);
  expect([player.name, player.isPlaying]).toEqual(["2.18", false]);
  player.toggle();
  expect([player.name, player.isPlaying]).toEqual(["1.0", true]);
  player.pause();
  vi.advanceTimersByTime(60_000);
  expect(player.name).toBe("1.0");
});

it("obeys keys, but leaves those of fields and buttons alone", () => {
  const player = new Player(replay);
  expect(keyed(player, key("ArrowRight"))).toBe(true);
  expect(player.name).toBe("1.1");
  keyed(player, key("End"));
  expect(player.isLast).toBe(true);
  keyed(player, key("Home"));
  expect(player.isFirst).toBe(true);
  keyed(player, key(" "));
  expect(player.isPlaying).toBe(true);
  keyed(player, key(" "));
  expect(player.isPlaying).toBe(false);
  expect(keyed(player, key("x"))).toBe(false);
  expect(keyed(player, key("ArrowLeft", { altKey: true }))).toBe(false);
  const field = document.createElement("input");
  field.addEventListener("keydown", (event) => expect(keyed(player, event)).toBe(false));
  field.dispatchEvent(key("ArrowRight"));
  const button = document.createElement("button");
  button.addEventListener("keydown", (event) => expect(keyed(player, event)).toBe(false));
  button.dispatchEvent(key(" "));
});

it("goes from round to round", () => {
  const player = new Player(replay, "1.10");
  player.jump(chapterAfter(player));
  expect(player.name).toBe("2.0");
  player.jump(chapterAfter(player));
  expect(player.name).toBe("2.18");
  player.jump(chapterBefore(player));
  expect(player.name).toBe("2.0");
  player.jump(chapterBefore(player));
  expect(player.name).toBe("1.0");
});
