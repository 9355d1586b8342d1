// Why an HTTP request failed.
import { sorry } from "../game/sorry";
import { Refused } from "../wire/api";
import { say } from "../words/words.svelte";

/** Why a request was refused or did not get through, in words; any other error is thrown on. */
export function regret(error: unknown): string {
  if (!(error instanceof Refused)) throw error;
  if (error.code === "offline") return say("connection.offline");
  return sorry({ code: error.code, values: error.values, sentence: error.message });
}
