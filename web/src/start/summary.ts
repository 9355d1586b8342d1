// What is chosen, in a few words.
import type { SettingsShape } from "../wire/wire";
import { say } from "../words/words.svelte";

/** A time to think. */
export function timeText(seconds: number | null): string {
  if (seconds === null) return say("time.none");
  if (seconds < 60) return say("time.seconds", { count: seconds });
  if (seconds < 3600) return say("time.minutes", { count: seconds / 60 });
  return say("time.days", { count: seconds / 86_400 });
}

const joined = (parts: readonly (string | false)[]): string => parts.filter(Boolean).join(" · ");

export function rulesText(settings: SettingsShape): string {
  return joined([
    say(`edition.${settings.edition}`),
    say("rounds", { count: settings.rounds_to_win }),
    settings.open_cards && say("open_cards.title"),
  ]);
}

export function companyText(settings: SettingsShape): string {
  return joined([
    timeText(settings.turn_seconds),
    settings.spectators ? say("spectators.title") : say("spectators.no"),
  ]);
}
