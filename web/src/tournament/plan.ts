// What the form of a tournament offers.
import { defaultSettings } from "../start/settings";
import type { Plan } from "../wire/wire";

export const MODES = ["2p", "4p"] as const;
export const SWISS_ROUNDS = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11] as const;
export const ABSENCE_SECONDS = [60, 120, 300, 600, 1800] as const;
export const PAUSE_SECONDS = [15, 30, 60, 300] as const;

/** The plan of a new tournament, before anything is chosen. */
export const newPlan = (name: string): Plan => ({
  name,
  system: "swiss",
  rounds: null,
  settings: { ...defaultSettings(), mode: "2p" },
  on_paper: false,
  absence: "stand_in",
  absence_seconds: 300,
  bot: "medium",
  pause_seconds: null,
});
