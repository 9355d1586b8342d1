// The last choices on this device, validated: another version may have written them.
import { savePrefs, prefs } from "../prefs.svelte";
import { modeNamed } from "../game/facts";
import { allSeats, type Seat } from "../wire/numbers";
import type { SettingsShape } from "../wire/wire";
import { cleanName } from "./names";
import { isYours, readValue, SETTINGS } from "./settings";
import { firstSetup, kindsFor, STARTERS, type SeatPlan, type Setup, type Way } from "./setup";

type Loose = Record<string, unknown>;

const record = (value: unknown): Loose =>
  typeof value === "object" && value !== null ? (value as Loose) : {};

function oneOf<Thing>(things: readonly Thing[], value: unknown, otherwise: Thing): Thing {
  return things.includes(value as Thing) ? (value as Thing) : otherwise;
}

function readSettings(kept: Loose): SettingsShape {
  const values = SETTINGS.map((setting) => [setting.name, readValue(setting, kept[setting.name])]);
  const settings = Object.fromEntries(values) as SettingsShape;
  const mode = modeNamed(settings.mode);
  const fits = settings.handicap.length === mode.sides.length;
  return {
    ...settings,
    start: oneOf<Seat | null>(allSeats(mode.seats), kept["start"], null),
    handicap: fits ? settings.handicap : [],
  };
}

function readSeat(value: unknown, first: SeatPlan, way: Way): SeatPlan {
  const { kind, name, bot } = record(value);
  return {
    kind: oneOf(kindsFor(way), kind, first.kind),
    name: typeof name === "string" ? cleanName(name) : first.name,
    bot: typeof bot === "string" && bot !== "" ? bot : first.bot,
  };
}

/** Read saved choices; whatever is invalid becomes the default. */
export function readSetup(way: Way, value: unknown, name: string): Setup {
  const first = firstSetup(way, name);
  const { settings, starter, seats } = record(value);
  return {
    settings: readSettings(record(settings)),
    starter: oneOf(STARTERS, starter, first.starter),
    seats: first.seats.map((seat, place) =>
      readSeat(Array.isArray(seats) ? seats[place] : null, seat, way),
    ),
  };
}

/** The last choices, with the name saved on this device. */
export function lastSetup(way: Way): Setup {
  return readSetup(way, prefs.setups[way], prefs.name);
}

/** Save the choices, and the name of whoever sits first. */
export function keepSetup(way: Way, setup: Setup): void {
  const [first] = setup.seats;
  const name = first?.kind === "person" ? cleanName(first.name) : "";
  const kept = { ...setup, settings: withoutUsual(setup.settings) };
  savePrefs({ setups: { ...prefs.setups, [way]: kept }, ...(name ? { name } : {}) });
}

/** The edition of the reader's language is not kept: it follows if they choose another language. */
function withoutUsual(settings: SettingsShape): Partial<SettingsShape> {
  const { edition, ...others } = settings;
  return isYours(edition) ? others : settings;
}
