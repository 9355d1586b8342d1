// What happens in a match, in whole sentences, for screen readers, lists and replays.
import { seatAt, type Seat } from "../wire/numbers";
import type { TableEvent } from "../wire/names";
import type { EndShape, Placed, RunShape, TableShape } from "../wire/wire";
import { say } from "../words/words.svelte";
import { listed, readCard } from "./cards";
import { cardName } from "./cardNames";
import {
  botName,
  isNamelessYou,
  ownSide,
  rulesOf,
  seatName,
  seatsOf,
  sideName,
  type Company,
} from "./people";
import { topOf } from "./reasons";
import { verdict } from "./tally";

/** Who laid a card; "Easy for Ada" where a bot stood in. */
export function moverName(
  company: Company,
  event: Placed,
  name = seatName(company, event.seat),
): string {
  const holder = "names" in company ? null : company.seats[event.seat - 1];
  const isForSomebody = event.by === "bot" && holder?.kind === "person" && holder.bot;
  return isForSomebody ? say("move.for", { bot: botName(holder.bot!), name }) : name;
}

/** "Ada puts the orange 5 on g6, over the red 4", or "You put …" */
export function moveSentence(
  company: Company,
  event: Placed,
  below: string | null | undefined,
  mine: readonly Seat[] = [],
): string {
  const values = {
    name: moverName(company, event),
    card: cardName(event.card),
    cell: event.cell,
  };
  const isYou = isNamelessYou(company, event.seat, mine) && event.by !== "bot";
  if (!below) return say(isYou ? "you.puts" : "tell.puts", values);
  return say(isYou ? "you.covers" : "tell.covers", { ...values, below: cardName(below) });
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

/**
 * Who won a round, said to the one person on this device: "You win the round with 5 in a row!",
 * or that it is lost, and then to whom. With several people, or none, everybody has a name.
 */
export function ownVerdict(company: Company, end: EndShape, mine: readonly Seat[]): string[] {
  const side = ownSide(company, mine);
  const named = verdictSentence(company, end);
  if (side === null || end.winner === null) return [named];
  const count = seatsOf(company, side).length;
  if (end.winner !== side) return [say("you.lost", { count }), named];
  const why = verdict(end, rulesOf(company).edition);
  switch (why.kind) {
    case "line":
      return [say("you.line", { count, cards: why.cards })];
    case "rows":
      return [
        say("you.rows", { count, rows: say("end.rows", { count: why.rows }), other: why.other }),
      ];
    case "points":
      return [say("you.points", { count, points: why.points, other: why.other })];
    case "draw":
      return [named];
  }
}

/** Which card leaves the match after a round, and why that one. */
export function leavingSentence(end: EndShape): string {
  if (!end.removed) return "";
  const key = end.kind === "line" ? "end.leaves.row" : "end.leaves.rows";
  return say(key, { card: cardName(end.removed) });
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
export function endSentences(
  company: Company,
  end: EndShape,
  mine: readonly Seat[] = [],
): string[] {
  const removed = end.removed ? [say("tell.removed", { card: cardName(end.removed) })] : [];
  const stuck = end.kind === "line" ? [] : [stuckSentence(company, end)];
  return [...stuck, ...ownVerdict(company, end, mine), ...removed];
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

/**
 * Who won a match, said to the one person on this device: the result in a few words, and if that
 * does not say it all, how it came about.
 */
export function ownResult(company: Company, over: Over | null, mine: readonly Seat[]): string[] {
  const side = ownSide(company, mine);
  const named = overSentence(company, over);
  if (!over || side === null || over.winner === null) return named ? [named] : [];
  const count = seatsOf(company, side).length;
  if (over.winner === side) {
    const how = over.seat === null ? [] : [tellResigned(seatName(company, over.seat))];
    return [say("you.match.won", { count }), ...how];
  }
  if (over.seat !== null && mine.includes(over.seat)) {
    const winner = sideName(company, over.winner);
    const winners = seatsOf(company, over.winner).length;
    return [say("you.match.resigned"), say("over.won", { winner, count: winners })];
  }
  return [say("you.match.lost", { count }), named];
}

/** Who took how many hints: "You took 1 hint." */
export function hintSentences(
  company: Company,
  hints: readonly number[],
  mine: readonly Seat[],
): string[] {
  return hints.flatMap((count, place) => {
    const seat = seatAt(place);
    if (count === 0) return [];
    const isYou = mine.length === 1 && mine[0] === seat;
    const name = seatName(company, seat);
    return [say(isYou ? "over.hints_you" : "over.hints", { name, count })];
  });
}

/** Headings have no full stop; read aloud, a pause is needed. */
export const sentence = (words: string): string => (/[.!?]$/.test(words) ? words : `${words}.`);

const tellResigned = (name: string): string => say("tell.resigned", { name });

/** Whose turn it is, for screen readers. */
export function turnSentences(table: TableShape, mine: readonly Seat[]): string[] {
  const turn = table.match?.turn;
  if (!turn) return [];
  const values = { name: seatName(table, turn.seat), card: cardName(turn.card) };
  const isYours = mine.length === 1 && mine[0] === turn.seat;
  return [say(isYours ? "tell.your_turn" : "tell.turn", values)];
}

/** A new round, and whose turn it is. */
export function roundSentences(table: TableShape, mine: readonly Seat[]): string[] {
  return [say("tell.round", { round: table.match?.round ?? 1 }), ...turnSentences(table, mine)];
}

/** That the clock has laid a card; which one is said next. */
function lateSentence(table: TableShape, event: Placed, mine: readonly Seat[]): string[] {
  const isYours = mine.length === 1 && mine[0] === event.seat;
  return [isYours ? say("tell.late_you") : say("tell.late", { name: seatName(table, event.seat) })];
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
      const late = event.by === "clock" ? lateSentence(before, event, mine) : [];
      const below = topOf(before.match?.stacks ?? {}, event.cell);
      const move = moveSentence(before, event, below, mine);
      const ends = event.then.flatMap((step) =>
        step.kind === "round_ended" ? endSentences(before, step.end, mine) : [],
      );
      // After the end of a round, the next one is announced when somebody goes on.
      return [...late, move, ...ends, ...(ends.length > 0 ? [] : turnSentences(after, mine))];
    }
    case "undone":
      return [say("tell.undone", { count: event.count }), ...turnSentences(after, mine)];
    case "resigned": {
      const name = seatName(before, event.seat);
      if (event.bot === null) return [tellResigned(name)];
      return [say("news.resigned", { name, bot: botName(event.bot) })];
    }
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
    case "pause_offered":
      return [say("tell.pause_offered", { name: seatName(before, event.seat) })];
    case "paused":
      return [say("pause.now")];
    case "resumed":
      return [
        say("tell.resumed", { name: seatName(before, event.seat) }),
        ...turnSentences(after, mine),
      ];
    case "handed_over":
      return [say("tell.handed_over", { name: seatName(before, event.seats[0] ?? 1) })];
    case "over":
      return ownResult(after, after.over, mine).map(sentence);
    case "rematch_wanted":
      return [say("tell.rematch_wanted", { name: seatName(before, event.seat) })];
    default:
      return [];
  }
}
