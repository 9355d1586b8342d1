// The last choices on this device, read with care: another version may have written them.
import { keep, prefs } from "../prefs.svelte";
import { MODES, type ModeName } from "../game/facts";
import { cleanName } from "./names";
import {
  EDITIONS,
  firstSetup,
  kindsFor,
  MODE_NAMES,
  MOST_ROUNDS,
  STARTERS,
  TIMES,
  type SeatPlan,
  type Setup,
  type Way,
} from "./setup";

type Loose = Record<string, unknown>;

const record = (value: unknown): Loose =>
  typeof value === "object" && value !== null ? (value as Loose) : {};

function oneOf<Thing>(things: readonly Thing[], value: unknown, otherwise: Thing): Thing {
  return things.includes(value as Thing) ? (value as Thing) : otherwise;
}

const truth = (value: unknown, otherwise: boolean): boolean =>
  oneOf([true, false], value, otherwise);

function readSeat(value: unknown, first: SeatPlan, way: Way): SeatPlan {
  const { kind, name, bot } = record(value);
  return {
    kind: oneOf(kindsFor(way), kind, first.kind),
    name: typeof name === "string" ? cleanName(name) : first.name,
    bot: typeof bot === "string" && bot !== "" ? bot : first.bot,
  };
}

/** Read what was chosen; whatever cannot be read is as at first. */
export function readSetup(way: Way, value: unknown, name: string): Setup {
  const first = firstSetup(way, name);
  const { settings, starter, seats } = record(value);
  const old = record(settings);
  const mode = oneOf(MODE_NAMES, old["mode"], first.settings.mode as ModeName);
  const rounds = Array.from({ length: MOST_ROUNDS }, (_, place) => place + 1);
  const numbers = Array.from({ length: MODES[mode].seats }, (_, place) => place + 1);
  return {
    settings: {
      mode,
      edition: oneOf(EDITIONS, old["edition"], "english-2018"),
      rounds_to_win: oneOf(rounds, old["rounds_to_win"], first.settings.rounds_to_win),
      start: oneOf([null, ...numbers], old["start"], null),
      open_cards: truth(old["open_cards"], first.settings.open_cards),
      turn_seconds: oneOf(TIMES, old["turn_seconds"], first.settings.turn_seconds),
      spectators: truth(old["spectators"], first.settings.spectators),
      begins_when_full: truth(old["begins_when_full"], first.settings.begins_when_full),
    },
    starter: oneOf(STARTERS, starter, first.starter),
    seats: first.seats.map((seat, place) =>
      readSeat(Array.isArray(seats) ? seats[place] : null, seat, way),
    ),
  };
}

/** What was chosen the last time, with the name that this device knows. */
export function lastSetup(way: Way): Setup {
  return readSetup(way, prefs.setups[way], prefs.name);
}

/** Remember what was chosen, and the name of who sits first. */
export function keepSetup(way: Way, setup: Setup): void {
  const [first] = setup.seats;
  const name = first?.kind === "person" ? cleanName(first.name) : "";
  keep({ setups: { ...prefs.setups, [way]: setup }, ...(name ? { name } : {}) });
}
