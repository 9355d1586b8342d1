// The review of a match: what each placement gave away, as far as the server has judged it.
import { listed } from "../game/cards";
import { noteMistakes, ownSeatAt } from "../play/kept";
import { failureText } from "../start/failureText";
import type { Moment } from "../replay/moments";
import { momentName } from "../replay/moments";
import type { Player } from "../replay/player.svelte";
import { Refused } from "../wire/api";
import type { Seat } from "../wire/numbers";
import type { Estimates, JudgedShape, Replay } from "../wire/wire";
import { say } from "../words/words.svelte";
import { analyse, type MatchSubject } from "./analysis";

/** Which part of the chance to win a round a move must give away to count as a mistake. */
const MISTAKE = 0.1;
/** How many moves are pointed out. */
const MOST_MOVES = 3;

/** A chance as people read it. */
export const percent = (chance: number): number => Math.round(100 * chance);

/** What a move gave away, as the difference of the two numbers that are shown. */
const points = (one: JudgedShape): number =>
  one.gave_away > 0 ? percent(one.best_chance) - percent(one.played_chance) : 0;

export class Review {
  /** The judgements so far, by the number of the placement, from 0. */
  judged = $state.raw<readonly (JudgedShape | undefined)[]>([]);
  /** How many placements will be judged; 0 until the server says so. */
  count = $state(0);
  /** The share of its chances that each seat kept, once all is judged. */
  accuracy = $state.raw<readonly (number | null)[] | null>(null);
  problem = $state("");
  /** The player whose moves are pointed out. */
  seat = $state<Seat>(1);
  /** The seat of the one person who played this match on this device. */
  readonly own: Seat | null;
  /** Whether the chances on all cells are shown. */
  isHot = $state(false);
  #estimates = $state.raw<{ name: string; found: Estimates } | null>(null);
  #aborting = new AbortController();
  #heating: AbortController | null = null;

  constructor(
    readonly replay: Replay,
    readonly player: Player,
    readonly subject: MatchSubject,
    seat: Seat | null,
  ) {
    this.own = subject.about === "table" ? ownSeatAt(subject.table) : null;
    const person = replay.names.findIndex((_, place) => !replay.bots?.[place]) + 1;
    this.seat = seat ?? this.own ?? (person || 1);
    void this.#begin();
  }

  async #begin(): Promise<void> {
    try {
      await analyse(
        { wants: "review", subject: this.subject },
        (message) => {
          if (message.type === "begun") this.count = message.placements;
          else if (message.type === "judged") {
            const judged = [...this.judged];
            judged[message.place - 1] = message;
            this.judged = judged;
          } else if (message.type === "reviewed") {
            this.accuracy = message.accuracy;
            this.#noteMistakes();
            this.#showWorst();
          }
        },
        this.#aborting.signal,
      );
    } catch (error) {
      this.#fail(error, this.#aborting.signal);
    }
  }

  /** Keep on this device how many mistakes its own player made, if it is a match of its own. */
  #noteMistakes(): void {
    const { own, subject } = this;
    if (own === null || subject.about !== "table") return;
    const mistakes = this.judged.filter((one) => one?.seat === own && one.gave_away >= MISTAKE);
    noteMistakes(subject.table, mistakes.length);
  }

  /** Begin with the worst move, unless somebody already looks at another moment. */
  #showWorst(): void {
    const [worst] = this.moves;
    if (worst && !this.player.isSteered) this.show(worst);
  }

  #fail(error: unknown, signal: AbortSignal): void {
    if (signal.aborted) return;
    this.problem = error instanceof Refused ? failureText(error) : say("connection.offline");
  }

  get done(): number {
    return this.judged.filter(Boolean).length;
  }

  get isDone(): boolean {
    return this.accuracy !== null;
  }

  /** The judgement of the card that is placed next at a moment. */
  at(moment: Moment): JudgedShape | null {
    return moment.match.turn && !moment.end ? (this.judged[moment.laid] ?? null) : null;
  }

  get now(): JudgedShape | null {
    return this.at(this.player.moment);
  }

  /** The better cell for the card that is placed next, if there is one; a heat map shows it too. */
  get pointed(): { cell: string; card: string } | null {
    const { now } = this;
    return now && now.gave_away > 0 && !this.isHot ? { cell: now.best, card: now.card } : null;
  }

  /** Where the card that is placed next went. */
  get played(): string | null {
    return this.now?.cell ?? null;
  }

  /** The row that the verdict names first. */
  get lit(): string[] {
    const { now } = this;
    if (!now || now.gave_away === 0 || this.isHot) return [];
    const reasons = [...(now.against ?? []).slice(0, 1), ...(now.instead ?? []).slice(0, 2)];
    return reasons.map((one) => listed(one.cells)).find((cells) => cells.length > 1) ?? [];
  }

  /** The moves of the chosen player that gave away the most. */
  get moves(): JudgedShape[] {
    return this.judged
      .filter((one): one is JudgedShape => one !== undefined)
      .filter((one) => one.seat === this.seat && points(one) > 0)
      .sort((one, other) => points(other) - points(one))
      .slice(0, MOST_MOVES);
  }

  /** What a move gave away, in words. */
  pointOf(one: JudgedShape): string {
    const { round, cell, best } = one;
    return say("reviewed.point", { round, cell, best, count: points(one) });
  }

  /** Go to the moment before a move. */
  show(one: JudgedShape): void {
    this.player.jump(this.momentOf(one));
  }

  /** The moment before a placement. */
  momentOf(one: JudgedShape): number {
    return this.player.moments.findLastIndex((moment) => moment.laid === one.place - 1);
  }

  /** The mover's chance on every cell at this moment. */
  get heat(): Record<string, number> | null {
    const found = this.#estimates;
    if (!this.isHot || found?.name !== this.player.name) return null;
    const { cells, side } = found.found;
    const heat = Object.fromEntries(cells.map((one) => [one.cell, one.chances[side - 1] ?? 0]));
    const { now } = this;
    // Two searches never agree to the percent: the verdict has these two numbers, too.
    return now ? { ...heat, [now.best]: now.best_chance, [now.cell]: now.played_chance } : heat;
  }

  /** Ask for the chances on all cells at the moment that is shown. */
  heatUp(): void {
    this.#heating?.abort();
    const { moment } = this.player;
    if (!this.isHot || !moment.match.turn || moment.end) return;
    const [aborting, name] = [new AbortController(), momentName(moment)];
    this.#heating = aborting;
    analyse(
      { wants: "cells", subject: { ...this.subject, moment: name } },
      (message) => {
        if (message.type === "estimates") this.#estimates = { name, found: message };
      },
      aborting.signal,
    ).catch((error: unknown) => this.#fail(error, aborting.signal));
  }

  close(): void {
    this.#aborting.abort();
    this.#heating?.abort();
  }
}
