// Why something was refused, in the reader's words.
import { say, words } from "../words/words.svelte";

interface Refusal {
  readonly code: string;
  readonly values: Record<string, unknown>;
  readonly sentence?: string;
  readonly message?: string;
}

/** The catalogue's words for a code; the server's own sentence where there are none. */
export function sorry(refusal: Refusal): string {
  const key = `error.${refusal.code}`;
  if (refusal.code === "offline") return say("connection.offline");
  if (!words.has(key)) return refusal.sentence ?? refusal.message ?? refusal.code;
  const plain = Object.entries(refusal.values).map(([name, value]) => [
    name,
    typeof value === "number" ? value : String(value),
  ]);
  return say(key, Object.fromEntries(plain) as Record<string, string | number>);
}
