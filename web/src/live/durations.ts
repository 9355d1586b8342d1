// How long movements take, in milliseconds: for the code that shows them and the code that waits.

/** A card's flight from the hand to its cell. */
export const FLIGHT_MS = 320;
/** A card's flight from its cell out of the match. */
export const LEAVE_MS = 700;

/** One card's flight from the dealer, and how much later the next round and seat follow. */
export const DEALT_CARD_MS = 380;
export const DEALT_ROUNDS = 3;
export const NEXT_ROUND_MS = 110;
export const NEXT_SEAT_MS = 30;
/** The time until the last card has reached the last seat. */
export const dealMs = (seats: number): number =>
  DEALT_CARD_MS + (DEALT_ROUNDS - 1) * NEXT_ROUND_MS + (seats - 1) * NEXT_SEAT_MS;
