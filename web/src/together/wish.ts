// Somebody has tapped on an open room: they come in at once, without a form.
//
// Only a tap on this page says so. A link could not: whoever sends one would decide for others.
let wanted: string | null = null;

export function joinAtOnce(code: string): void {
  wanted = code;
}

/** Whether somebody wants to come into this room at once; asked once. */
export function isWished(code: string): boolean {
  const is = wanted === code;
  wanted = null;
  return is;
}
