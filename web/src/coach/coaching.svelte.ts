// The coached match: a table without a server. It answers the page's commands from the lesson, in
// the messages of a server, so that everything looks and works as at any other table.
import { applyEvent } from "../game/fold";
import { listed } from "../game/cards";
import type { Connection, Listener, NewCommand } from "../live/socket";
import { LiveTable } from "../live/table.svelte";
import { prefs } from "../prefs.svelte";
import type { MatchShape, Placed, RefusedMessage, ServerMessage, TableShape } from "../wire/wire";
import { say } from "../words/words.svelte";
import { writeKept } from "./kept";
import { cardsFrom, CHAPTERS, SETTINGS, type Prepared, type Step } from "./lesson";
import { savedProgress, saveProgress } from "./progress";

/** The learner and the coach; two devices, so that nobody takes back cards for both. */
const LEARNER = 1;
const COACH = 2;

/** Before the first card; a card is to be laid; a chapter is done; the lesson is. */
type Stage = "welcome" | "step" | "done" | "over";

const REFUSED: Omit<RefusedMessage, "id"> = {
  type: "refused",
  code: "not-here",
  sentence: "not here",
  values: {},
};

export class Coaching implements Connection {
  stage = $state<Stage>("welcome");
  chapter = $state(0);
  /** The step that waits for a card, or the one that was done last. */
  step = $state.raw<Step>(CHAPTERS[0]!.step);
  /** Whether a legal card was laid elsewhere than this step wants. */
  isNudged = $state(false);
  /** The number of the last event that was sent: the page may still be showing earlier ones. */
  number = $state(0);

  #cells: readonly string[] = [];
  #table: TableShape;

  constructor(readonly listener: Listener) {
    const saved = savedProgress();
    this.#table = this.#laid(CHAPTERS[saved?.chapter ?? 0]!.match);
    queueMicrotask(() => {
      listener.onConnection(true);
      this.#say({ type: "you", device: LEARNER, seats: [LEARNER], is_host: true });
      if (saved) this.#resume(saved.chapter, saved.cells);
      else this.#show();
    });
  }

  /** The cards laid so far. */
  get laid(): number {
    const before = CHAPTERS.slice(0, this.chapter);
    const isDone = this.stage === "done" || this.stage === "over";
    const here = CHAPTERS[this.chapter]!.step;
    const rest = isDone ? 0 : cardsFrom(this.step);
    return before.reduce((sum, { step }) => sum + cardsFrom(step), 0) + cardsFrom(here) - rest;
  }

  /** Begin, or go on with the next chapter. */
  goOn(): void {
    if (this.stage === "welcome") return this.#begin(0);
    if (this.stage !== "done") return;
    if (this.chapter + 1 < CHAPTERS.length) return this.#begin(this.chapter + 1);
    this.stage = "over";
    saveProgress(null);
    writeKept({ isDone: true });
  }

  /** Play the lesson once more. */
  again(): void {
    this.#begin(0);
  }

  send(command: NewCommand): string | null {
    if (command.type !== "place" || this.stage !== "step") return null;
    // Not at once: the page notes what it has sent after sending it, and the key that laid a card
    // must not skip what follows from it.
    setTimeout(() => this.#place(command.cell));
    return "lesson";
  }

  close(): void {
    // There is nothing to close: what was reached is saved with every card.
  }

  #begin(chapter: number): void {
    this.#enter(chapter);
    saveProgress({ chapter, cells: [] });
    this.#show();
    this.#tell(CHAPTERS[chapter]!.opening);
  }

  /** Set up a chapter as it was left, without showing the cards one by one. */
  #resume(chapter: number, cells: readonly string[]): void {
    this.#enter(chapter);
    this.#apply(CHAPTERS[chapter]!.opening);
    for (const cell of cells) this.#after(cell).forEach((event) => this.#apply(event));
    this.#cells = cells;
    this.#show();
  }

  #enter(chapter: number): void {
    this.chapter = chapter;
    this.step = CHAPTERS[chapter]!.step;
    this.stage = "step";
    this.isNudged = false;
    this.#cells = [];
    this.#table = this.#laid(CHAPTERS[chapter]!.match);
  }

  #place(cell: string): void {
    if (!listed(this.step.accepted).includes(cell)) {
      this.isNudged = true;
      this.#say({ ...REFUSED, id: null });
      return;
    }
    this.#cells = [...this.#cells, cell];
    saveProgress({ chapter: this.chapter, cells: this.#cells });
    for (const event of this.#after(cell)) this.#tell(event);
  }

  /** What follows the learner's card; it also moves on to the next step. */
  #after(cell: string): Prepared[] {
    this.isNudged = false;
    const answer = this.step.answers?.[cell];
    if (answer) {
      this.step = answer.step;
      return answer.events;
    }
    this.stage = "done";
    const { match, then } = this.step.last!;
    const { turn, stacks } = this.#table.match!;
    const on_top = cell in stacks;
    const placed = { seat: LEARNER, card: turn!.card, cell, on_top, then, turn: null };
    return [match ? { ...placed, match } : placed];
  }

  #apply(event: Prepared): Placed {
    const placed: Placed = { ...event, kind: "placed", number: ++this.number, at: Date.now() };
    this.#table = applyEvent(this.#table, placed);
    return placed;
  }

  #tell(event: Prepared): void {
    this.#say({ type: "events", events: [this.#apply(event)] });
  }

  #show(): void {
    this.#say({ type: "snapshot", table: this.#table });
  }

  #say(message: ServerMessage): void {
    this.listener.onMessage(message);
  }

  #laid(match: MatchShape): TableShape {
    return {
      table: "",
      number: ++this.number,
      phase: "playing",
      settings: SETTINGS,
      host: LEARNER,
      seats: [
        { kind: "person", name: prefs.name || say("seat.guest"), device: LEARNER },
        { kind: "person", name: say("coach.name"), device: COACH },
      ],
      match,
      end_offers: [],
      rematch_offers: [],
      over: null,
      before: null,
      next: null,
    };
  }
}

/** A table with a coach. */
export function coachedTable(): { live: LiveTable; coaching: Coaching } {
  let coaching!: Coaching;
  const live = new LiveTable("", (listener) => (coaching = new Coaching(listener)));
  return { live, coaching };
}
