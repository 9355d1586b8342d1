// Sentences of a replay, beyond those of a live table.
import { companyAt, seatName, sideName } from "../game/people";
import { endSentences, moveSentence, ownResult, sentence } from "../game/sentences";
import type { Seat } from "../wire/numbers";
import { say } from "../words/words.svelte";
import type { EndShape, Replay } from "../wire/wire";
import type { Moment } from "./moments";

/** How a round ended, short enough for a heading. */
export function endHeading(replay: Replay, end: EndShape): string {
  if (end.kind === "draw") return say("replay.short.draw");
  return say(`replay.short.${end.kind}`, { winner: sideName(replay, end.winner ?? 0) });
}

/** Why the match is over, or that it is not; said to the one person who played it here, if any. */
export function resultSentence(replay: Replay, own: Seat | null = null): string {
  if (own !== null && replay.how === "resigned" && replay.seat === own) {
    return say("you.match.resigned");
  }
  const [result, ...how] = ownResult(replay, replay, own === null ? [] : [own]);
  if (!result) return say("replay.unfinished");
  return how.length > 0 ? [result, ...how].map(sentence).join(" ") : result;
}

/** The sentences about a moment. */
export function momentSentence(match: Replay, moment: Moment): string {
  const { event, covered, end } = moment;
  const replay = companyAt(match, moment.laid);
  if (!event) {
    const { round, start } = moment.match;
    return say("replay.begins", { round, name: seatName(replay, start) });
  }
  return [moveSentence(replay, event, covered), ...(end ? endSentences(replay, end) : [])].join(
    " ",
  );
}
