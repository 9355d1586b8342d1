// Preferences, remembered on this device.

export type Theme = "auto" | "light" | "dark";
export type Motion = "full" | "fast" | "none";

interface Prefs {
  language: string | null;
  theme: Theme;
  motion: Motion;
  sound: boolean;
  oneTap: boolean;
  /** The table turns towards the player whose turn it is. */
  turning: boolean;
  name: string;
  /** The last choices for a new table, by the way to play. */
  setups: Record<string, unknown>;
}

const KEY = "punto";
const FIRST: Prefs = {
  language: null,
  theme: "auto",
  motion: matchMedia("(prefers-reduced-motion: reduce)").matches ? "none" : "full",
  sound: false,
  oneTap: false,
  turning: false,
  name: "",
  setups: {},
};

function remembered(): Prefs {
  try {
    return { ...FIRST, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Prefs>) };
  } catch {
    return { ...FIRST };
  }
}

export const prefs = $state<Prefs>(remembered());

/** Remember a change, and show it. */
export function savePrefs(change: Partial<Prefs>): void {
  Object.assign(prefs, change);
  try {
    localStorage.setItem(KEY, JSON.stringify(prefs));
  } catch {
    // Playing works without storage, too.
  }
  applyTheme();
}

/** Apply the preferred theme. */
export function applyTheme(): void {
  const root = document.documentElement;
  if (prefs.theme === "auto") delete root.dataset["theme"];
  else root.dataset["theme"] = prefs.theme;
  root.dataset["motion"] = prefs.motion;
}

/** The duration of a movement in milliseconds at the preferred speed, given its calm duration. */
export function duration(milliseconds: number): number {
  return prefs.motion === "none" ? 0 : prefs.motion === "fast" ? milliseconds / 3 : milliseconds;
}
