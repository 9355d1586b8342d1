// What moves on the table: a card in flight, new decks, and the end of a round, step by step.
import { modeNamed } from "../game/facts";
import { layCard, liftCard, turnUpCard } from "../game/fold";
import { counted, leavingCell } from "../game/tally";
import type { Seat } from "../wire/numbers";
import type { EndShape, MatchShape, Placed, TableShape } from "../wire/wire";
import { dealMs, FLIGHT_MS, LEAVE_MS } from "./durations";
import { Pace } from "./pace";

/** What is shown while a round ends, step by step. */
export interface Ending {
  readonly round: number;
  readonly end: EndShape;
  /** How many runs have been shown so far. */
  readonly shown: number;
  /** Rows are counted, then the winner is announced until somebody goes on, then a card leaves. */
  readonly stage: "count" | "verdict" | "removed";
  /** The seat that starts the next round; null after the last one. */
  readonly starts: Seat | null;
}

/** How a placement is shown. */
export interface Showing {
  /** For how long the card is still visible before it flies; null if it lies there already. */
  readonly flightInMs: number | null;
  /** Called when the card lies on the table. */
  readonly onlaid: () => void;
  /** Shows the match between two events. */
  readonly put: (match: MatchShape) => void;
  /** How long the end of a round waits for somebody to go on; null for ever. */
  readonly holdLimitMs: () => number | null;
}

const LAND_MS = 160;
const RUN_MS = 1000;
/** How long the reason why a card leaves is shown: it was said before. */
const REASON_MS = 1800;

export class Stage {
  ending = $state.raw<Ending | null>(null);
  /** The placement whose card is in flight. */
  flying = $state.raw<Placed | null>(null);
  /** The card that leaves the match, on its way from its cell. */
  leaving = $state.raw<{ card: string; cell: string; side: number } | null>(null);
  /** New decks are on their way to the players. */
  isDealing = $state(false);
  /** Counts the interruptions: what began before the last one is outdated. */
  era = 0;

  readonly #pace = new Pace();

  /** Whether an animation is running that can be skipped. */
  get isMoving(): boolean {
    return this.flying !== null || this.ending !== null || this.leaving !== null || this.isDealing;
  }

  /** Start showing an event; when catching up, nothing is waited for. */
  begin(isHurried: boolean): void {
    this.#pace.begin(isHurried);
  }

  /** Stop showing what is outdated. */
  interrupt(): void {
    this.era++;
    this.ending = this.flying = this.leaving = null;
    this.isDealing = false;
    this.#pace.stop();
  }

  /** Skip the running animation. */
  skip(): void {
    this.#pace.skip();
  }

  /** Go on after the end of a round was read. */
  goOn(): void {
    this.#pace.goOn();
  }

  /** Show a placement and what follows from it. */
  async place(table: TableShape, event: Placed, showing: Showing): Promise<void> {
    const era = this.era;
    const put = (match: MatchShape): void => {
      if (era === this.era) showing.put(match);
    };
    if (showing.flightInMs !== null) {
      await this.#pace.move(showing.flightInMs);
      if (era === this.era) this.flying = event;
      await this.#pace.move(FLIGHT_MS);
      if (era !== this.era) return;
      this.flying = null;
    }
    let match = layCard(table.match!, event);
    put(match);
    showing.onlaid();
    await this.#pace.move(LAND_MS);
    for (const step of event.then) {
      if (step.kind === "turned_up") {
        match = turnUpCard(match, modeNamed(table.settings.mode), step.seat, step.card);
        put(match);
      } else if (step.kind === "round_ended") {
        if (era === this.era) await this.#end(match, event, step, { ...showing, put });
        return;
      }
    }
  }

  async #end(
    match: MatchShape,
    event: Placed,
    { round, end }: { round: number; end: EndShape },
    { put, holdLimitMs }: Showing,
  ): Promise<void> {
    const [runs, era] = [counted(end).length, this.era];
    const isCurrent = (): boolean => this.era === era;
    const next = event.match ?? match;
    const starts = next.winner === null ? next.start : null;
    for (let shown = 0; end.kind !== "line" && shown <= runs && isCurrent(); shown++) {
      this.ending = { round, end, shown, stage: "count", starts };
      await this.#pace.move(RUN_MS);
    }
    if (!isCurrent()) return;
    // The score changes now, not with the next round, and the whole row stays until somebody goes on.
    this.ending = { round, end, shown: runs, stage: "verdict", starts };
    put({ ...match, wins: next.wins });
    await this.#pace.hold(holdLimitMs());
    this.#pace.begin(false);
    const cell = leavingCell(end);
    if (cell && end.removed && end.winner && starts !== null && isCurrent()) {
      this.ending = { round, end, shown: runs, stage: "removed", starts };
      this.leaving = { card: end.removed, cell, side: end.winner };
      const lifted = { ...liftCard(match, cell), wins: next.wins };
      put(lifted);
      await this.#pace.move(LEAVE_MS);
      if (!isCurrent()) return;
      this.leaving = null;
      put({ ...lifted, removed: next.removed });
      await this.#pace.read(REASON_MS);
    }
    if (isCurrent()) this.ending = null;
  }

  /** Show how new decks reach the players. */
  async deal(players: number): Promise<void> {
    const era = this.era;
    this.isDealing = true;
    await this.#pace.move(dealMs(players));
    if (era === this.era) this.isDealing = false;
  }
}
