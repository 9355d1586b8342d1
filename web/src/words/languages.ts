/** The languages of the booklets. */
export const LANGUAGES = ["en", "de", "da", "fi", "is", "nb", "sv"] as const;
export type Language = (typeof LANGUAGES)[number];

/** How each language calls itself. */
export const NAMES: Record<Language, string> = {
  en: "English",
  de: "Deutsch",
  da: "Dansk",
  fi: "Suomi",
  is: "Íslenska",
  nb: "Norsk",
  sv: "Svenska",
};

/** Norwegian goes by three names; we write bokmål for all of them. */
const SAME: Record<string, Language> = { no: "nb", nn: "nb" };

/** Choose the first language that we have. */
export function choose(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const base = tag.toLowerCase().split("-")[0] ?? "";
    const language = SAME[base] ?? LANGUAGES.find((known) => known === base);
    if (language) return language;
  }
  return "en";
}
