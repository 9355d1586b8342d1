// Which other level to suggest after a match.
import { LEVELS, type BotName } from "../start/setup";
import type { Seat } from "../wire/numbers";
import type { TableShape } from "../wire/wire";
import { levelOf, ownPlay } from "./kept";
import { fittingLevel } from "./level";

/** Another level to try, and how many matches in a row say so; 0 if all results together do. */
export interface Advice {
  readonly bot: BotName;
  readonly isStronger: boolean;
  readonly count: number;
}

const WINS = 2;
/** Against one other side; against more, a person loses more often than not. */
const LOSSES = 3;

/** The level that follows the results, or a neighbour if the last matches were all won or lost. */
export function advice(table: TableShape, mine: readonly Seat[]): Advice | null {
  const bot = levelOf(table, mine);
  const { matches, isFollowing } = ownPlay();
  if (!bot || table.daily || matches.at(-1)?.table !== table.table) return null;
  if (isFollowing) {
    const level = fittingLevel(matches);
    const isStronger = LEVELS.indexOf(level) > LEVELS.indexOf(bot);
    return level === bot ? null : { bot: level, isStronger, count: 0 };
  }
  const all = matches
    .filter(({ level, result }) => level !== null && result !== "drawn")
    .toReversed();
  const [last] = all;
  if (last?.table !== table.table) return null;
  const end = all.findIndex((one) => one.level !== bot || one.result !== last.result);
  const count = end < 0 ? all.length : end;
  const isWon = last.result === "won";
  const sides = table.match?.wins.length ?? 2;
  const needed = isWon ? WINS : LOSSES * (sides - 1);
  // Not after every match of a long row: who plays on at this level has decided.
  const level = LEVELS[LEVELS.indexOf(bot) + (isWon ? 1 : -1)];
  return level && count % needed === 0 ? { bot: level, isStronger: isWon, count } : null;
}
