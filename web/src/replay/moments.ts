// The moments of a match: before the first card of each round, and after every card.
import { modeNamed, type Mode } from "../game/facts";
import { layCard, applyPlacement, turnUpCard } from "../game/fold";
import type { EndShape, MatchShape, Placed, Replay } from "../wire/wire";

export interface Moment {
  readonly round: number;
  /** How many cards lie in this round. */
  readonly cards: number;
  /** How many cards of the whole match had been laid. */
  readonly laid: number;
  readonly match: MatchShape;
  /** The card that was just laid, and what it covered. */
  readonly event: Placed | null;
  readonly covered: string | null;
  /** How the round ended, if it did here. */
  readonly end: EndShape | null;
}

export interface Chapter {
  readonly round: number;
  /** Where it begins and ends among all moments. */
  readonly first: number;
  readonly last: number;
  readonly end: EndShape | null;
}

/** List every moment of a match in order. */
export function momentsOf(replay: Replay): Moment[] {
  const mode = modeNamed(replay.mode);
  let match = replay.start;
  let cards = 0;
  let laid = 0;
  const moments: Moment[] = [opening(match, laid)];
  for (const event of replay.placed) {
    cards += 1;
    laid += 1;
    const end = endOf(event);
    const covered = event.on_top ? (match.stacks[event.cell]?.split(" ").at(-1) ?? null) : null;
    const after = applyPlacement(match, mode, event);
    const shown = end ? ended(match, mode, event, after) : after;
    moments.push({ round: match.round, cards, laid, match: shown, event, covered, end });
    if (after.round > match.round) {
      moments.push(opening(after, laid));
      cards = 0;
    }
    match = after;
  }
  return moments;
}

function opening(match: MatchShape, laid: number): Moment {
  return { round: match.round, cards: 0, laid, match, event: null, covered: null, end: null };
}

function endOf(event: Placed): EndShape | null {
  const step = event.then.find((one) => one.kind === "round_ended");
  return step?.kind === "round_ended" ? step.end : null;
}

/** The last cards of a round are still on the table, but its winner is already credited. */
function ended(match: MatchShape, mode: Mode, event: Placed, after: MatchShape): MatchShape {
  let table = layCard(match, event);
  for (const step of event.then) {
    if (step.kind === "round_ended") break;
    if (step.kind === "turned_up") table = turnUpCard(table, mode, step.seat, step.card);
  }
  const { wins, removed, last_end, winner } = after;
  return { ...table, wins, removed, last_end, winner };
}

/** Group the moments by rounds. */
export function chaptersOf(moments: readonly Moment[]): Chapter[] {
  const chapters: Chapter[] = [];
  moments.forEach(({ round, end }, place) => {
    const open = chapters.at(-1);
    if (open?.round === round) chapters[chapters.length - 1] = { ...open, last: place, end };
    else chapters.push({ round, first: place, last: place, end });
  });
  return chapters;
}

/** Name a moment as in links: 2.10 is round 2 after 10 cards. */
export function momentName({ round, cards }: Pick<Moment, "round" | "cards">): string {
  return `${round}.${cards}`;
}

/** Find the moment that a link names, or the nearest one. */
export function momentNamed(moments: readonly Moment[], name: string | null): number {
  const found = /^(\d{1,4})\.(\d{1,3})$/.exec(name ?? "");
  if (!found) return 0;
  const [round, cards] = [Number(found[1]), Number(found[2])];
  const place = moments.findLastIndex(
    (moment) => moment.round < round || (moment.round === round && moment.cards <= cards),
  );
  return Math.max(0, place);
}

/** The cells to light up where a round ended: the rows that decided it. */
export function decisive(end: EndShape | null): string[] {
  const runs = end?.winner ? (end.runs[end.winner - 1] ?? []) : (end?.runs.flat() ?? []);
  return [...new Set(runs.flatMap((run) => run.cells.split(" ")))];
}
