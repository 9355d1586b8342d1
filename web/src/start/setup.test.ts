// @vitest-environment node
import { describe, expect, it } from "vitest";
import { defaultSettings } from "./settings";
import { candidates, firstSetup, kindsFor, seatsOf, startOf, WAYS, newTableRequest } from "./setup";

const player = (seat: number): string => `Player ${seat}`;

describe("the first set-up", () => {
  it("plays an easy bot without any question", () => {
    expect(newTableRequest(firstSetup("computer", ""), player)).toEqual({
      settings: { ...defaultSettings(), mode: "2p", start: null },
      seats: [
        { kind: "person", name: "Player 1" },
        { kind: "bot", bot: "easy" },
      ],
    });
  });

  it("has two people on one device, or a seat for a friend", () => {
    expect(newTableRequest(firstSetup("together", "Ada"), player).seats).toEqual([
      { kind: "person", name: "Ada" },
      { kind: "person", name: "Player 2" },
    ]);
    expect(newTableRequest(firstSetup("friends", "Ada"), player).seats).toEqual([
      { kind: "person", name: "Ada" },
      { kind: "open" },
    ]);
  });

  it.each(WAYS)("gives seats only to those who may have them (%s)", (way) => {
    for (const seat of firstSetup(way, "").seats) expect(kindsFor(way)).toContain(seat.kind);
  });
});

describe("the request for a table", () => {
  it("has as many seats as the mode, and forgets nobody who is not among them", () => {
    const setup = firstSetup("together", "Ada");
    setup.settings.mode = "teams";
    setup.seats[3]!.name = "Dan";
    expect(newTableRequest(setup, player).seats).toHaveLength(4);
    setup.settings.mode = "3p";
    expect(newTableRequest(setup, player).seats).toHaveLength(3);
    expect(setup.seats[3]!.name).toBe("Dan");
  });

  it("cleans names as the server wants them", () => {
    const setup = firstSetup("together", "  Ada \u200b  Lovelace ");
    expect(newTableRequest(setup, player).seats?.[0]).toEqual({
      kind: "person",
      name: "Ada Lovelace",
    });
  });

  it("leaves the start to the lot unless somebody named a seat", () => {
    const setup = firstSetup("together", "Ada");
    setup.settings.start = 2;
    expect(newTableRequest(setup, player).settings?.start).toBeNull();
    setup.starter = "youngest";
    expect(newTableRequest(setup, player).settings?.start).toBe(2);
  });
});

describe("who starts", () => {
  it("may be a bot by choice, but no bot is young or freckled", () => {
    const seats = seatsOf(firstSetup("computer", "Ada"));
    expect(candidates(seats, "chosen")).toEqual([1, 2]);
    expect(candidates(seats, "youngest")).toEqual([1]);
    expect(startOf(seats, "freckles", 2)).toBe(1);
  });

  it("is a seat that the mode has", () => {
    const seats = seatsOf(firstSetup("together", "Ada"));
    expect(startOf(seats, "chosen", 4)).toBe(1);
    expect(startOf([], "chosen", 4)).toBeNull();
  });
});
