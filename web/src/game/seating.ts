// Who sits where on the screen: one seat at the bottom, the others on top in the order of play.
import { allSeats, type Seat } from "../wire/numbers";

/**
 * The seat at the bottom: of this device's seats the one to play, else the one that played last.
 * Spectators look on from the first seat.
 */
export function homeSeat(mine: Seat | null, before: Seat | null, seats: readonly Seat[]): Seat {
  if (mine !== null) return mine;
  if (before !== null && seats.includes(before)) return before;
  return seats[0] ?? 1;
}

/** The other seats from left to right: play goes on to the left, clockwise round the table. */
export function othersOf(home: Seat, count: number): Seat[] {
  const seats = allSeats(count);
  return [...seats.slice(home), ...seats.slice(0, home - 1)];
}
