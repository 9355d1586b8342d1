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

/** Write how long is left until a moment in milliseconds as "3 hours left". */
export function left(until: number, now: number): string {
  const future = until - now;
  if (future >= DAY) return say("left.days", { count: Math.floor(future / DAY) });
  if (future >= HOUR) return say("left.hours", { count: Math.floor(future / HOUR) });
  if (future > 0) return say("left.minutes", { count: Math.ceil(future / MINUTE) });
  return say("left.none");
}
