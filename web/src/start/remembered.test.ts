import { beforeEach, describe, expect, it, vi } from "vitest";

vi.hoisted(() => vi.stubGlobal("matchMedia", () => ({ matches: false })));

import { prefs } from "../prefs.svelte";
import { keepSetup, lastSetup, readSetup } from "./remembered";
import { firstSetup } from "./setup";

beforeEach(() => {
  localStorage.clear();
  Object.assign(prefs, { name: "", setups: {} });
});

describe("the last choices", () => {
  it("come back as they were, each for its way", () => {
    const setup = firstSetup("friends", "Ada");
    Object.assign(setup.settings, { mode: "teams", edition: "nordic-2019", turn_seconds: 30 });
    setup.seats[2] = { kind: "bot", name: "", bot: "hard" };
    keepSetup("friends", setup);
    expect(lastSetup("friends")).toEqual(setup);
    expect(lastSetup("computer")).toEqual(firstSetup("computer", "Ada"));
    expect(JSON.parse(localStorage.getItem("punto")!)).toMatchObject({ name: "Ada" });
  });

  it("remember the name of the one who sits first, and no empty one", () => {
    keepSetup("computer", firstSetup("computer", " Ada  "));
    keepSetup("together", firstSetup("together", ""));
    expect(prefs.name).toBe("Ada");
  });

  it.each([
    null,
    7,
    "x",
    { settings: { mode: "9p", rounds_to_win: 99, turn_seconds: -1, start: 3 }, seats: "?" },
    { settings: null, starter: "oldest", seats: [{ kind: "open", name: 7, bot: 0 }] },
  ])("are as at first where %j was kept", (value) => {
    expect(readSetup("computer", value, "Ada")).toEqual(firstSetup("computer", "Ada"));
  });
});

it("keeps a handicap only with the sides that it belongs to", () => {
  const kept = (mode: string, handicap: number[]): number[] =>
    readSetup("together", { settings: { mode, handicap } }, "Ada").settings.handicap;
  expect(kept("3p", [1, 0, 2])).toEqual([1, 0, 2]);
  expect(kept("2p", [1, 0, 2])).toEqual([]);
});
