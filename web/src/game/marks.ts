// The marks of the table, which a legend explains until they have been used a few times.
import { prefs, savePrefs } from "../prefs.svelte";

/** A dot beside a card, a ring on a card that may be covered, the outline of the latest card. */
export type Mark = "beside" | "over" | "last";

/** How often a mark is used until nobody needs an explanation. */
const ENOUGH = 3;

export const isKnown = (mark: Mark): boolean => (prefs.marks[mark] ?? 0) >= ENOUGH;

/** Remember that a mark was used once more. */
export function useMark(mark: Mark): void {
  if (isKnown(mark)) return;
  savePrefs({ marks: { ...prefs.marks, [mark]: (prefs.marks[mark] ?? 0) + 1 } });
}

/** The marks in sight that are not known yet. */
export function unknownMarks(
  legal: readonly string[],
  stacks: Readonly<Record<string, string>>,
  last: string | null,
): Mark[] {
  const inSight: Mark[] =
    legal.length > 0
      ? [
          ...(legal.some((cell) => !(cell in stacks)) ? (["beside"] as const) : []),
          ...(legal.some((cell) => cell in stacks) ? (["over"] as const) : []),
        ]
      : last === null
        ? []
        : ["last"];
  return inSight.filter((mark) => !isKnown(mark));
}
