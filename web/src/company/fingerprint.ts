// How a fingerprint is written so that people can compare it.

/** How many of its digits are shown at first: enough to notice any other shuffle. */
export const SHORT = 8;

/** In groups of four, as one reads numbers aloud. */
export const grouped = (digits: string): string => digits.replace(/(.{4})(?=.)/g, "$1 ");
