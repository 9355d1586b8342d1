// Why a command was refused, in the reader's language, or in English if the catalogue lacks it.
import { say, words } from "../words/words.svelte";
import { cardName } from "./cardNames";

export interface Refusal {
  readonly code: string;
  readonly sentence: string;
  readonly values?: Record<string, unknown>;
}

export function refusalText({ code, sentence, values = {} }: Refusal): string {
  if (!words.has(`error.${code}`)) return sentence;
  const written = Object.entries(values).map(([name, value]) => [name, write(name, value)]);
  return say(`error.${code}`, Object.fromEntries(written) as Record<string, string | number>);
}

function write(name: string, value: unknown): string | number {
  if (typeof value === "number") return value;
  const isCard = name === "card" || name === "below";
  return isCard && typeof value === "string" ? cardName(value) : String(value);
}
