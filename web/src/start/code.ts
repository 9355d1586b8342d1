// Parsing the codes of tables, however people type them.
import { codes } from "../wire/facts.json";

export const { letters: LETTERS, length: LENGTH } = codes;
/** Digits that can only be meant as the letters they look like. */
const ALIKE: Record<string, string> = { "0": "o", "1": "l" };

/** Six letters, which lead to an open room. */
const SHORT_LENGTH = codes.short;

export type Typed =
  | { readonly room: string }
  | { readonly path: string; readonly code: string }
  | { readonly problem: "empty" }
  | { readonly problem: "letters"; readonly strange: string }
  | { readonly problem: "length"; readonly count: number };

/** Parse a code or a whole link into the path of its table, or a room's code; or say what is wrong. */
export function readTyped(text: string): Typed {
  const link = /\/[tr]\/([^/?#\s]+)[^#\s]*(#\S*)?/.exec(text);
  const typed = [...(link?.[1] ?? text).toLowerCase()]
    .filter((sign) => !/[\s\p{P}]/u.test(sign))
    .map((sign) => ALIKE[sign] ?? sign);
  if (typed.length === 0) return { problem: "empty" };
  const strange = [...new Set(typed.filter((sign) => !LETTERS.includes(sign)))].join(" ");
  if (strange) return { problem: "letters", strange };
  if (typed.length === SHORT_LENGTH) return { room: typed.join("") };
  if (typed.length !== LENGTH) return { problem: "length", count: typed.length };
  const code = grouped(typed.join(""));
  if (link?.[0].startsWith("/r/")) return { room: code };
  return { code, path: `/t/${code}${link?.[2] ?? ""}` };
}

/** Write letters in groups, as they are read aloud. */
export function grouped(letters: string): string {
  return letters.match(new RegExp(`.{1,${codes.group}}`, "g"))?.join("-") ?? "";
}
