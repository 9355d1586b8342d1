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
  // An egg that peeps out for the first time.
  beginner: {
    head: "M20 3.5c7.5 0 13 10.5 13 18.5S27.5 36 20 36 7 30 7 22 12.5 3.5 20 3.5z",
    lines: "M8.5 15l4.2 2.8 3.3-4.3 4 4.3 4-4.3 3.3 4.3 4.2-2.8M17.6 29.2c1.5 1.3 3.3 1.3 4.8 0",
    ink: `${circle(14.8, 24, 2.2)}${circle(25.2, 24, 2.2)}`,
  },
  // A chick that looks at everything for the first time.
  easy: {
    head: circle(20, 22, 14),
    lines: "M20 8c-1-3 1-5 3.5-5M20 8c0-3-2.5-4-5-3",
    ink: `${circle(14.5, 20, 2.6)}${circle(25.5, 20, 2.6)}M17 24.5h6l-3 4.5z`,
  },
  // A bear that takes its time.
  casual: {
    head: "M7.6 15.2A5.2 5.2 0 1 1 14.3 9.2c3.6-1.6 7.8-1.6 11.4 0a5.2 5.2 0 1 1 6.7 6c1.8 2.4 2.6 5 2.6 7.8C35 30.5 28.5 36 20 36S5 30.5 5 23c0-2.8.8-5.4 2.6-7.8z",
    lines:
      "M10.5 20.5c1.4 1.8 4.1 1.8 5.5 0M24 20.5c1.4 1.8 4.1 1.8 5.5 0M20 27.5v1.8M16 30c1.2 1.3 2.8 1.3 4-.3 1.2 1.6 2.8 1.6 4 .3",
    ink: "M16.6 24.6c0-1.6 6.8-1.6 6.8 0 0 1.8-2 3.4-3.4 3.4s-3.4-1.6-3.4-3.4z",
  },
  // Somebody from next door.
  medium: {
    head: "M16 8h8a9 9 0 0 1 9 9v8a9 9 0 0 1-9 9h-8a9 9 0 0 1-9-9v-8a9 9 0 0 1 9-9z",
    lines: "M14.5 27.5c3.5 3.2 7.5 3.2 11 0",
    ink: `M7.5 18c0-7 6-11.5 13-11.5s13 4.5 12 11.5c-5 0-8-1.5-10-4.5-2.5 3-9 4.5-15 4.5z${circle(14.5, 22.5, 1.9)}${circle(25.5, 22.5, 1.9)}`,
  },
  // A hare that is often one leap ahead.
  skilled: {
    head: "M13.5 17.5C9.5 13 8.5 6 10.5 3.5s6.5 4 7.7 11.3c1.2-.2 2.4-.2 3.6 0C23 7.5 27.5 1 29.5 3.5s1 9.5-3 14c3.3 1.8 5 4.8 5 8.3C31.5 32 26.5 36.5 20 36.5S8.5 32 8.5 25.8c0-3.5 1.7-6.5 5-8.3z",
    lines: "M20 29v1.5M16.5 31.5c1.2 1 2.6.9 3.5-.6.9 1.5 2.3 1.6 3.5.6",
    ink: `${circle(15.2, 23.5, 2.1)}${circle(24.8, 23.5, 2.1)}M17.8 26.8h4.4L20 29.3z`,
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
  // An elephant that never forgets a card.
  master: {
    head: "M12.5 9C8.5 5.5 2.5 8 2.5 15.5c0 6 3.5 10.5 8.5 10l5 1v7a4 4 0 0 0 8 0v-7l5-1c5 .5 8.5-4 8.5-10C37.5 8 31.5 5.5 27.5 9c-4.5-3.3-10.5-3.3-15 0z",
    lines:
      "M12.5 9c-2.5 5-2.5 11-1.5 16.5M27.5 9c2.5 5 2.5 11 1.5 16.5M16.2 29.5h3.3M16.2 32.8h3.3",
    ink: `${circle(16, 18.5, 1.9)}${circle(24, 18.5, 1.9)}`,
  },
  // A beaver, whose dam is never finished.
  builder: {
    head: "M8.6 13.5A4 4 0 1 1 13.6 9c4-2 8.8-2 12.8 0a4 4 0 1 1 5 4.5c2 3.2 2.6 6.5 2.6 10C34 31 28 36 20 36S6 31 6 23.5c0-3.5.6-6.8 2.6-10z",
    lines: "M11.5 25.5c2.5 2 6 2 8.5-.8 2.5 2.8 6 2.8 8.5.8M17.2 27.6v5h5.6v-5M20 27.6v5",
    ink: `${circle(14.2, 18.5, 2)}${circle(25.8, 18.5, 2)}M17 22.3c0-1.5 6-1.5 6 0 0 1.7-1.8 2.9-3 2.9s-3-1.2-3-2.9z`,
  },
  // A wall with somebody behind it.
  blocker: {
    head: "M6 10h6V6h6v4h4V6h6v4h6v25H6z",
    lines: "M6 16.5h28M6 29h28M13 10v6.5M27 10v6.5M13 29v6M27 29v6M20 29v6",
    ink: `${circle(14.5, 22.7, 2.2)}${circle(25.5, 22.7, 2.2)}M11 18.6l7 2v-1.6zM29 18.6l-7 2v-1.6z`,
  },
  // A ghost: there is always somebody under the sheet.
  coverer: {
    head: "M20 4c8 0 13 6 13 14v17l-4.3-3.5-4.3 3.5-4.4-3.5-4.4 3.5-4.3-3.5L7 35V18C7 10 12 4 20 4z",
    lines: "M17 26.5c1.9 1.5 4.1 1.5 6 0M12 12.5c1-2.5 2.7-4 5-4.8",
    ink: "M12.5 19a2.5 3.3 0 1 0 5 0a2.5 3.3 0 1 0-5 0zM22.5 19a2.5 3.3 0 1 0 5 0a2.5 3.3 0 1 0-5 0z",
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
