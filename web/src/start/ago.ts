// How long ago something was. Intl.RelativeTimeFormat could do it, but is slow to start on phones.
import { say } from "../words/words.svelte";

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];

/** Write a moment in milliseconds as "2 hours ago". */
export function ago(then: number, now: number): string {
  const past = now - then;
  if (past >= 2 * DAY) return say("ago.days", { count: Math.floor(past / DAY) });
  if (past >= DAY) return say("ago.yesterday");
  if (past >= HOUR) return say("ago.hours", { count: Math.floor(past / HOUR) });
  if (past >= MINUTE) return say("ago.minutes", { count: Math.floor(past / MINUTE) });
  return say("ago.now");
}
