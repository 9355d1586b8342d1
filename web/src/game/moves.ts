// The list of moves of a match, by rounds.
import type { TableEvent } from "../wire/names";
import type { EndShape, Placed } from "../wire/wire";

export interface Move {
  readonly round: number;
  readonly event: Placed;
  /** What the card covers. */
  readonly below: string | undefined;
  /** How the round ended with this move. */
  readonly end: EndShape | null;
}

/** Append an event to a list of moves. */
export function listMove(moves: readonly Move[], event: TableEvent): readonly Move[] {
  if (event.kind === "undone") return moves.slice(0, moves.length - event.count);
  if (event.kind !== "placed") return moves;
  const before = moves.at(-1);
  const round = before ? before.round + (before.end ? 1 : 0) : 1;
  const below = moves.findLast((move) => move.round === round && move.event.cell === event.cell);
  const ended = event.then.find((step) => step.kind === "round_ended");
  return [...moves, { round, event, below: below?.event.card, end: ended?.end ?? null }];
}
