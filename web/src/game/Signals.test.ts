import { render } from "@testing-library/svelte";
import { expect, it, vi } from "vitest";

const played = vi.hoisted(() => [] as string[]);
vi.hoisted(() => vi.stubGlobal("matchMedia", () => ({ matches: false })));
vi.mock("../ui/sounds", () => ({
  playSound: (sound: string) => played.push(sound),
  vibrate: () => undefined,
}));

import type { LiveTable } from "../live/table.svelte";
import Signals from "./Signals.svelte";

/** A table where a side has just won a round. */
function won(mode: string, winner: number | null, seats: number[]): LiveTable {
  return {
    table: { settings: { mode }, phase: "playing", seats: [{}, {}, {}, {}], match: null },
    you: { seats },
    mine: null,
    stage: { isMoving: true, ending: { stage: "verdict", end: { winner } } },
  } as unknown as LiveTable;
}

it.each([
  ["2p", 1, [1], ["won"]],
  ["2p", 2, [1], ["lost"]],
  ["teams", 1, [3], ["won"]],
  ["teams", 2, [3], ["lost"]],
  // On a shared device somebody has won, and whoever watches is glad with the winner.
  ["2p", 2, [1, 2], ["won"]],
  ["4p", 4, [1, 2], ["lost"]],
  ["2p", 2, [], ["won"]],
  ["2p", null, [1], ["even"]],
] as const)("in %s side %s wins and seats %j hear %j", (mode, winner, seats, sounds) => {
  played.length = 0;
  render(Signals, { live: won(mode, winner, [...seats]) });
  expect(played).toEqual(sounds);
});
