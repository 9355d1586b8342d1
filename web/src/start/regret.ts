// Why the server did not do what it was asked for by HTTP.
import { sorry } from "../game/sorry";
import { Refused } from "../wire/api";
import { say } from "../words/words.svelte";

/** Put a refusal into words; whatever else went wrong is no answer of the server's. */
export function regret(error: unknown): string {
  if (!(error instanceof Refused)) throw error;
  if (error.code === "offline") return say("connection.offline");
  return sorry({ code: error.code, values: error.values, sentence: error.message });
}
