// @vitest-environment node
import { describe, expect, it } from "vitest";
import type { SeatShape, TableShape, YouMessage } from "../wire/wire";
import { askedSeat, lostSeats, openSeats, planOf } from "./seating";

const seats: SeatShape[] = [
  { kind: "person", name: "Ada", device: 1 },
  { kind: "open" },
  { kind: "bot", bot: "hard" },
  { kind: "open" },
];
const table = { seats } as TableShape;
const you = (...mine: number[]): YouMessage => ({
  type: "you",
  device: null,
  seats: mine,
  is_host: false,
});

describe("the seat whose name is asked for", () => {
  it("is the first open one for whoever has none", () => {
    expect(askedSeat(table, you(), null)).toBe(2);
    expect(askedSeat({ ...table, seats: [seats[0]!] }, you(), null)).toBeNull();
  });

  it("is the one that was asked for, as long as it can be had", () => {
    expect(askedSeat(table, you(), 4)).toBe(4);
    expect(askedSeat(table, you(), 3)).toBe(2);
    expect(askedSeat(table, you(1), 1)).toBe(1);
  });

  it("is none for whoever sits and wants nothing", () => {
    expect(askedSeat(table, you(1), null)).toBeNull();
    expect(askedSeat(table, you(1), 3)).toBeNull();
  });
});

describe("seats", () => {
  it("are open or not", () => {
    expect(openSeats(seats)).toEqual([2, 4]);
  });

  it("would be lost in a smaller mode only if somebody has them", () => {
    expect(lostSeats(seats, "2p")).toEqual([3]);
    expect(lostSeats(seats, "3p")).toEqual([]);
    expect(lostSeats(seats, "teams")).toEqual([]);
  });

  it("are plans too", () => {
    expect(planOf(seats)[2]).toEqual({ kind: "bot", name: "", bot: "hard" });
  });
});
