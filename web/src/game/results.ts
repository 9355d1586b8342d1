// The last results against bots on this device, and which level they suggest.
import { LEVELS, type BotName } from "../start/setup";
import type { Seat } from "../wire/numbers";
import type { TableShape } from "../wire/wire";
import { ownSide } from "./people";

interface Result {
  readonly table: string;
  readonly bot: string;
  readonly isWon: boolean;
}

/** Another level to try, and how many matches in a row say so. */
export interface Advice {
  readonly bot: BotName;
  readonly isStronger: boolean;
  readonly count: number;
}

const KEY = "punto-results";
const KEPT = 30;
const WINS = 2;
/** Against one other side; against more, a person loses more often than not. */
const LOSSES = 3;

function results(): Result[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(stored) ? (stored as Result[]) : [];
  } catch {
    return [];
  }
}

/** The level that one person has played against alone; null for any other match. */
export function levelOf(table: TableShape, mine: readonly Seat[]): BotName | null {
  if (mine.length !== 1) return null;
  const others = table.seats.filter((_, place) => place + 1 !== mine[0]);
  const [first] = others;
  const isOne = others.every((seat) => seat.kind === "bot" && seat.bot === first?.bot);
  return (isOne && LEVELS.find((level) => level === first?.bot)) || null;
}

/** Remember who won a match against a bot; once, however often its end is shown. */
export function keepResult(table: TableShape, mine: readonly Seat[]): void {
  const [bot, winner] = [levelOf(table, mine), table.over?.winner ?? null];
  const before = results();
  if (!bot || winner === null || before.some((one) => one.table === table.table)) return;
  const result = { table: table.table, bot, isWon: winner === ownSide(table, mine) };
  try {
    localStorage.setItem(KEY, JSON.stringify([...before, result].slice(-KEPT)));
  } catch {
    // Then nothing is suggested.
  }
}

/** A stronger or weaker level, if the last matches were all won or all lost. */
export function advice(table: TableShape, mine: readonly Seat[]): Advice | null {
  const bot = levelOf(table, mine);
  const all = results().toReversed();
  if (!bot || all[0]?.table !== table.table) return null;
  const { isWon } = all[0];
  const end = all.findIndex((one) => one.bot !== bot || one.isWon !== isWon);
  const count = end < 0 ? all.length : end;
  const sides = table.match?.wins.length ?? 2;
  const needed = isWon ? WINS : LOSSES * (sides - 1);
  // Not after every match of a long row: who plays on at this level has decided.
  const level = LEVELS[LEVELS.indexOf(bot) + (isWon ? 1 : -1)];
  return level && count % needed === 0 ? { bot: level, isStronger: isWon, count } : null;
}
