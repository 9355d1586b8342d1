// What happens in a match, in whole sentences, for screen readers, lists and replays.
import type { Seat } from "../wire/numbers";
import type { TableEvent } from "../wire/names";
import type { EndShape, Placed, RunShape, TableShape } from "../wire/wire";
import { say } from "../words/words.svelte";
import { listed, readCard } from "./cards";
import { cardName } from "./cardNames";
import { botName, rulesOf, seatName, seatsOf, sideName, type Company } from "./people";
import { topOf } from "./reasons";
import { verdict } from "./tally";

/** "Ada puts the orange 5 on g6, over the red 4" */
export function moveSentence(
  company: Company,
  event: Placed,
  below: string | null | undefined,
): string {
  const values = {
    name: seatName(company, event.seat),
    card: cardName(event.card),
    cell: event.cell,
  };
  return below
    ? say("tell.covers", { ...values, below: cardName(below) })
    : say("tell.puts", values);
}

/** Who won a round, and by what. */
export function verdictSentence(company: Company, end: EndShape): string {
  const why = verdict(end, rulesOf(company).edition);
  if (why.kind === "draw") return say(`verdict.draw.${why.has}`);
  const values = {
    name: sideName(company, why.winner),
    count: seatsOf(company, why.winner).length,
  };
  switch (why.kind) {
    case "line":
      return say("verdict.line", { ...values, cards: why.cards });
    case "rows":
      return say("verdict.rows", {
        ...values,
        rows: say("end.rows", { count: why.rows }),
        other: why.other,
      });
    case "points":
      return say("verdict.points", { ...values, points: why.points, other: why.other });
  }
}

/** Why the round cannot go on. */
export function stuckSentence(company: Company, end: EndShape): string {
  const name = seatName(company, end.seat);
  return end.stuck
    ? say("tell.stuck", { name, card: cardName(end.stuck) })
    : say("tell.empty", { name });
}

/** A row as it is counted: "3 + 7 + 5 = 15" */
export function rowText(run: RunShape): string {
  const values = listed(run.cards).map((card) => readCard(card).value);
  return say("end.row", { sum: values.join(" + "), points: run.points });
}

/** How a round ended: why it could not go on, who won it, and which card leaves the match. */
export function endSentences(company: Company, end: EndShape): string[] {
  const removed = end.removed ? [say("tell.removed", { card: cardName(end.removed) })] : [];
  const stuck = end.kind === "line" ? [] : [stuckSentence(company, end)];
  return [...stuck, verdictSentence(company, end), ...removed];
}

/** How a match ended. */
export interface Over {
  readonly how: string;
  readonly winner: number | null;
  /** Who gave up. */
  readonly seat: Seat | null;
}

/** Who won a match, and how; empty for a match that did not end. */
export function overSentence(company: Company, over: Over | null): string {
  if (!over) return "";
  const winner = over.winner === null ? "" : sideName(company, over.winner);
  const loser = over.seat === null ? "" : seatName(company, over.seat);
  if (over.how === "agreed") return say("over.agreed");
  if (over.how === "abandoned" && loser) return say("over.abandoned", { loser });
  const count = over.winner === null ? 0 : seatsOf(company, over.winner).length;
  if (loser) return winner ? say("over.resigned", { winner, loser, count }) : tellResigned(loser);
  return winner && say("over.won", { winner, count });
}

const tellResigned = (name: string): string => say("tell.resigned", { name });

/** Whose turn it is, for screen readers. */
export function turnSentences(table: TableShape, mine: readonly Seat[]): string[] {
  const turn = table.match?.turn;
  if (!turn) return [];
  const values = { name: seatName(table, turn.seat), card: cardName(turn.card) };
  const isYours = mine.length === 1 && mine[0] === turn.seat;
  return [say(isYours ? "tell.your_turn" : "tell.turn", values)];
}

/** What there is to say about an event, given the table before and after it. */
export function eventSentences(
  before: TableShape,
  after: TableShape,
  event: TableEvent,
  mine: readonly Seat[],
): string[] {
  switch (event.kind) {
    case "started":
      return [say("tell.started"), ...turnSentences(after, mine)];
    case "placed": {
      const move = moveSentence(before, event, topOf(before.match?.stacks ?? {}, event.cell));
      const ends = event.then.flatMap((step) =>
        step.kind === "round_ended" ? endSentences(before, step.end) : [],
      );
      const begins = event.then.flatMap((step) =>
        step.kind === "round_started" ? [say("tell.round", { round: step.round })] : [],
      );
      return [move, ...ends, ...begins, ...turnSentences(after, mine)];
    }
    case "undone":
      return [say("tell.undone", { count: event.count }), ...turnSentences(after, mine)];
    case "resigned":
      return [tellResigned(seatName(before, event.seat))];
    case "stood_in":
      return [
        say("tell.stood_in", { name: seatName(before, event.seat), bot: botName(event.bot) }),
      ];
    case "returned":
      return [say("tell.returned", { name: seatName(before, event.seat) })];
    case "end_offered":
      return [say("tell.end_offered", { name: seatName(before, event.seat) })];
    case "end_declined":
      return [say("tell.end_declined", { name: seatName(before, event.seat) })];
    case "handed_over":
      return [say("tell.handed_over", { name: seatName(before, event.seats[0] ?? 1) })];
    case "over":
      return [overSentence(after, after.over)];
    case "rematch_wanted":
      return [say("tell.rematch_wanted", { name: seatName(before, event.seat) })];
    default:
      return [];
  }
}
