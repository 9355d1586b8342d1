// What happened at a table while this page was not open.
import { applyEvent } from "../game/fold";
import { api } from "../wire/api";
import type { TableEvent } from "../wire/names";
import type { TableShape } from "../wire/wire";
import { endedRounds, type Seen } from "./seen";

/** All events of a table, up to one. */
async function eventsUntil(code: string, last: number): Promise<TableEvent[]> {
  const all: TableEvent[] = [];
  for (let number = 0; number < last;) {
    const { events } = await api.events(code, number);
    const wanted = events.filter((event) => event.number <= last);
    if (wanted.length === 0) break;
    all.push(...wanted);
    number = wanted.at(-1)!.number;
  }
  return all;
}

/** A table before its first event. */
function emptyTable(now: TableShape): TableShape {
  const empty = { ...now };
  delete empty.pause;
  return {
    ...empty,
    number: 0,
    phase: "waiting",
    match: null,
    over: null,
    next: null,
    end_offers: [],
    rematch_offers: [],
  };
}

export const endsRound = (event: TableEvent): boolean =>
  event.kind === "placed" && event.then.some((step) => step.kind === "round_ended");

/** A table to begin from, and the events that are still to be shown. */
export interface Missed {
  readonly table: TableShape;
  readonly events: readonly TableEvent[];
}

/**
 * Report every event that nobody has seen yet. If a round has ended meanwhile, go back to before that,
 * so that its end can be shown; otherwise stay with the table as it is now.
 */
export async function catchUp(
  code: string,
  now: TableShape,
  seen: Seen,
  tell: (before: TableShape, event: TableEvent) => void,
): Promise<Missed> {
  // If the request fails, report nothing and show the table as it is now.
  const all = await eventsUntil(code, now.number).catch(() => []);
  const end =
    endedRounds(now) > seen.rounds
      ? all.findIndex((event) => event.number > seen.number && endsRound(event))
      : -1;
  let table = emptyTable(now);
  for (const event of end < 0 ? all : all.slice(0, end)) {
    if (event.number > seen.number) tell(table, event);
    table = applyEvent(table, event);
  }
  return end < 0 ? { table: now, events: [] } : { table, events: all.slice(end) };
}
