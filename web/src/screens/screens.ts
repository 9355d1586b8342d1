// Every screen but the first is loaded on demand.
import type { Component } from "svelte";
import type { Route } from "../router.svelte";
import { words, type Part } from "../words/words.svelte";
import Start from "./Start.svelte";

type Name = Route["screen"];
type Shown = Component<Record<string, never>>;

export const PARTS: Record<Name, readonly Part[]> = {
  start: ["start", "notes"],
  table: ["table", "board", "start", "endings", "company", "notes", "calling"],
  room: ["room", "open", "table", "board", "start", "endings", "company", "notes", "calling"],
  tournament: ["tournament", "table", "start", "notes", "calling"],
  replay: ["table", "replay", "endings"],
  tv: ["tv", "room", "tournament", "table", "start", "endings"],
  rules: ["rules", "table", "notes"],
  puzzles: ["puzzles", "reasons", "table", "board"],
  coach: ["coach", "table", "board", "start", "endings", "company", "notes", "calling"],
  daily: ["play", "puzzles", "start"],
  own: ["play", "start", "puzzles"],
  nowhere: ["start", "notes"],
};

const files: Record<Exclude<Name, "start">, () => Promise<{ default: Shown }>> = {
  table: () => import("./TableScreen.svelte"),
  room: () => import("./RoomScreen.svelte"),
  tournament: () => import("./TournamentScreen.svelte"),
  replay: () => import("./ReplayScreen.svelte"),
  tv: () => import("./TvScreen.svelte"),
  rules: () => import("./RulesScreen.svelte"),
  puzzles: () => import("./PuzzlesScreen.svelte"),
  coach: () => import("./CoachScreen.svelte"),
  daily: () => import("./DailyScreen.svelte"),
  own: () => import("./OwnPlayScreen.svelte"),
  nowhere: () => import("./Nowhere.svelte"),
};

/** Load a screen before it is shown. */
export async function load(name: Name): Promise<Shown> {
  return name === "start" ? Start : (await files[name]()).default;
}

/** Load a screen and its words. */
export async function fetched(name: Name): Promise<Shown> {
  const [screen] = await Promise.all([load(name), words.need(...PARTS[name])]);
  return screen;
}
