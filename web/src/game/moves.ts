// The list of moves of a match, by rounds.
import type { TableEvent } from "../wire/names";
import type { EndShape, Placed, SeatShape } from "../wire/wire";

export interface Move {
  readonly round: number;
  readonly event: Placed;
  /** What the card covers. */
  readonly below: string | undefined;
  /** Who held the seats then: a move keeps the name of who made it. */
  readonly seats: readonly SeatShape[];
  /** How the round ended with this move. */
  readonly end: EndShape | null;
}

/** Append an event to a list of moves, given who held the seats before it. */
export function listMove(
  moves: readonly Move[],
  event: TableEvent,
  seats: readonly SeatShape[],
): readonly Move[] {
  if (event.kind === "undone") return moves.slice(0, moves.length - event.count);
  if (event.kind !== "placed") return moves;
  const before = moves.at(-1);
  const round = before ? before.round + (before.end ? 1 : 0) : 1;
  const below = moves.findLast((move) => move.round === round && move.event.cell === event.cell);
  const ended = event.then.find((step) => step.kind === "round_ended");
  return [...moves, { round, event, seats, below: below?.event.card, end: ended?.end ?? null }];
}
