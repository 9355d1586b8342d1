// The page's own typeface, loaded before the first text is shown: a later swap would move everything.

/** A slow network shows the system's typeface instead, until the next visit. */
const LONGEST_MS = 1500;

/** Wait until the typeface is there, but not for long. */
export async function typeface(): Promise<void> {
  const { fonts } = document;
  const given = new Promise((resolve) => setTimeout(resolve, LONGEST_MS));
  await Promise.race([given, fonts.load('1rem "Rubik"').catch(() => undefined)]);
}
