// The faces of the bots: one for each character, drawn in ink like everything that is not a card.
import { bots } from "../wire/facts.json";

/** In a square of 40: what is filled with a tint, what is drawn as lines, what is filled with ink. */
export interface Drawing {
  readonly head: string;
  readonly lines: string;
  readonly ink: string;
}

const circle = (x: number, y: number, radius: number): string =>
  `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0-${2 * radius} 0z`;

const FACES: Readonly<Record<string, Drawing>> = {
  // A chick that looks at everything for the first time.
  easy: {
    head: circle(20, 22, 14),
    lines: "M20 8c-1-3 1-5 3.5-5M20 8c0-3-2.5-4-5-3",
    ink: `${circle(14.5, 20, 2.6)}${circle(25.5, 20, 2.6)}M17 24.5h6l-3 4.5z`,
  },
  // Somebody from next door.
  medium: {
    head: "M16 8h8a9 9 0 0 1 9 9v8a9 9 0 0 1-9 9h-8a9 9 0 0 1-9-9v-8a9 9 0 0 1 9-9z",
    lines: "M14.5 27.5c3.5 3.2 7.5 3.2 11 0",
    ink: `M7.5 18c0-7 6-11.5 13-11.5s13 4.5 12 11.5c-5 0-8-1.5-10-4.5-2.5 3-9 4.5-15 4.5z${circle(14.5, 22.5, 1.9)}${circle(25.5, 22.5, 1.9)}`,
  },
  // A knight with a star on the helmet.
  hard: {
    head: "M20 4l14 6v13c0 6-5 10-14 13.5C11 33 6 29 6 23V10z",
    lines: "M11.5 22.5l6 1.8M28.5 22.5l-6 1.8M15.5 30h9",
    ink: "M20 8l1.9 3.9 4.3.6-3.1 3 .7 4.3-3.8-2-3.8 2 .7-4.3-3.1-3 4.3-.6z",
  },
  // An owl that has seen every card before.
  expert: {
    head: "M8 6l6 4.5c4-1.5 8-1.5 12 0L32 6c2 8 2.3 13 1 18-1.8 7-7 11-13 11S8.8 31 7 24C5.7 19 6 14 8 6z",
    lines: `${circle(13.8, 20, 5)}${circle(26.2, 20, 5)}`,
    ink: `${circle(13.8, 20, 2)}${circle(26.2, 20, 2)}M17.5 25.5h5L20 30.5z`,
  },
  // A fox that never looks past the next bite.
  greedy: {
    head: "M5.5 6l8.5 5c4-1.2 8-1.2 12 0l8.5-5-1.5 16L20 36 7 22z",
    lines: "M13.5 26.5c2 1.5 4 2.2 6.5 2.2s4.5-.7 6.5-2.2",
    ink: `M11 17.5l6.5 3.5-6 1.2zM29 17.5l-6.5 3.5 6 1.2z${circle(20, 33, 2.2)}`,
  },
  // Nobody knows what it is, least of all itself.
  random: {
    head: "M20 7c5-2 9 1 11.5 5s3 7 1 12.5S28 35 21 35 9 33 7 26.5s0-9 2-13S15 9 20 7z",
    lines: `${circle(14, 20, 4)}M12.5 28.5c2-2 3 2 5 0s3 2 5 0 3 1.5 4.5 0M21 7c.5-4.5 5.5-4.5 5.5-1.2s-3.5 2-3.2.4`,
    ink: `${circle(15, 21, 1.7)}${circle(26, 19, 2.3)}`,
  },
};

/** A bot of somebody else: a friendly machine. */
const MACHINE: Drawing = {
  head: "M11 11h18a4 4 0 0 1 4 4v15a4 4 0 0 1-4 4H11a4 4 0 0 1-4-4V15a4 4 0 0 1 4-4z",
  lines: "M20 11V6.5M14 28h12",
  ink: `${circle(20, 5, 2)}${circle(14.5, 20.5, 2.2)}${circle(25.5, 20.5, 2.2)}`,
};

/** What the second, third and fourth of a character wear, so that they can be told apart. */
const EXTRAS = [
  "",
  "M20 36l-6.5-3v6zM20 36l6.5-3v6z",
  "M12 7c1-6.5 15-6.5 16 0zM9 7h22v2.2H9z",
  `${circle(31, 5.5, 1.9)}${circle(34.5, 8, 1.9)}${circle(33.2, 12, 1.9)}${circle(28.8, 12, 1.9)}${circle(27.5, 8, 1.9)}`,
];

const NAMES: Readonly<Record<string, { readonly names: readonly string[] }>> = bots;

/** The face of a bot, and what the one of this name wears. */
export function faceOf(bot: string, name: string): Drawing {
  const face = FACES[bot] ?? MACHINE;
  const place = NAMES[bot]?.names.indexOf(name) ?? 0;
  return { ...face, ink: face.ink + (EXTRAS[place] ?? "") };
}
