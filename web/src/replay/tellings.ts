// What a replay says of its moments, beyond what is said at the table itself.
import { seatName, sideName } from "../game/people";
import { tellEnd, tellMove, tellOver } from "../game/telling";
import { say } from "../words/words.svelte";
import type { EndShape, Replay } from "../wire/wire";
import type { Moment } from "./moments";

/** How a round ended, as short as a heading needs it. */
export function tellEndShortly(replay: Replay, end: EndShape): string {
  if (end.kind === "draw") return say("replay.short.draw");
  return say(`replay.short.${end.kind}`, { winner: sideName(replay, end.winner ?? 0) });
}

/** Why the match is over, or that it is not. */
export function tellResult(replay: Replay): string {
  return tellOver(replay, replay) || say("replay.unfinished");
}

/** What there is to say of a moment. */
export function tellMoment(replay: Replay, { match, event, covered, end }: Moment): string {
  if (!event) {
    return say("replay.begins", { round: match.round, name: seatName(replay, match.start) });
  }
  return [tellMove(replay, event, covered), ...(end ? tellEnd(replay, end) : [])].join(" ");
}
