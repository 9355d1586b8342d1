// Sentences of a replay, beyond those of a live table.
import { companyAt, seatName, sideName } from "../game/people";
import { endSentences, moveSentence, overSentence } from "../game/sentences";
import { say } from "../words/words.svelte";
import type { EndShape, Replay } from "../wire/wire";
import type { Moment } from "./moments";

/** How a round ended, short enough for a heading. */
export function endHeading(replay: Replay, end: EndShape): string {
  if (end.kind === "draw") return say("replay.short.draw");
  return say(`replay.short.${end.kind}`, { winner: sideName(replay, end.winner ?? 0) });
}

/** Why the match is over, or that it is not. */
export function resultSentence(replay: Replay): string {
  return overSentence(replay, replay) || say("replay.unfinished");
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
