// How many cards a side goes without, in words; nothing where it has all of them.
import type { SettingsShape } from "../wire/wire";
import { say } from "../words/words.svelte";

/** The settings of tables that are older than the handicap have none. */
export function fewerCards({ handicap }: Partial<SettingsShape>, side: number): string {
  const count = handicap?.[side - 1];
  return count ? say("handicap", { count }) : "";
}
