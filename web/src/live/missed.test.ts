import { beforeEach, expect, it, vi } from "vitest";
import type { TableEvent } from "../wire/names";
import type { Placed, TableShape } from "../wire/wire";
import three from "../game/three.fixture.json";
import { catchUp } from "./missed";

const PAGE = 2;
let all: TableEvent[] = [];
vi.mock("../wire/api", () => ({
  api: {
    events: (_: string, since: number) =>
      Promise.resolve({ events: all.filter((one) => one.number > since).slice(0, PAGE) }),
  },
}));

const snapshot = three.before as unknown as TableShape;
const match = snapshot.match!;
const event = (number: number, kind: string, more: object): TableEvent =>
  ({ number, at: 0, kind, ...more }) as TableEvent;
const placed = (number: number, more: Partial<Placed> = {}): TableEvent =>
  event(number, "placed", { seat: 1, card: "R1", cell: "f6", then: [], turn: null, ...more });
const ended = (number: number, round: number): TableEvent =>
  placed(number, {
    then: [{ kind: "round_ended", round, end: {} as never }],
    match: { ...match, round: round + 1 },
  });
const table = (number: number, round: number): TableShape => ({
  ...snapshot,
  number,
  phase: "playing",
  match: { ...match, round, winner: null },
});

beforeEach(() => {
  all = [
    event(1, "opened", { settings: snapshot.settings, seats: snapshot.seats }),
    event(2, "started", { seats: snapshot.seats, match: { ...match, round: 1 } }),
    placed(3),
    ended(4, 1),
    placed(5),
  ];
});

it("goes back to before the end of a round that nobody saw", async () => {
  const told: number[] = [];
  const seen = { number: 2, rounds: 0 };
  const missed = await catchUp("x", table(5, 2), seen, (_, one) => told.push(one.number));
  expect(missed.table.number).toBe(3);
  expect(missed.table.match?.round).toBe(1);
  expect(missed.events.map((one) => one.number)).toEqual([4, 5]);
  expect(told).toEqual([3]); // later events are reported when they are shown
});

it("stays with the table as it is if no round has ended, and tells what was missed", async () => {
  const now = table(5, 2);
  const told: number[] = [];
  const missed = await catchUp("x", now, { number: 3, rounds: 1 }, (_, one) =>
    told.push(one.number),
  );
  expect(missed).toEqual({ table: now, events: [] });
  expect(told).toEqual([4, 5]);
});

it("stays with the table as it is if the server does not answer", async () => {
  all = [];
  const now = table(5, 2);
  const missed = await catchUp("x", now, { number: 2, rounds: 0 }, () => undefined);
  expect(missed).toEqual({ table: now, events: [] });
});
