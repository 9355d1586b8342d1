// Names of people, as the server takes them.
import { name_length } from "../wire/facts.json";

/** The longest name, in characters, unless the server is set up differently. */
export const LONGEST_NAME = name_length;

/** What joins the parts of an emoji, where it joins some: elsewhere it would only hide something. */
const JOINS =
  /(?<=[\p{S}\ufe0f])\u200d(?=\p{S})|(?<=\u{1f3f4})[\u{e0061}-\u{e007a}]{2,6}\u{e007f}/u;
const INVISIBLE = new RegExp(`(${JOINS.source})|[^\\p{L}\\p{M}\\p{N}\\p{P}\\p{S}]+`, "gu");

/** Replace everything invisible by spaces. */
const visible = (text: string): string =>
  text.replace(INVISIBLE, (_, joins?: string) => joins ?? " ");

/** Clean up a typed name; empty if no letter, digit or symbol is left. */
export function cleanName(typed: string): string {
  const whole = visible(typed.normalize("NFC")).trim();
  // Cutting may leave half of an emoji.
  const name = visible([...whole].slice(0, LONGEST_NAME).join("")).trim();
  return /[\p{L}\p{N}\p{S}]/u.test(name) ? name : "";
}

export type NameProblem = "long" | "signs" | "bare";

/** What is wrong with a typed name; null if nothing is, or if it is empty. */
export function problemOf(typed: string): NameProblem | null {
  const name = typed.normalize("NFC").trim();
  if (name === "") return null;
  if (visible(name) !== name.replace(/\s+/g, " ")) return "signs";
  if ([...name].length > LONGEST_NAME) return "long";
  return cleanName(name) === "" ? "bare" : null;
}
