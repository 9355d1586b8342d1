// The last card in words, from the table alone: a screen that has just been switched on knows no more.
import { cardName } from "../game/cardNames";
import { listed } from "../game/cards";
import { seatName } from "../game/people";
import { seatAt } from "../wire/numbers";
import type { MatchShape, TableShape } from "../wire/wire";
import { say } from "../words/words.svelte";

/** "Ada puts the red 5 on f6."; empty before the first card of a round. */
export function lastMove(table: TableShape, match: MatchShape): string {
  const { last, turn } = match;
  if (last === null || turn === null) return "";
  const [card, below] = listed(match.stacks[last] ?? "").reverse();
  if (card === undefined) return "";
  const count = table.seats.length;
  const name = seatName(table, seatAt((turn.seat - 2 + count) % count));
  if (below === undefined) return say("tell.puts", { name, card: cardName(card), cell: last });
  const values = { name, card: cardName(card), cell: last, below: cardName(below) };
  return say("tell.covers", values);
}
