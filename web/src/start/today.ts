// How today's deal and puzzles stand on this device, in words for the first screen.
import { dayOf } from "../play/days";
import { keptDaily } from "../play/keptDaily";
import { ownPlay } from "../play/kept";
import { readProgress, triesUntilRating } from "../puzzles/progress";
import { bots } from "../wire/facts.json";
import { say, words } from "../words/words.svelte";

const nameOf = (bot: string): string =>
  (bots as Record<string, { names: string[] }>)[bot]?.names[0] ?? bot;

/** The deal of the day: whether it was played, and against whom. */
export function dealState(day: string): string {
  const deal = ownPlay().matches.find((match) => match.day === day);
  const kept = keptDaily();
  if (deal) {
    const name = nameOf(deal.level ?? kept?.bot ?? "");
    return say(deal.result === "won" ? "today.won" : "today.lost", { name });
  }
  if (kept?.day !== day) return say("start.deal");
  return kept.isBegun ? say("today.begun") : say("today.unplayed", { name: nameOf(kept.bot) });
}

/** Puzzles: the rating, a row of solved ones, and whether the puzzle of the day was solved. */
export function puzzleState(day: string): string {
  const progress = readProgress();
  if (progress.tries === 0) return say("start.puzzle");
  const solved = progress.days[day];
  const today = solved === undefined ? "open" : solved ? "solved" : "missed";
  const isRated = triesUntilRating(progress) === 0;
  return [
    ...(isRated ? [say("today.rating", { rating: progress.rating.value.toFixed() })] : []),
    ...(progress.streak > 1 ? [say("today.streak", { count: progress.streak })] : []),
    say(`today.puzzle.${today}`),
  ].join(" · ");
}

/** Both, in the language that is spoken when they are asked for. */
export async function states(): Promise<() => readonly [deal: string, puzzles: string]> {
  await words.need("play");
  return () => {
    const day = dayOf(Date.now());
    return [dealState(day), puzzleState(day)];
  };
}
