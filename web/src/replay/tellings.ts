// What happened, in words.
import { modeNamed, sideOf } from "../game/facts";
import { capital, cardName } from "../game/named";
import { botName } from "../game/people";
import { say, words } from "../words/words.svelte";
import type { EndShape, Replay, RunShape } from "../wire/wire";
import type { Moment } from "./moments";

/** Who sits at a seat; records know bots by the names that programs have for them. */
export function seatName({ names }: Replay, seat: number): string {
  return botName(names[seat - 1] ?? "");
}

/** A side by the names of its seats. */
export function sideName(replay: Replay, side: number): string {
  const mode = modeNamed(replay.mode);
  const seats = replay.names.map((_, place) => place + 1);
  const own = seats.filter((seat) => sideOf(mode, seat) === side);
  const names = own.map((seat) => seatName(replay, seat));
  return new Intl.ListFormat(words.language, { type: "conjunction" }).format(names);
}

/** The sum of a row as it is counted: 3 + 7 + 5 = 15. */
export function sum(run: RunShape): string {
  const values = run.cards.split(" ").map((card) => card[1]);
  return `${values.join(" + ")} = ${run.points}`;
}

/** "Ada puts the orange 5 on g6, over the red 4." */
export function tellCard(replay: Replay, { event, covered }: Moment): string {
  if (!event) return "";
  const values = {
    name: seatName(replay, event.seat),
    card: cardName(event.card),
    cell: event.cell,
  };
  return covered
    ? say("replay.over", { ...values, below: cardName(covered) })
    : say("replay.beside", values);
}

/** How a round ended, in a sentence or two. */
export function tellEnd(replay: Replay, end: EndShape): string {
  const winner = end.winner ? sideName(replay, end.winner) : "";
  const told =
    end.kind === "line"
      ? say("replay.line", { winner, count: longest(end) })
      : [
          end.stuck
            ? say("replay.stuck", {
                name: seatName(replay, end.seat),
                card: cardName(end.stuck),
              })
            : say("replay.empty", { name: seatName(replay, end.seat) }),
          end.winner
            ? say("replay.rows_win", { winner, count: end.runs[end.winner - 1]?.length ?? 0 })
            : say("replay.draw"),
        ].join(" ");
  return end.removed
    ? `${told} ${say("replay.removed", { card: capital(cardName(end.removed)) })}`
    : told;
}

function longest(end: EndShape): number {
  return Math.max(...end.runs.flat().map((run) => run.cards.split(" ").length));
}

/** How a round ended, as short as a heading needs it. */
export function tellEndShortly(replay: Replay, end: EndShape): string {
  if (end.kind === "draw") return say("replay.short.draw");
  return say(`replay.short.${end.kind}`, { winner: sideName(replay, end.winner ?? 0) });
}

/** Why the match is over, or is not. */
export function tellResult(replay: Replay): string {
  if (replay.winner) return say("replay.won", { winner: sideName(replay, replay.winner) });
  if (replay.how === "resigned" && replay.seat) {
    return say("replay.resigned", { name: seatName(replay, replay.seat) });
  }
  return say(`replay.${replay.how === "resigned" ? "unfinished" : replay.how}`);
}

/** What there is to say of a moment. */
export function tellMoment(replay: Replay, moment: Moment): string {
  const { match, event, end } = moment;
  if (!event) {
    const name = seatName(replay, match.start);
    return say("replay.begins", { round: match.round, name });
  }
  return end ? `${tellCard(replay, moment)} ${tellEnd(replay, end)}` : tellCard(replay, moment);
}
