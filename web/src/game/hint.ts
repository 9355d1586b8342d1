// The line under the card in hand: what the player can do next.
import type { LiveTable } from "../live/table.svelte";
import { say } from "../words/words.svelte";

/** Say what to do, given the cell that was chosen by a first tap. */
export function hintOf(live: LiveTable, chosen: string | null): string {
  const match = live.table?.match;
  if (live.table?.phase !== "playing" || !match?.turn) return "";
  if (live.pending) return say("hint.laying");
  if (live.mine === null) return "";
  if (chosen) return say("hint.again");
  return match.last === null ? say("hint.first") : say("hint.place");
}
