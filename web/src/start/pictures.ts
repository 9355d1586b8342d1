// The pictures of the three ways to play, made of cards.
import type { Way } from "./setup";

/** A card in a picture: its left upper corner and its size in a square of 100, and its turn. */
export interface Laid {
  readonly card: string;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly turn?: number;
}

export interface Picture {
  /** Things that cards lie on. */
  readonly things: string;
  /** Lines between them. */
  readonly lines?: string;
  readonly cards: readonly Laid[];
}

const phone = (x: number, y: number): string =>
  `M${x + 5} ${y}h20a5 5 0 0 1 5 5v36a5 5 0 0 1 -5 5h-20a5 5 0 0 1 -5 -5v-36a5 5 0 0 1 5 -5zm7 41h6`;

export const PICTURES: Record<Way, Picture> = {
  // A face of cards.
  computer: {
    things:
      "M24 20h52a12 12 0 0 1 12 12v46a12 12 0 0 1 -12 12h-52a12 12 0 0 1 -12 -12v-46a12 12 0 0 1 12 -12z" +
      "M50 20v-9M46.5 8a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0zM12 46h-6v16h6M88 46h6v16h-6",
    cards: [
      { card: "B1", x: 21, y: 29, size: 26 },
      { card: "G1", x: 53, y: 29, size: 26 },
      { card: "R2", x: 22, y: 62, size: 18, turn: 8 },
      { card: "O3", x: 41, y: 65, size: 18 },
      { card: "R4", x: 60, y: 62, size: 18, turn: -8 },
    ],
  },
  // One device, and a hand on each of its sides.
  together: {
    things: "M27 18h46a7 7 0 0 1 7 7v50a7 7 0 0 1 -7 7h-46a7 7 0 0 1 -7 -7v-50a7 7 0 0 1 7 -7z",
    cards: [
      { card: "O5", x: 29, y: 29, size: 20 },
      { card: "B3", x: 51, y: 29, size: 20 },
      { card: "G4", x: 29, y: 51, size: 20 },
      { card: "R6", x: 51, y: 51, size: 20 },
      { card: "R7", x: 38, y: 74, size: 24, turn: -6 },
      { card: "B8", x: 38, y: 2, size: 24, turn: 186 },
      { card: "O2", x: 4, y: 40, size: 20, turn: 84 },
      { card: "G9", x: 76, y: 40, size: 20, turn: -84 },
    ],
  },
  // Three connected devices.
  friends: {
    things: phone(35, 4) + phone(2, 50) + phone(68, 50),
    lines: "M29 26q-14 4 -14 18M71 26q14 4 14 18M38 78q12 8 24 0",
    cards: [
      { card: "R5", x: 39, y: 14, size: 22 },
      { card: "O6", x: 6, y: 60, size: 22 },
      { card: "B4", x: 72, y: 60, size: 22 },
    ],
  },
};
