// The settings of a table, as the server describes them: what a form shows and what may be kept.
import { editionIn } from "../game/facts";
import { settings } from "../wire/facts.json";
import type { SettingsShape } from "../wire/wire";
import { say, words } from "../words/words.svelte";

export type Value = string | number | boolean | null | readonly number[];

/** A setting as the server describes it. */
export interface Setting {
  readonly name: string;
  /** `sides` is a number for each side of the mode; none at all stands for 0 each. */
  readonly kind: "flag" | "choice" | "number" | "duration" | "seat" | "sides";
  readonly default: Value;
  /** Whether it may be left open; `null` stands for that. */
  readonly isOptional: boolean;
  /** What its keys in the catalogue begin with. */
  readonly words: string;
  /** Which part of the form it belongs to. */
  readonly part: "players" | "rules" | "company";
  /** Whether it matters only where people come from elsewhere. */
  readonly isForGuests: boolean;
  readonly minimum: number | null;
  readonly maximum: number | null;
  /** All values of a choice. */
  readonly options: readonly string[] | null;
  /** The durations to choose from, in seconds. */
  readonly offered: readonly number[] | null;
}

export const SETTINGS = Object.entries(settings).map(
  ([name, about]) => ({ name, ...about }) as Setting,
);

export const settingsIn = (part: Setting["part"]): Setting[] =>
  SETTINGS.filter((setting) => setting.part === part);

/** The settings of a table for which nobody has chosen anything. */
export function defaultSettings(): SettingsShape {
  const values = SETTINGS.map((setting) => [setting.name, defaultOf(setting)] as const);
  return Object.fromEntries(values) as unknown as SettingsShape;
}

/** The default of a setting; that of the edition follows the language of the reader. */
export function defaultOf({ name, default: usual }: Setting): Value {
  return name === "edition" ? (editionIn(words.language) ?? usual) : usual;
}

/** Whether an edition is the one whose booklet the reader would have. */
export const isYours = (edition: string): boolean => edition === editionIn(words.language);

/** The value of a setting; one that is newer than a table kept on the device has its default. */
export function valueOf(of: SettingsShape, { name, default: usual }: Setting): Value {
  const value: Value | undefined = of[name as keyof SettingsShape];
  return value === undefined ? usual : value;
}

/** What a form offers for a setting that is neither a flag nor a seat, or for one side. */
export function choicesFor(setting: Setting): Value[] {
  const { kind, isOptional, minimum, maximum, options, offered } = setting;
  const none = isOptional ? [null] : [];
  if (kind === "choice") return [...none, ...(options ?? [])];
  if (kind === "duration") return [...none, ...(offered ?? [])];
  const [least, most] = [minimum ?? 0, maximum ?? -1];
  return [...none, ...Array.from({ length: most - least + 1 }, (_, place) => least + place)];
}

/** Read a value that was kept by some version of the page; what cannot be used is the default. */
export function readValue(setting: Setting, kept: unknown): Value {
  if (setting.kind === "sides") return readSides(setting, kept);
  const possible: Value[] = setting.kind === "flag" ? [true, false] : choicesFor(setting);
  return possible.includes(kept as Value) ? (kept as Value) : defaultOf(setting);
}

function readSides(setting: Setting, kept: unknown): Value {
  const possible: readonly unknown[] = choicesFor(setting);
  const isUsable = Array.isArray(kept) && kept.every((number) => possible.includes(number));
  return isUsable ? (kept as number[]) : defaultOf(setting);
}

/** Whether two values are the same; no list of numbers is the same as one of zeros. */
export function isSame(one: Value, other: Value): boolean {
  const plain = (value: Value): Value =>
    Array.isArray(value) ? (value.some(Boolean) ? value.join() : "") : value;
  return plain(one) === plain(other);
}

/** A value in words; of a setting for sides, that of one side. */
export function valueText(setting: Setting, value: Value): string {
  if (value === null) return say(`${setting.words}.none`);
  if (setting.kind === "duration") return durationText(setting.words, Number(value));
  if (setting.kind === "sides" && value === 0) return say(`${setting.words}.none`);
  if (setting.kind === "number" || setting.kind === "sides") {
    return say(setting.words, { count: Number(value) });
  }
  return say(`${setting.words}.${value}`);
}

function durationText(key: string, seconds: number): string {
  if (seconds < 60) return say(`${key}.seconds`, { count: seconds });
  if (seconds < 86_400) return say(`${key}.minutes`, { count: seconds / 60 });
  return say(`${key}.days`, { count: seconds / 86_400 });
}

/** A line about a setting, where the catalogue has one. */
export function aboutText(setting: Setting): string {
  const key = `${setting.words}.about`;
  return words.has(key) ? say(key) : "";
}
