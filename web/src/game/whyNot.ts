// Why the card in hand cannot be laid on a cell, or why none can be laid now.
import type { LiveTable } from "../live/table.svelte";
import { say } from "../words/words.svelte";
import { seatName } from "./people";
import { objection, topOf } from "./reasons";
import { refusalText } from "./refusalText";

/** The reason in words; none if the card can be laid there. */
export function whyNot(live: LiveTable, cell: string): string {
  const table = live.table!;
  const match = table.match!;
  const turn = table.phase === "playing" ? match.turn : null;
  if (!turn) return say("error.match-over");
  if (live.mine === null) {
    if (live.you.seats.length === 0) return say("why.looking");
    return say("why.turn", { name: seatName(table, turn.seat) });
  }
  return whyNotHere(match.stacks, turn.card, cell);
}

/** Why a card cannot be laid on a cell of a table, in words; none if it can. */
export function whyNotHere(
  stacks: Readonly<Record<string, string>>,
  card: string,
  cell: string,
): string {
  const code = objection(stacks, card, cell);
  if (!code) return "";
  const below = topOf(stacks, cell);
  return refusalText({ code, sentence: code, values: { card, cell, ...(below ? { below } : {}) } });
}
