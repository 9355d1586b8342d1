// Words in the reader's language. The catalogue is shared with the command line.
import { choose, LANGUAGES, type Language } from "./languages";

type Catalogue = Record<string, string>;
type Values = Record<string, string | number>;

/** The parts of the catalogue; each is fetched when the first screen needs it. */
export type Part =
  | "common"
  | "errors"
  | "start"
  | "table"
  | "board"
  | "company"
  | "endings"
  | "replay"
  | "room"
  | "review"
  | "reasons"
  | "rules"
  | "coach"
  | "play"
  | "puzzles"
  | "reasons"
  | "notes"
  | "calling"
  | "open"
  | "tournament"
  | "tv";

const files = import.meta.glob<Catalogue>(
  [
    "../../../src/punto/words/*/*.json",
    "!../../../src/punto/words/*/preview.json",
    "!../../../src/punto/words/*/terminal.json",
  ],
  { import: "default" },
);

class Words {
  language = $state<Language>("en");
  #texts = $state.raw<Catalogue>({});
  #parts = new Set<Part>();
  readonly #numbers = $derived(new Intl.NumberFormat(this.language));
  readonly #plurals = $derived(new Intl.PluralRules(this.language));

  /** Load parts of the catalogue before a screen is shown. */
  async need(...parts: Part[]): Promise<void> {
    const missing = parts.filter((part) => !this.#parts.has(part));
    for (const part of missing) this.#parts.add(part);
    if (missing.length > 0) await this.#load(this.language, missing);
  }

  /** Change the language at once, everywhere. */
  async use(language: Language): Promise<void> {
    await this.#load(language, [...this.#parts], true);
    this.language = language;
    document.documentElement.lang = language;
  }

  /** Begin with the language that the browser asks for, or the one chosen before. */
  async begin(chosen: string | null, ...parts: Part[]): Promise<void> {
    for (const part of ["common", "errors", ...parts] as const) this.#parts.add(part);
    await this.use(choose(chosen ? [chosen] : navigator.languages));
  }

  async #load(language: Language, parts: Part[], anew = false): Promise<void> {
    const loaded = await Promise.all(
      parts.map((part) => files[`../../../src/punto/words/${language}/${part}.json`]!()),
    );
    this.#texts = Object.assign({}, anew ? {} : this.#texts, ...loaded);
  }

  /** Say something; `count` among the values chooses between singular and plural. */
  say(key: string, values: Values = {}): string {
    const text = this.#plural(key, values["count"]) ?? this.#texts[key] ?? key;
    return text.replace(/\{(\w+)\}/g, (_, name: string) => this.#write(values[name], name));
  }

  /** Whether the catalogue has a key. */
  has(key: string): boolean {
    return key in this.#texts;
  }

  #plural(key: string, count: string | number | undefined): string | undefined {
    if (typeof count !== "number") return undefined;
    return this.#texts[`${key}.${this.#plurals.select(count)}`];
  }

  #write(value: string | number | undefined, name: string): string {
    if (typeof value === "number") return this.#number(value);
    return value ?? `{${name}}`;
  }

  /** Write a number; small ones are the same in all our languages. */
  #number(value: number): string {
    const isSmall = Number.isInteger(value) && value >= 0 && value < 1000;
    return isSmall ? String(value) : this.#numbers.format(value);
  }

  /** Join names: "Ada, Ben and Cleo". Intl.ListFormat can do it, but is slow to start on phones. */
  list(names: readonly string[]): string {
    const [last, ...others] = names.toReversed();
    if (last === undefined || others.length === 0) return last ?? "";
    return this.say("pair", { first: others.toReversed().join(", "), second: last });
  }

  get all(): readonly Language[] {
    return LANGUAGES;
  }
}

export const words = new Words();

export const say = (key: string, values?: Values): string => words.say(key, values);
