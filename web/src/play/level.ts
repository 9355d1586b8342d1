// The level that follows the results: the one against which you win about half of your matches.
//
// Levels are steps of equal height: one beats the level below it in about seven of ten matches of
// two. Your strength is a point on that scale, as in Elo's system: after each match against one bot
// it moves by the difference between the result and what was to be expected. The first matches move
// it by up to two levels, later ones by up to a quarter. The level next to it is yours.
import { FIRST_LEVEL, LEVELS, type BotName } from "../start/setup";
import type { PlayedMatch } from "./kept";

/** The height of a step in Elo's points: 150 of them win seven of ten. */
const STEP = 150;
const FIRST_GAIN = 2;
const LEAST_GAIN = 0.25;

/** How likely somebody of a strength wins against a level; both count steps. */
export const expected = (strength: number, level: number): number =>
  1 / (1 + 10 ** (((level - strength) * STEP) / 400));

/** The strength that results show, in steps of levels from the weakest, 0. */
export function strengthOf(matches: readonly PlayedMatch[]): number {
  let strength = LEVELS.indexOf(FIRST_LEVEL);
  const counted = matches.filter(
    ({ mode, level, result }) => mode === "2p" && level !== null && result !== "drawn",
  );
  for (const [place, { level, result }] of counted.entries()) {
    const gain = Math.max(LEAST_GAIN, FIRST_GAIN / (place + 1));
    const score = result === "won" ? 1 : 0;
    strength += gain * (score - expected(strength, LEVELS.indexOf(level!)));
    strength = Math.min(Math.max(strength, 0), LEVELS.length - 1);
  }
  return strength;
}

/** The level that suits somebody after these matches. */
export const fittingLevel = (matches: readonly PlayedMatch[]): BotName =>
  LEVELS[Math.round(strengthOf(matches))]!;
