// Why a cell is good or bad, in words; sides are called by their colours.
import { modeNamed, sideOf } from "../game/facts";
import { reasonSentence } from "../review/reasons";
import type { PuzzleShape, ReasonShape } from "../wire/wire";
import { say, words } from "../words/words.svelte";

/** "red and orange" */
export function sideColours(mode: string, side: number): string {
  const colours = modeNamed(mode).sides[side - 1] ?? [];
  return words.list(colours.map((colour) => say(`colour.${colour}`)));
}

/** A reason as a sentence. */
export function reasonText({ mode, seat }: PuzzleShape, reason: ReasonShape): string {
  const named = (side: number): string => sideColours(mode, side);
  return reasonSentence(named, reason, sideOf(modeNamed(mode), seat));
}
