// What is chosen, in a few words.
import type { SettingsShape } from "../wire/wire";
import { say } from "../words/words.svelte";
import {
  isSame,
  isYours,
  settingsIn,
  valueOf,
  valueText,
  type Setting,
  type Value,
} from "./settings";

/** What a side is called, from 1. */
type Called = (side: number) => string;

/** How to mention settings that are always mentioned, or never. */
const MENTIONED: Record<string, (setting: Setting, value: Value, called: Called) => string> = {
  edition: (setting, value) => {
    const edition = valueText(setting, value);
    return isYours(String(value)) ? say("edition.yours.short", { edition }) : edition;
  },
  rounds_to_win: valueText,
  turn_seconds: valueText,
  spectators: (_, value) => say(value ? "spectators.title" : "spectators.no"),
  begins_when_full: () => "",
};

/** A setting that differs from its default, by its title, or as its words for "no" say it. */
function unusual(setting: Setting, value: Value, called: Called): string {
  if (isSame(value, setting.default)) return "";
  if (setting.kind === "flag" && !value) return say(`${setting.words}.no`);
  const title = say(`${setting.words}.title`);
  if (Array.isArray(value)) return `${title}: ${sidesText(setting, value, called)}`;
  return setting.kind === "flag" ? title : `${title}: ${valueText(setting, value)}`;
}

/** The sides that are not as usual, each with its number in words. */
function sidesText(setting: Setting, numbers: readonly number[], called: Called): string {
  return numbers
    .flatMap((number, place) =>
      number ? [`${called(place + 1)} (${valueText(setting, number)})`] : [],
    )
    .join(", ");
}

function summary(part: Setting["part"], settings: SettingsShape, called: Called = String): string {
  const texts = settingsIn(part).map((setting) =>
    (MENTIONED[setting.name] ?? unusual)(setting, valueOf(settings, setting), called),
  );
  return texts.filter(Boolean).join(" · ");
}

export const rulesText = (settings: SettingsShape, called: Called): string =>
  summary("rules", settings, called);
export const companyText = (settings: SettingsShape): string => summary("company", settings);
