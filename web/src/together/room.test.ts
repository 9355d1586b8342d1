// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from "vitest";
import type { PlaceShape, RoomShape } from "../wire/wire";
import { seatAt } from "../wire/numbers";
import { forgetRoom, keepRoom } from "./keeping";
import { hasGathered, lastRoom } from "./kept";
import { isFairer, isMember, memberAt } from "./room.svelte";

const place = (member: number): PlaceShape => ({ kind: "member", member }) as PlaceShape;

describe("the places of the next match", () => {
  it("belong to members, bots or nobody", () => {
    expect(isMember(place(2), 2)).toBe(true);
    expect(isMember(place(2), 3)).toBe(false);
    expect(isMember({ kind: "open" }, null)).toBe(false);
  });

  it("are fair if nobody else is proposed", () => {
    expect(isFairer({ seats: [place(1), place(2)] }, [place(1), place(2)])).toBe(false);
    expect(isFairer({ seats: [place(1), place(2)] }, [place(1), place(3)])).toBe(true);
  });
});

it("knows who plays at a seat of a match", () => {
  const seats = [
    { name: "Ada", member: 1 },
    { name: "Tom", bot: "easy" },
  ];
  const room = { matches: [{ match: 1, table: "a", mode: "2p", seats, at: 0 }] };
  const shape = room as unknown as RoomShape;
  expect(memberAt(shape, "a", seatAt(0))).toBe(1);
  expect(memberAt(shape, "a", seatAt(1))).toBeUndefined();
  expect(memberAt(shape, "b", seatAt(0))).toBeUndefined();
  expect(memberAt(null, "a", seatAt(0))).toBeUndefined();
});

describe("the last room", () => {
  afterEach(() => {
    vi.useRealTimers();
    localStorage.clear();
  });

  it("is kept for an evening", () => {
    vi.useFakeTimers();
    expect(lastRoom()).toBeNull();
    expect(hasGathered()).toBe(false);
    keepRoom("dhkl-moqr-wxyd");
    expect(lastRoom()).toBe("dhkl-moqr-wxyd");
    expect(hasGathered()).toBe(true);
    vi.advanceTimersByTime(13 * 3600 * 1000);
    expect(lastRoom()).toBeNull();
  });

  it("can be forgotten, and nonsense is none", () => {
    keepRoom("dhkl-moqr-wxyd");
    forgetRoom();
    expect(lastRoom()).toBeNull();
    localStorage.setItem("punto.room", "{");
    expect(lastRoom()).toBeNull();
  });
});
