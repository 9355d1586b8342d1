import { describe, expect, it } from "vitest";
import type { PresenceMessage, SeatShape, TableShape } from "../wire/wire";
import { isGone, standInAt } from "./presence";
import three from "./three.fixture.json";

const person = (name: string, device: number): SeatShape => ({ kind: "person", name, device });
const bot: SeatShape = { kind: "bot", bot: "easy" };

function table(...seats: SeatShape[]): TableShape {
  return { ...(three.before as unknown as TableShape), phase: "playing", seats };
}

/** The server says by seat from when on a bot may stand in. */
function presence(away: Record<number, number>, ...devices: number[]): PresenceMessage {
  return { type: "presence", devices, away, spectators: 0 };
}

const goneSeats = (at: TableShape, who: PresenceMessage): number[] =>
  at.seats.map((_, place) => place + 1).filter((seat) => isGone(at, who, seat));

describe("who is gone", () => {
  it("is the person of the third seat, with a bot on the second", () => {
    const at = table(person("Ada", 1), bot, person("Cy", 2));
    const who = presence({ 3: 5000 }, 1);
    expect(goneSeats(at, who)).toEqual([3]);
    expect(standInAt(at, who, 3)).toBe(5000);
  });

  it("is looked up by seat, whatever the order of the devices", () => {
    const at = table(person("Ada", 1), person("Bo", 3), person("Cy", 2));
    const who = presence({ 2: 7000 }, 1, 2);
    expect(goneSeats(at, who)).toEqual([2]);
    expect(standInAt(at, who, 2)).toBe(7000);
    expect(standInAt(at, who, 3)).toBeNull();
  });

  it("is nobody where a bot plays, or before the server has said so", () => {
    const at = table(person("Ada", 1), bot, { ...person("Cy", 2), bot: "medium" });
    expect(isGone(at, null, 3)).toBe(false);
    expect(standInAt(at, presence({ 3: 5000 }, 1), 3)).toBeNull();
    expect(goneSeats(at, presence({ 2: 5000 }, 1))).toEqual([]);
  });
});

it("takes no device for a seat", () => {
  const at = table(person("Ada", 1), bot, person("Cy", 2));
  const device = at.seats[2]!.device!;
  // @ts-expect-error: svelte-check fails if this can be written.
  expect(isGone(at, presence({ 3: 5000 }, 1), device)).toBe(false);
});
