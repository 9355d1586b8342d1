// Parsing the codes of tables, rooms and tournaments, however people type them.
import { codes } from "../wire/facts.json";

export const { letters: LETTERS, length: LENGTH } = codes;
/** Digits that can only be meant as the letters they look like. */
const ALIKE: Record<string, string> = { "0": "o", "1": "l" };

/** Six letters, which lead to an open room. */
export const SHORT_LENGTH = codes.short;

export type Typed =
  | { readonly code: string; readonly key: string }
  | { readonly problem: "empty" }
  | { readonly problem: "letters"; readonly strange: string }
  | { readonly problem: "length"; readonly count: number };

/** Parse a code or a whole link into the code and the key of a link, such as that of a seat; or say what is wrong. */
export function readTyped(text: string): Typed {
  const link = /\/(?:t|r|tournament)\/([^/?#\s]+)[^#\s]*(#\S*)?/.exec(text);
  const typed = [...(link?.[1] ?? text).toLowerCase()]
    .filter((sign) => !/[\s\p{P}]/u.test(sign))
    .map((sign) => ALIKE[sign] ?? sign);
  if (typed.length === 0) return { problem: "empty" };
  const strange = [...new Set(typed.filter((sign) => !LETTERS.includes(sign)))].join(" ");
  if (strange) return { problem: "letters", strange };
  if (typed.length === SHORT_LENGTH) return { code: typed.join(""), key: "" };
  if (typed.length !== LENGTH) return { problem: "length", count: typed.length };
  return { code: grouped(typed.join("")), key: link?.[2] ?? "" };
}

/** Write letters in groups, as they are read aloud. */
export function grouped(letters: string): string {
  return letters.match(new RegExp(`.{1,${codes.group}}`, "g"))?.join("-") ?? "";
}
