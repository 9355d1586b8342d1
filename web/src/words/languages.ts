import { languages, same_language } from "../wire/facts.json";

export type Language = keyof typeof languages;

/** How each language calls itself. */
export const NAMES: Record<Language, string> = languages;
export const LANGUAGES = Object.keys(languages) as Language[];

/** Other names of languages that we have. */
const SAME = same_language as Record<string, Language>;

/** Choose the first language that we have. */
export function choose(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const base = tag.toLowerCase().split("-")[0] ?? "";
    const language = SAME[base] ?? LANGUAGES.find((known) => known === base);
    if (language) return language;
  }
  return "en";
}
