// Names of people, as the server takes them.
import { name_length } from "../wire/facts.json";

/** The longest name, in characters, unless the server is set up differently. */
export const LONGEST_NAME = name_length;

/** Clean up a typed name; empty if no letter, digit or symbol is left. */
export function cleanName(typed: string): string {
  const visible = typed.normalize("NFC").replace(/[^\p{L}\p{M}\p{N}\p{P}\p{S}]+/gu, " ");
  const name = [...visible.trim()].slice(0, LONGEST_NAME).join("").trim();
  return /[\p{L}\p{N}\p{S}]/u.test(name) ? name : "";
}

export type NameProblem = "long" | "signs" | "bare";

/** What is wrong with a typed name; null if nothing is, or if it is empty. */
export function problemOf(typed: string): NameProblem | null {
  const name = typed.normalize("NFC").trim();
  if (name === "") return null;
  if (/[^\p{L}\p{M}\p{N}\p{P}\p{S}\s]/u.test(name)) return "signs";
  if ([...name].length > LONGEST_NAME) return "long";
  return cleanName(name) === "" ? "bare" : null;
}
