// @vitest-environment node
import { expect, it } from "vitest";
import { bots } from "../wire/facts.json";
import type { TableEvent } from "../wire/names";
import type { Placed, SeatShape, TableShape } from "../wire/wire";
import three from "../game/three.fixture.json";
import english from "../../../src/punto/words/en/company.json";
import { faceOf } from "./faces";
import { greeting, OCCASIONS, remark } from "./manner";

const ADA: SeatShape = { kind: "person", name: "Ada", device: 1 };
const PIP: SeatShape = { kind: "bot", bot: "easy", name: "Pip" };
const VEGA: SeatShape = { kind: "bot", bot: "hard", name: "Vega" };

const start = three.before as unknown as TableShape;

function table(seats: SeatShape[], stacks: Record<string, string> = {}): TableShape {
  const match = { ...start.match!, round: 1, stacks, last: null };
  return { ...start, table: "dhkl-moqr-wxyd", phase: "playing", seats, match };
}

function placed(number: number, more: Partial<Placed>): TableEvent {
  const event = { kind: "placed", number, at: 0, seat: 1, card: "R9", cell: "f6", on_top: true };
  return { ...event, then: [], turn: null, ...more } as TableEvent;
}

const ended = (winner: number | null): Partial<Placed> => ({
  then: [{ kind: "round_ended", round: 1, end: { winner } }] as unknown as Placed["then"],
});

it("greets somebody who plays alone, once the table is new", () => {
  expect(greeting(table([ADA, PIP, VEGA]))).toEqual({ seat: 2, bot: "easy", occasion: "hello" });
  expect(greeting(table([ADA, { ...ADA, name: "Ben" }, PIP]))).toBeNull();
  expect(greeting(table([ADA, PIP, VEGA], { f6: "R1", f7: "B2" }))).toBeNull();
  expect(greeting(table([ADA, { kind: "bot", bot: "theirs" }, { kind: "open" }]))).toBeNull();
});

it("has a word for winning and for losing, from one bot only", () => {
  const company = table([ADA, PIP, VEGA]);
  expect(remark(company, placed(9, ended(3)))).toEqual({ seat: 3, bot: "hard", occasion: "won" });
  expect(remark(company, placed(9, ended(1)))?.occasion).toBe("lost");
  expect(remark(company, placed(9, ended(null)))).toBeNull();
});

it("minds now and then that a high card is covered, and never that its own is", () => {
  const covered = table([ADA, PIP, VEGA], { f6: "O8" });
  const all = Array.from({ length: 60 }, (_, number) => remark(covered, placed(number, {})));
  const said = all.filter((one) => one !== null);
  expect(said.length).toBeGreaterThan(5);
  expect(said.length).toBeLessThan(40);
  expect(said.every((one) => one.bot === "easy" && one.occasion === "covered")).toBe(true);
  const own = Array.from({ length: 60 }, (_, number) =>
    remark(covered, placed(number, { seat: 2 })),
  );
  expect(own.every((one) => one === null)).toBe(true);
  const low = table([ADA, PIP, VEGA], { f6: "O3" });
  expect(remark(low, placed(0, {}))).toBeNull();
});

it("has a face of its own and all words for every bot", () => {
  const names = Object.keys(bots);
  expect(new Set(names.map((bot) => faceOf(bot, "").head)).size).toBe(names.length);
  for (const bot of names) {
    for (const occasion of OCCASIONS) {
      expect(english).toHaveProperty([`reaction.${bot}.${occasion}`]);
    }
  }
});

it("draws two bots of one level differently", () => {
  expect(faceOf("easy", "Pip")).not.toEqual(faceOf("easy", "Tilly"));
  expect(faceOf("theirs", "theirs").head).toBeTruthy();
});
