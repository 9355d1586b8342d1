// Sentences of a replay, beyond those of a live table.
import { seatName, sideName } from "../game/people";
import { tellEnd, tellMove, tellOver } from "../game/telling";
import { say } from "../words/words.svelte";
import type { EndShape, Replay } from "../wire/wire";
import type { Moment } from "./moments";

/** How a round ended, short enough for a heading. */
export function tellEndShortly(replay: Replay, end: EndShape): string {
  if (end.kind === "draw") return say("replay.short.draw");
  return say(`replay.short.${end.kind}`, { winner: sideName(replay, end.winner ?? 0) });
}

/** Why the match is over, or that it is not. */
export function tellResult(replay: Replay): string {
  return tellOver(replay, replay) || say("replay.unfinished");
}

/** The sentences about a moment. */
export function tellMoment(replay: Replay, { match, event, covered, end }: Moment): string {
  if (!event) {
    return say("replay.begins", { round: match.round, name: seatName(replay, match.start) });
  }
  return [tellMove(replay, event, covered), ...(end ? tellEnd(replay, end) : [])].join(" ");
}
