// Why an HTTP request failed.
import { refusalText } from "../game/refusalText";
import { Refused } from "../wire/api";
import { say } from "../words/words.svelte";

/** Why a request was refused or did not get through, in words; any other error is thrown on. */
export function failureText(error: unknown): string {
  if (!(error instanceof Refused)) throw error;
  if (error.code === "offline") return say("connection.offline");
  return refusalText({ code: error.code, values: error.values, sentence: error.message });
}
