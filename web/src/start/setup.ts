// What a person chooses for a new table, and the request made from it.
import { seatAt, type Seat } from "../wire/numbers";
import { MODES, type ModeName } from "../game/facts";
import { bots } from "../wire/facts.json";
import type { NewTable, SettingsShape } from "../wire/wire";
import { cleanName } from "./names";
import { defaultSettings } from "./settings";

export type BotName = keyof typeof bots;

export type Way = "computer" | "together" | "friends";
export const WAYS: readonly Way[] = ["computer", "together", "friends"];

/** How the starting seat is found; for the last three, somebody picks it. */
export type Starter = "drawn" | "chosen" | "youngest" | "freckles";
export const STARTERS: readonly Starter[] = ["drawn", "chosen", "youngest", "freckles"];

/** The bots that every server has, from the weakest to the strongest. */
export const BOTS = Object.keys(bots) as BotName[];
/** The bots that think, for people who only want to choose a level. */
export const LEVELS = BOTS.filter((bot) => bots[bot].isLevel);
/** The level of a new table: a newcomer can win, and still meets somebody who sees plain rows. */
export const FIRST_LEVEL: BotName = "easy";

export type HolderKind = "person" | "open" | "bot";

/** Who will hold a seat; a typed name is kept while another kind of holder is chosen. */
export interface SeatPlan {
  kind: HolderKind;
  name: string;
  bot: string;
}

export interface Setup {
  settings: SettingsShape;
  starter: Starter;
  /** As many as any mode has, so that nobody is lost when the mode changes. */
  seats: SeatPlan[];
}

const OTHERS: Record<Way, HolderKind> = { computer: "bot", together: "person", friends: "open" };
const SEATS = Math.max(...Object.values(MODES).map((mode) => mode.seats));

/** The initial choices. */
export function firstSetup(way: Way, name: string): Setup {
  return {
    settings: defaultSettings(),
    starter: "drawn",
    seats: Array.from({ length: SEATS }, (_, place) => ({
      kind: place === 0 ? "person" : OTHERS[way],
      name: place === 0 ? name : "",
      bot: FIRST_LEVEL,
    })),
  };
}

/** The seats that the chosen mode has. */
export function seatsOf(setup: Setup): SeatPlan[] {
  return setup.seats.slice(0, MODES[setup.settings.mode as ModeName].seats);
}

/** Who may hold a seat: only friends need seats that wait for somebody. */
export function kindsFor(way: Way): readonly HolderKind[] {
  return way === "friends" ? ["person", "open", "bot"] : ["person", "bot"];
}

/** The seats that may start; bots have neither age nor freckles. */
export function candidates(seats: readonly SeatPlan[], starter: Starter): number[] {
  const all = seats.map((_, place) => place + 1);
  if (starter === "chosen") return all;
  return all.filter((seat) => seats[seat - 1]!.kind !== "bot");
}

/** The seat that starts, or null if it is drawn by lot. */
export function startOf(seats: readonly SeatPlan[], starter: Starter, wanted: Seat | null) {
  if (starter === "drawn") return null;
  const able = candidates(seats, starter);
  return able.find((seat) => seat === wanted) ?? able[0] ?? null;
}

/** The request for a new table; `nameless` names people who entered no name. */
export function newTableRequest(setup: Setup, nameless: (seat: Seat) => string): NewTable {
  const seats = seatsOf(setup);
  const holders = seats.map((plan, place) => {
    if (plan.kind === "open") return { kind: "open" as const };
    if (plan.kind === "bot") return { kind: "bot" as const, bot: plan.bot };
    return { kind: "person" as const, name: cleanName(plan.name) || nameless(seatAt(place)) };
  });
  const start = startOf(seats, setup.starter, setup.settings.start);
  return {
    settings: { ...setup.settings, start },
    seats: holders as NonNullable<NewTable["seats"]>,
  };
}
