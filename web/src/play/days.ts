// Days of the calendar, all in UTC: the deal of the day is the same everywhere.
const DAY_MS = 86_400_000;

/** A date as a time, at noon, so that no time zone moves it to another day. */
export const timeOf = (day: string): number => Date.parse(`${day}T12:00:00Z`);

export const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** The weeks of a calendar, from Monday to Sunday; the last one has the day. */
export function weeksUntil(day: string, count: number): string[][] {
  const today = timeOf(day);
  const weekday = (new Date(today).getUTCDay() + 6) % 7;
  const monday = today - weekday * DAY_MS - (count - 1) * 7 * DAY_MS;
  return Array.from({ length: count }, (_, week) =>
    Array.from({ length: 7 }, (_, place) => dayOf(monday + (7 * week + place) * DAY_MS)),
  );
}

/** When the day after begins, in milliseconds since 1970. */
export const endOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) + DAY_MS;

/** How many days before this one were played one after another, including this one if it was. */
export function daysInARow(day: string, played: ReadonlySet<string>): number {
  let time = timeOf(day);
  if (!played.has(day)) time -= DAY_MS;
  let count = 0;
  for (; played.has(dayOf(time)); time -= DAY_MS) count += 1;
  return count;
}

export function writeDay(
  day: string,
  language: string,
  options: Intl.DateTimeFormatOptions,
): string {
  return new Intl.DateTimeFormat(language, { ...options, timeZone: "UTC" }).format(timeOf(day));
}
