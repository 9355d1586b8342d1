// The facts of the modes that a page must know to draw them.
import type { Seat } from "../wire/numbers";
import type { Colour } from "./cards";

export type ModeName = "2p" | "3p" | "4p" | "teams";

export interface Mode {
  readonly seats: number;
  readonly line: number;
  /** The colours of each side. */
  readonly sides: readonly (readonly Colour[])[];
  readonly neutral: Colour | null;
}

export const MODES: Record<ModeName, Mode> = {
  "2p": {
    seats: 2,
    line: 5,
    sides: [
      ["R", "O"],
      ["B", "G"],
    ],
    neutral: null,
  },
  "3p": { seats: 3, line: 4, sides: [["R"], ["O"], ["B"]], neutral: "G" },
  "4p": { seats: 4, line: 4, sides: [["R"], ["O"], ["B"], ["G"]], neutral: null },
  teams: {
    seats: 4,
    line: 5,
    sides: [
      ["R", "O"],
      ["B", "G"],
    ],
    neutral: null,
  },
};

export const modeNamed = (name: string): Mode => MODES[name as ModeName];

/** The side that a seat plays for, from 1; teams sit opposite each other. */
export function sideOf(mode: Mode, seat: Seat): number {
  return ((seat - 1) % mode.sides.length) + 1;
}

/** The side that owns a colour, or none for the neutral one. */
export function ownerOf(mode: Mode, colour: Colour): number | null {
  const place = mode.sides.findIndex((colours) => colours.includes(colour));
  return place < 0 ? null : place + 1;
}

/** What breaks a tie of rows: the sum of all their points, or the points of the lowest one. */
export function tieOf(edition: string): "total" | "lowest" {
  return edition === "english-2018" ? "total" : "lowest";
}
