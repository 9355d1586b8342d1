// The facts of the game, as the server emits them, with their types.
import { editions, modes } from "../wire/facts.json";
import { allSeats, type Seat } from "../wire/numbers";
import type { Colour } from "./cards";

export type ModeName = keyof typeof modes;
export type EditionName = keyof typeof editions;

export interface Mode {
  readonly seats: number;
  readonly line: number;
  /** The colours of each side. */
  readonly sides: readonly (readonly Colour[])[];
  readonly neutral: Colour | null;
}

/** How an edition's booklet reads the points on which the booklets disagree. */
export interface Edition {
  readonly starter: "winner" | "ender";
  readonly redeal: "even" | "from-winner";
  /** What breaks a tie of rows: the sum of all their points, or the points of the lowest one. */
  readonly tie: "total" | "lowest";
  /** The languages of the booklet. */
  readonly languages: readonly string[];
}

export const MODES = modes as Record<ModeName, Mode>;
export const MODE_NAMES = Object.keys(modes) as ModeName[];
export const EDITIONS = editions as Record<EditionName, Edition>;
export const EDITION_NAMES = Object.keys(editions) as EditionName[];

/** The edition whose booklet is in a language. */
export const editionIn = (language: string): EditionName | undefined =>
  EDITION_NAMES.find((name) => EDITIONS[name].languages.includes(language));

export const modeNamed = (name: string): Mode => MODES[name as ModeName];

/** The side that a seat plays for, from 1; teams sit opposite each other. */
export function sideOf(mode: Mode, seat: Seat): number {
  return ((seat - 1) % mode.sides.length) + 1;
}

/** The seats of a side. */
export const membersOf = (mode: Mode, side: number): Seat[] =>
  allSeats(mode.seats).filter((seat) => sideOf(mode, seat) === side);

/** The side that owns a colour, or none for the neutral one. */
export function ownerOf(mode: Mode, colour: Colour): number | null {
  const place = mode.sides.findIndex((colours) => colours.includes(colour));
  return place < 0 ? null : place + 1;
}

/** What breaks a tie of rows in an edition. */
export const tieOf = (edition: string): Edition["tie"] => EDITIONS[edition as EditionName].tie;
