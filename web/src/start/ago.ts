// How long ago something was, in the reader's language.

const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
];

/** Write a moment in milliseconds as "2 hours ago". */
export function ago(then: number, now: number, language: string): string {
  const format = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  const past = Math.max(0, now - then);
  for (const [unit, length] of STEPS) {
    if (past >= length) return format.format(-Math.floor(past / length), unit);
  }
  return format.format(0, "second");
}
