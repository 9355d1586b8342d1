// Which reasons are worth saying after an answer: few, and none that contradicts it.
import type { PuzzleShape, ReasonShape } from "../wire/wire";

/** What explains little on its own. */
const MINOR: readonly string[] = ["covers", "closes_columns", "closes_rows"];
const MOST = 2;

/** Those of a kind, if there are any; or else all. */
function only(kind: string, reasons: readonly ReasonShape[]): readonly ReasonShape[] {
  const found = reasons.filter((one) => one.kind === kind);
  return found.length > 0 ? found : reasons;
}

/** Why the answer is right; empty if only its chance says so. */
export function whyRight(
  kind: PuzzleShape["kind"],
  reasons: readonly ReasonShape[],
): readonly ReasonShape[] {
  const good = only(
    "wins",
    reasons.filter((one) => !one.is_bad),
  ).slice(0, MOST);
  return kind === "stalemate" && good.every((one) => MINOR.includes(one.kind)) ? [] : good;
}

/** What is wrong with another cell; without that, what it does well, though not well enough. */
export function whyWrong(reasons: readonly ReasonShape[]): readonly ReasonShape[] {
  const bad = only(
    "misses",
    reasons.filter((one) => one.is_bad),
  ).slice(0, MOST);
  if (bad.length > 0) return bad;
  return reasons.filter((one) => !MINOR.includes(one.kind)).slice(0, 1);
}
