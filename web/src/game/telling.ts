// What happens at a table, in whole sentences: for those who listen, and for the list of moves.
import type { TableEvent } from "../wire/names";
import type { EndShape, Placed, TableShape } from "../wire/wire";
import { say } from "../words/words.svelte";
import { cardName } from "./named";
import { botName, seatName, sideName } from "./people";
import { topOf } from "./reasons";
import { verdict } from "./tally";

/** "Ada puts the orange 5 on g6, over the red 4" */
export function tellMove(table: TableShape, event: Placed, below: string | undefined): string {
  const values = {
    name: seatName(table, event.seat),
    card: cardName(event.card),
    cell: event.cell,
  };
  return below
    ? say("tell.covers", { ...values, below: cardName(below) })
    : say("tell.puts", values);
}

/** Who won a round, and by what. */
export function tellVerdict(table: TableShape, end: EndShape): string {
  const why = verdict(end, table.settings.edition);
  if (why.kind === "draw") return say(`verdict.draw.${why.has}`);
  const values = { name: sideName(table, why.winner) };
  switch (why.kind) {
    case "line":
      return say("verdict.line", { ...values, cards: why.cards });
    case "rows":
      return say("verdict.rows", { ...values, count: why.rows, other: why.other });
    case "points":
      return say("verdict.points", { ...values, points: why.points, other: why.other });
  }
}

/** Why nobody can play on. */
export function tellStuck(table: TableShape, end: EndShape): string {
  const name = seatName(table, end.seat);
  return end.stuck
    ? say("tell.stuck", { name, card: cardName(end.stuck) })
    : say("tell.empty", { name });
}

/** Who won a match, and how. */
export function tellOver(table: TableShape): string {
  const over = table.over;
  if (!over) return "";
  const winner = over.winner === null ? "" : sideName(table, over.winner);
  const loser = over.seat === null ? "" : seatName(table, over.seat);
  if (over.how === "resigned") return say("over.resigned", { winner, loser });
  if (over.how === "abandoned") return say("over.abandoned", { loser });
  return over.how === "agreed" ? say("over.agreed") : say("over.won", { winner });
}

function tellEnd(table: TableShape, end: EndShape): string[] {
  const removed = end.removed ? [say("tell.removed", { card: cardName(end.removed) })] : [];
  const stuck = end.kind === "line" ? [] : [tellStuck(table, end)];
  return [...stuck, tellVerdict(table, end), ...removed];
}

/** Whose turn it is, for those who cannot see it. */
export function tellTurn(table: TableShape, mine: readonly number[]): string[] {
  const turn = table.match?.turn;
  if (!turn) return [];
  const values = { name: seatName(table, turn.seat), card: cardName(turn.card) };
  const isYours = mine.length === 1 && mine[0] === turn.seat;
  return [say(isYours ? "tell.your_turn" : "tell.turn", values)];
}

/** All there is to say about an event, from how the table was before and is after it. */
export function tell(
  before: TableShape,
  after: TableShape,
  event: TableEvent,
  mine: readonly number[],
): string[] {
  switch (event.kind) {
    case "started":
      return [say("tell.started"), ...tellTurn(after, mine)];
    case "placed": {
      const move = tellMove(before, event, topOf(before.match?.stacks ?? {}, event.cell));
      const ends = event.then.flatMap((step) =>
        step.kind === "round_ended" ? tellEnd(before, step.end) : [],
      );
      const begins = event.then.flatMap((step) =>
        step.kind === "round_started" ? [say("tell.round", { round: step.round })] : [],
      );
      return [move, ...ends, ...begins, ...tellTurn(after, mine)];
    }
    case "undone":
      return [say("tell.undone", { count: event.count }), ...tellTurn(after, mine)];
    case "resigned":
      return [say("tell.resigned", { name: seatName(before, event.seat) })];
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
      return [tellOver(after)];
    case "rematch_wanted":
      return [say("tell.rematch_wanted", { name: seatName(before, event.seat) })];
    default:
      return [];
  }
}
