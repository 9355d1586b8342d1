// How long movements take, in milliseconds: those who show them and those who wait for them agree.

/** A card's flight from the hand to its cell. */
export const FLIGHT_MS = 320;
/** A card's flight from its cell out of the match. */
export const LEAVE_MS = 700;

/** One card on its way from the dealer, and how much later the next round and seat follow. */
export const DEALT_CARD_MS = 380;
export const DEALT_ROUNDS = 3;
export const NEXT_ROUND_MS = 110;
export const NEXT_SEAT_MS = 30;
/** Until the last card has reached the last of so many seats. */
export const dealMs = (seats: number): number =>
  DEALT_CARD_MS + (DEALT_ROUNDS - 1) * NEXT_ROUND_MS + (seats - 1) * NEXT_SEAT_MS;
