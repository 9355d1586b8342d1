// Why a cell is good or bad, and what the idea behind it is, in words.
import { capital, cardName } from "../game/cardNames";
import { listed } from "../game/cards";
import { sideName, type Company } from "../game/people";
import type { ReasonShape } from "../wire/wire";
import { say, words } from "../words/words.svelte";

/** The reasons for a cell that make an idea; the first one that is there counts. */
const IDEAS: readonly string[] = [
  ...["wins", "blocks", "reduces", "opens", "counts", "joins", "hampers"],
  ...["builds", "connects", "narrows", "starts", "spares", "covers"],
];

/** Kinds with other words where they are about the side that places the card. */
const OWN: readonly string[] = ["covers", "narrows"];

/** Who plays, or how a side is called where nobody has a name. */
type Named = Company | ((side: number) => string);

function nameOf(company: Named, { side }: ReasonShape): string {
  if (side === null) return "";
  return typeof company === "function" ? company(side) : sideName(company, side);
}

const colourOf = ({ colour }: ReasonShape): string => (colour ? say(`colour.${colour}`) : "");

/** Whether cells form a row, a column or a diagonal. */
function directionOf(first: string, last: string): "row" | "column" | "diagonal" {
  if (first.slice(1) === last.slice(1)) return "row";
  return first[0] === last[0] ? "column" : "diagonal";
}

/** A row by its direction, its first and its last card: "column g4–g8". */
function rowOf({ cells }: ReasonShape): string {
  const [first, last] = [listed(cells)[0], listed(cells).at(-1)];
  if (!first || !last) return "";
  return say(`along.${directionOf(first, last)}`, { cells: `${first}–${last}` });
}

/** Where a row lies, but not which of its cells: "column g". */
function laneOf({ cells }: ReasonShape): string {
  const [first, last] = [listed(cells)[0], listed(cells).at(-1)];
  if (!first || !last) return "";
  const direction = directionOf(first, last);
  return say(`lane.${direction}`, {
    place: direction === "column" ? first.slice(0, 1) : first.slice(1),
  });
}

/** How many cards or lines a reason is about. */
function countOf(reason: ReasonShape): number {
  if (reason.kind === "narrows") return reason.before - reason.now;
  return listed(reason.cards).length || reason.now;
}

/** A reason as a sentence; `mover` is the side that places the card. */
export function reasonSentence(company: Named, reason: ReasonShape, mover: number): string {
  const isOwn = OWN.includes(reason.kind) && reason.side === mover;
  const cells = reason.kind === "misses" ? reason.instead : reason.cells;
  return say(`reason.${isOwn ? `${reason.kind}_own` : reason.kind}`, {
    name: nameOf(company, reason),
    colour: colourOf(reason),
    row: rowOf(reason),
    cells: listed(cells).join(", "),
    card: words.list(listed(reason.cards).map(cardName)),
    count: countOf(reason),
    total: reason.out_of,
    before: reason.before,
    now: reason.now,
    length: listed(reason.cells).length,
  });
}

/** The most important reasons, in a few sentences. */
export function whySentence(
  company: Company,
  reasons: readonly ReasonShape[],
  mover: number,
  most = 2,
): string {
  const sentences = reasons.map((one) => reasonSentence(company, one, mover));
  return [...new Set(sentences)].slice(0, most).join(" ");
}

/** The reason that makes the idea of a cell, if there is one. */
export function ideaOf(reasons: readonly ReasonShape[]): ReasonShape | null {
  for (const kind of IDEAS) {
    const found = reasons.find((one) => one.kind === kind);
    if (found) return found;
  }
  return null;
}

/** An idea as a sentence, without naming the cell. */
export function ideaSentence(idea: ReasonShape | null): string {
  if (!idea) return say("idea.quiet");
  const cells = listed(idea.cells);
  return capital(
    say(`idea.${idea.kind}`, {
      colour: colourOf(idea),
      row: rowOf(idea),
      lane: laneOf(idea),
      cells: cells.join(", "),
      count: cells.length,
      length: cells.length,
    }),
  );
}
