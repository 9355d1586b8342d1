import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { savePrefs } from "../prefs.svelte";
import { words } from "../words/words.svelte";
import Board from "./Board.svelte";

// What jsdom lacks, before anything asks for it.
vi.hoisted(() => {
  class Still {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  }
  Object.assign(globalThis, { ResizeObserver: Still, matchMedia: () => ({ matches: true }) });
});

beforeAll(async () => {
  await words.begin("en");
  await words.need("table");
});
beforeEach(() => savePrefs({ motion: "none", oneTap: false }));
afterEach(cleanup);

const legal = ["e5", "f6", "g7"];

async function table(change: object = {}) {
  const onplace = vi.fn();
  const why = vi.fn((cell: string) => cell && "not there");
  const props = { stacks: { f6: "R4 B5" }, last: "f6", legal, card: "O8", label: "table", why };
  const { rerender } = render(Board, { ...props, onplace, ...change });
  await screen.findByRole("gridcell", { name: /^e5/ }); // in the last row
  return { onplace, why, rerender };
}
const cell = (name: RegExp): HTMLElement => screen.getByRole("gridcell", { name });

async function touch(target: HTMLElement): Promise<void> {
  await fireEvent.pointerDown(target, { pointerType: "touch" });
  await fireEvent.click(target);
}

test("the table is a grid of named cells, one of which can be reached by Tab", async () => {
  await table();
  expect(screen.getAllByRole("row")).toHaveLength(3);
  expect(screen.getByRole("grid").ariaRowCount).toBe("3"); // which come one by one
  expect(cell(/^f6, blue 5 over red 4, possible$/)).toBeTruthy();
  expect(cell(/^e6, free$/)).toBeTruthy();
  const reached = screen.getAllByRole("gridcell").filter((one) => one.tabIndex === 0);
  expect(reached).toHaveLength(1);
});

test("the first tap shows the card, the second lays it", async () => {
  const { onplace } = await table();
  await touch(cell(/^g7/));
  expect(onplace).not.toHaveBeenCalled();
  expect(cell(/^g7/).getAttribute("aria-selected")).toBe("true");
  await touch(cell(/^g7/));
  expect(onplace).toHaveBeenCalledExactlyOnceWith("g7");
});

test("one tap is enough for those who like it so", async () => {
  savePrefs({ oneTap: true });
  const { onplace } = await table();
  await touch(cell(/^e5/));
  expect(onplace).toHaveBeenCalledExactlyOnceWith("e5");
});

test("arrows, letters and Enter lay a card", async () => {
  const { onplace } = await table();
  const start = cell(/^f6/);
  start.focus();
  await fireEvent.keyDown(start, { key: "ArrowRight" });
  expect(document.activeElement).toBe(cell(/^g6/));
  await fireEvent.keyDown(cell(/^g6/), { key: "7" });
  await fireEvent.keyDown(cell(/^g7/), { key: "Enter" });
  expect(onplace).toHaveBeenCalledExactlyOnceWith("g7");
});

test("a wrong cell says why, however it was asked for", async () => {
  const { onplace, why } = await table();
  await touch(cell(/^e6/));
  expect(screen.getByRole("status").textContent).toContain("not there");
  await fireEvent.keyDown(cell(/^e6/), { key: "Enter" });
  expect(why).toHaveBeenCalledTimes(2);
  expect(onplace).not.toHaveBeenCalled();
});

test("a table to look at takes no cards, and says so only where there is something to say", async () => {
  await table({ onplace: undefined, why: undefined });
  await touch(cell(/^g7/));
  expect(screen.getByRole("status").textContent.trim()).toBe("");
  expect(screen.getByRole("grid").getAttribute("aria-readonly")).toBe("true");
});

test("who has to wait hears why", async () => {
  await table({ onplace: undefined });
  await touch(cell(/^g7/));
  expect(screen.getByRole("status").textContent).toContain("not there");
});

test("the same words again are put there anew, so that they are heard again", async () => {
  await table();
  await touch(cell(/^e6/));
  const before = screen.getByRole("status").firstElementChild;
  await touch(cell(/^e6/));
  expect(screen.getByRole("status").firstElementChild).not.toBe(before);
});

test("a key that leads over the edge says why, and the focus stays", async () => {
  const { why } = await table();
  const edge = cell(/^g6/);
  edge.focus();
  await fireEvent.keyDown(edge, { key: "ArrowRight" });
  await fireEvent.keyDown(edge, { key: "a" });
  expect(why.mock.calls).toEqual([["h6"], ["a6"]]);
  expect(document.activeElement).toBe(edge);
});

test("a click that began while no card could be laid lays none", async () => {
  const { onplace, rerender } = await table({ card: null });
  await fireEvent.pointerDown(cell(/^g7/), { pointerType: "mouse" });
  await rerender({ card: "O8" });
  await fireEvent.click(cell(/^g7/));
  expect(onplace).not.toHaveBeenCalled();
  await fireEvent.pointerDown(cell(/^g7/), { pointerType: "mouse" });
  await fireEvent.click(cell(/^g7/));
  expect(onplace).toHaveBeenCalledExactlyOnceWith("g7");
});
