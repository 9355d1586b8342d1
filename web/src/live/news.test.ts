import { beforeAll, expect, it } from "vitest";
import { laidLines } from "../game/awayLines";
import type { TableEvent } from "../wire/names";
import type { Placed, SeatShape, TableShape, YouMessage } from "../wire/wire";
import { words } from "../words/words.svelte";
import three from "../game/three.fixture.json";
import { News } from "./news.svelte";

beforeAll(async () => {
  await words.begin("en", "table", "endings");
});

const person = (name: string, device: number): SeatShape => ({ kind: "person", name, device });
const table: TableShape = {
  ...(three.before as unknown as TableShape),
  phase: "playing",
  host: 1,
  seats: [person("Ada", 1), { ...person("Bo", 2), bot: "easy" }, person("Cy", 3)],
};
const you: YouMessage = { type: "you", device: 2, seats: [2], is_host: false };
const watcher: YouMessage = { type: "you", device: null, seats: [], is_host: false };
const event = (kind: string, more: object = {}): TableEvent =>
  ({ kind, number: 10, at: 0, ...more }) as TableEvent;
const placed = (seat: number, by: Placed["by"], cell: string): TableEvent =>
  event("placed", { seat, by, card: "R5", cell, on_top: false, then: [], turn: null });

function told(...events: TableEvent[]): string[] {
  const news = new News();
  for (const one of events) news.hear(table, one, you);
  return news.items.map((item) => item.text());
}

it("tells what the others do, and nothing that one did oneself", () => {
  expect(told(event("resigned", { seat: 1, bot: "medium" }))).toEqual([
    "Ada gave up. Medium plays on.",
  ]);
  expect(told(event("resigned", { seat: 2, bot: "medium" }))).toEqual([
    "You gave up. Medium plays on, and you can watch.",
  ]);
  expect(told(event("returned", { seat: 3 }), event("returned", { seat: 2 }))).toEqual([
    "Cy is back.",
  ]);
  expect(told(event("end_declined", { seat: 3 }))).toEqual(["Cy wants to play on."]);
  expect(told(placed(1, "clock", "f6"))).toEqual(["Time ran out for Ada: red 5 on f6."]);
  expect(told(placed(1, undefined, "f6"), placed(1, "bot", "f6"))).toEqual([]);
});

it("forgets after the match what mattered only during it", () => {
  const over = event("over", { winner: 1, how: "won", seat: null, seed: "" });
  expect(told(placed(1, "clock", "f6"), event("returned", { seat: 3 }), over)).toEqual([
    "Cy is back.",
  ]);
});

it("says who started a match, unless it began because the table was full", () => {
  expect(told(event("started"))).toEqual([]);
  expect(told(event("started", { id: "x" }))).toEqual(["Ada started the match."]);
});

it("says where a seat went", () => {
  const moved = (seats: number[], device: number): TableEvent =>
    event("handed_over", { seats, device, host: 1 });
  expect(told(moved([2], 4))).toEqual([
    "Your seat is on your other device now. You can watch here.",
  ]);
  expect(told(moved([3], 4))).toEqual(["Cy continues on another device."]);
  expect(told(moved([3], 2))).toEqual([]);
});

it("keeps one item of a kind, in order, until it was noticed", () => {
  const news = new News();
  expect(news.oldest).toBe(Infinity);
  news.hear(table, event("stood_in", { seat: 3, bot: "easy", number: 11 }), you);
  news.hear(table, event("resigned", { seat: 1, bot: "easy", number: 12 }), you);
  news.hear(table, event("returned", { seat: 3, number: 13 }), you);
  expect(news.items.map((item) => item.text())).toEqual([
    "Ada gave up. Easy plays on.",
    "Cy is back.",
  ]);
  expect(news.oldest).toBe(12);
  news.notice(news.items[0]!);
  expect(news.items.map((item) => item.text())).toEqual(["Cy is back."]);
});

it("lists the cards that were laid for somebody", () => {
  const news = new News();
  news.hear(table, placed(2, "clock", "f6"), you);
  const [late] = news.items;
  expect(late?.text()).toBe("Time ran out, so a card was placed for you: red 5 on f6.");
  expect(laidLines(late!, false)).toEqual([]);
  for (const cell of ["g6", "h6", "i6", "e6", "d6"]) news.hear(table, placed(2, "bot", cell), you);
  const [away] = news.items;
  expect(news.items).toHaveLength(1);
  expect(away?.text()).toBe("While you were away");
  expect(laidLines(away!, false)).toEqual([
    ...["g6", "h6", "i6", "e6", "d6"].map((cell) => `Easy for you: red 5 on ${cell}`),
    "and 1 card before that",
  ]);
  expect(laidLines(away!, true)[0]).toBe("Bo: Easy for you: red 5 on g6");
});

it("tells somebody without a seat why, once", () => {
  const why = (before: TableShape | null, who: YouMessage): string[] => {
    const news = new News();
    if (before) news.arrive(before, who);
    news.arrive(table, who);
    news.arrive(table, who);
    return news.items.map((item) => item.text());
  };
  expect(why(null, watcher)[0]).toMatch("every seat is taken");
  expect(why({ ...table, phase: "waiting" }, watcher)[0]).toMatch("the last seat went to");
  expect(why(null, { ...watcher, device: 3 })[0]).toMatch("you no longer have a seat");
  expect(why(null, watcher)).toHaveLength(1);
  expect(why(null, you)).toEqual([]);
  expect(why(null, { ...watcher, is_host: true })).toEqual([]);
});
