// Preferences, remembered on this device.

export type Theme = "auto" | "light" | "dark";
export type Motion = "full" | "fast" | "none";
/** How table and cards look. The first is the one for everybody who has not chosen. */
export const LOOKS = ["linen", "felt", "print"] as const;
export type Look = (typeof LOOKS)[number];

interface Prefs {
  language: string | null;
  theme: Theme;
  look: Look;
  motion: Motion;
  sound: boolean;
  vibration: boolean;
  oneTap: boolean;
  /** Whether the system tells when it is somebody's turn here and the page is out of sight. */
  notify: boolean;
  /** The table turns towards the player whose turn it is. */
  turning: boolean;
  /** The first card of a round, which has only one place, is laid by itself. */
  firstCard: boolean;
  /** How often each mark of the table was used: the legend explains it the first times. */
  marks: Record<string, number>;
  name: string;
  /** The last choices for a new table, by the way to play. */
  setups: Record<string, unknown>;
}

const KEY = "punto";
const FIRST: Prefs = {
  language: null,
  theme: "auto",
  look: LOOKS[0],
  motion: matchMedia("(prefers-reduced-motion: reduce)").matches ? "none" : "full",
  sound: true,
  vibration: true,
  oneTap: false,
  notify: false,
  turning: false,
  firstCard: true,
  marks: {},
  name: "",
  setups: {},
};

function remembered(): Prefs {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Prefs>;
    // Before there were looks, sounds were off until somebody chose them: that was no choice.
    if (stored.look === undefined) delete stored.sound;
    return { ...FIRST, ...stored };
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
  root.dataset["look"] = prefs.look;
  root.dataset["motion"] = prefs.motion;
}

/** The duration of a movement in milliseconds at the preferred speed, given its calm duration. */
export function duration(milliseconds: number): number {
  return prefs.motion === "none" ? 0 : prefs.motion === "fast" ? milliseconds / 3 : milliseconds;
}
