// Seats and devices both count from 1 and are different things. Their types cannot be exchanged for
// one another; a plain number can become either, so that lists and tests need no casts.

/** A place at the table, from 1; bots hold seats too. */
export type Seat = number & { readonly counts?: "seats" };

/**
 * The number of a device at its table, from 1, in the order in which devices sat down.
 * It says nothing about the seat: a device may hold several seats, or none.
 */
export type DeviceNumber = number & { readonly counts?: "devices" };

/** The seat at a place in a list of all seats. */
export const seatAt = (index: number): Seat => (index + 1) as Seat;

/** All seats of a table, or of a mode. */
export const allSeats = (count: number): Seat[] =>
  Array.from({ length: count }, (_, index) => seatAt(index));
