// What is chosen, in a few words.
import type { SettingsShape } from "../wire/wire";
import { say } from "../words/words.svelte";
import { isYours, settingsIn, valueOf, valueText, type Setting, type Value } from "./settings";

/** How to mention settings that are always mentioned, or never. */
const MENTIONED: Record<string, (setting: Setting, value: Value) => string> = {
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
function unusual(setting: Setting, value: Value): string {
  if (value === setting.default) return "";
  if (setting.kind === "flag" && !value) return say(`${setting.words}.no`);
  const title = say(`${setting.words}.title`);
  return setting.kind === "flag" ? title : `${title}: ${valueText(setting, value)}`;
}

function summary(part: Setting["part"], settings: SettingsShape): string {
  const texts = settingsIn(part).map((setting) =>
    (MENTIONED[setting.name] ?? unusual)(setting, valueOf(settings, setting)),
  );
  return texts.filter(Boolean).join(" · ");
}

export const rulesText = (settings: SettingsShape): string => summary("rules", settings);
export const companyText = (settings: SettingsShape): string => summary("company", settings);
